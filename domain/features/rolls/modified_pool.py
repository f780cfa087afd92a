"""A pool with the Storyteller's rulings and the hidden circumstances that affect its roll (X2, X3, X6, X7)."""

from collections.abc import Iterable, Sequence

import msgspec

from domain.core.audience import STORYTELLER, Audience
from domain.core.state import View
from domain.features.characters.character import face_audience
from domain.features.rolls.free_botches import FORGIVEN, botch_free
from domain.features.rolls.roll import Pool
from domain.features.rolls.roll_modifiers import Ruling, hides_successes, open_rulings_for, part, rulings_for
from domain.features.rolls.standing_circumstances import Circumstance, circumstances_on


def with_rulings(pool: Pool, rulings: Iterable[Ruling], *, told: bool) -> Pool:
    """The pool with what was ruled on it; `told`: as the Storyteller sees it. What a call keeps back was said without
    what earlier failures add (D13), and who does not know it cannot be told that it is beyond the character: it is 10
    at most. What is ruled on a next roll is all that it is rolled at (G0)."""
    parts = [part(r, told=told) for r in rulings if r.dice]
    named = [min(r.difficulty + pool.dearer, 10) if r.call else r.difficulty for r in rulings if r.difficulty]
    difficulty = max(named, default=0) or pool.difficulty
    return msgspec.structs.replace(pool, parts=(*pool.parts, *parts), difficulty=difficulty)


def rulings_on(view: View, pool: Pool, call: str = "", heard: Audience | None = None) -> list[Ruling]:
    """What bears on a roll of this pool and is no part of it yet, as far as the view knows: the rulings on it (X6), and
    hidden circumstances, put as rulings that no roll uses up (X7). `heard` and `call` are as `bearing` has them."""
    unseen = [as_ruling(one.id, pool.actor, *one.part) for one in hidden_circumstances(view, pool)]
    return [*rulings_for(view, pool.actor, call, heard, pool.kind), *unseen]


def as_ruling(id_: str, actor: str, words: str, dice: int) -> Ruling:
    """A hidden modifier that stays, as what it is on one roll."""
    return Ruling(id_, actor, "", dice, "hidden", words, 0)


def hidden_circumstances(view: View, pool: Pool) -> list[Circumstance]:
    """The hidden circumstances that bear on a roll of this pool, as far as the view knows them (X7)."""
    if not pool.traits:  # whoever named a number of dice has counted circumstances already
        return []
    found = circumstances_on(view, pool.actor, pool.traits, acting=pool.kind == "action" or pool.opposing)
    return [one for one in found if one.visibility == "hidden"]


def with_hidden_circumstances(view: View, pool: Pool) -> Pool:
    """The pool with the hidden circumstances that bear on it, for a roll that only the Storyteller hears (X1, X7)."""
    unseen = tuple(one.part for one in hidden_circumstances(view, pool))
    return msgspec.structs.replace(pool, parts=(*pool.parts, *unseen)) if unseen else pool


def with_known_rulings(view: View, pool: Pool, call: str = "", heard: Audience | None = None) -> Pool:
    """The pool with the rulings on it that this view sees: to players the open ones, to the Storyteller all. `heard`:
    who will hear it rolled, by default whoever sees its character; `call`: what it answers."""
    found = rulings_on(view, pool, call, heard)
    return with_rulings(pool, found, told=True) if found else pool


def forecast(view: View, pool: Pool, rulings: Sequence[Ruling], heard: Audience | None = None) -> Pool:
    """The pool as this view foresees it rolled with these rulings on it, for `heard` to hear; spared a botch that would
    be free (D12)."""
    knows = STORYTELLER if any(hides_successes(r) for r in rulings) else heard or face_audience(view, pool.actor)
    spared = FORGIVEN if botch_free(view, pool.actor, knows) else pool.spared
    return msgspec.structs.replace(with_rulings(pool, rulings, told=True), spared=spared)


def with_open_rulings(view: View, pool: Pool, call: str = "", heard: Audience | None = None) -> Pool:
    """The pool with what all who hear it know to be ruled on it: so it must be possible to roll it (D19), and so it is
    measured where it is not rolled (D10)."""
    known = open_rulings_for(view, pool.actor, call, heard, pool.kind)
    return with_rulings(pool, known, told=True) if known else pool
