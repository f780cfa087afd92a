"""Groups: the Storyteller's characters that share a name but for a number, such as "Thug" and "Thug 2"."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, count

from domain.core.state import View
from domain.features.characters.character import Face, character, hidden

NUMBER = re.compile(r" \d+\Z")


def common_name(name: str) -> str:
    """Return a name without the number at its end."""
    return NUMBER.sub("", name) or name


def group_of(view: View, actor: str) -> list[Face]:
    """Return the other characters of this character's group. All are the Storyteller's, and either all or none of them
    are hidden. A player's character has no group."""
    first = character(view, actor)
    if first.player:
        return []
    return [
        face
        for face in view.all(Face)
        if face.id != actor
        and not face.player
        and common_name(face.name) == common_name(first.name)
        and hidden(view, face.id) == hidden(view, actor)
    ]


def free_names(name: str, taken: Iterable[str], *, several: bool = False) -> Iterator[str]:
    """Yield unused names for newcomers: "Guard", "Guard 2", ... If `several` come at once, or if there is a "Guard 1",
    the first has a number too."""
    known = set(taken)
    numbered = name not in known and (several or f"{name} 1" in known)
    numbers = (f"{name} {n}" for n in count(1 if numbered else 2))
    return (one for one in chain(() if numbered else (name,), numbers) if one not in known)
