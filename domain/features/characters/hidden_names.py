"""Names of hidden characters in texts that others are about to read (X4)."""

import re
from unicodedata import normalize

from domain.core.audience import EVERYONE
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed, Words
from domain.features.characters.absence import Absent
from domain.features.characters.character import Face


def hidden_name_in(view: View, *texts: str, besides: str = "") -> str:
    """Return the name of a hidden character that one of these texts contains, or "". Capitals and spaces do not matter.
    A name does not count if a visible character has the same name, or if the text contains it only as a part of a
    visible character's name. `besides`: the id of a character that counts as visible."""
    names: dict[str, str] = {}
    shown: set[str] = set()
    known: list[Face | Absent] = [*view.all(Face), *view.all(Absent)]
    for one in known:
        name = _compared(one.name)
        names[name] = one.name
        if one.id == besides or view.audience_of(type(one), one.id) == EVERYONE:
            shown.add(name)
    unseen = names.keys() - shown
    if not unseen:
        return ""
    longest_first = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if name)
    found = re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)")
    named = (match[0] for text in texts for match in found.finditer(_compared(text)))
    return next((names[name] for name in named if name in unseen), "")


def check_tells_of_nobody_hidden(view: View, what: Words, instead: Words, *texts: str, besides: str = "") -> None:
    """Raise `Refusal` if a text names a hidden character other than `besides`. The refusal begins with `what`, the name
    of the text ("This roll"). `instead` says what the Storyteller can do instead ("tell it in words")."""
    if unseen := hidden_name_in(view, *texts, besides=besides):
        raise Refusal("tells-of-hidden", rule="X4", what=what, name=Typed(unseen), instead=instead)


def _compared(text: str) -> str:
    """Return a text in the form in which texts are compared: in small letters, without variants of letters, and with
    single spaces."""
    return " ".join(normalize("NFKC", text).casefold().split())
