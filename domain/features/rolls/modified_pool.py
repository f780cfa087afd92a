"""A pool together with the rulings and hidden circumstances that change its roll (X2, X3, X6, X7)."""

from collections.abc import Iterable, Sequence

import msgspec

from domain.core.audience import STORYTELLER, Audience
from domain.core.state import View
from domain.features.characters.character import face_audience
from domain.features.rolls.free_botches import FORGIVEN, botch_free
from domain.features.rolls.roll_modifiers import Ruling, hides_successes, open_rulings_for, part, rulings_for
from domain.features.rolls.standing_circumstances import Circumstance, circumstances_on
from domain.rules.pool import Pool


def with_rulings(pool: Pool, rulings: Iterable[Ruling], *, reasons: bool) -> Pool:
    """Return the pool with these rulings. `reasons`: True to include the Storyteller's reasons.

    If a ruling on a call sets the difficulty, what earlier failures cost is added here (D13). The sum is at most 10: a
    higher difficulty would be refused, and the refusal would tell the player something about a secret difficulty. A
    ruling on a next roll sets the whole difficulty (G0).
    """
    parts = [part(r, reason=reasons) for r in rulings if r.dice]
    named = [min(r.difficulty + pool.dearer, 10) if r.call else r.difficulty for r in rulings if r.difficulty]
    difficulty = max(named, default=0) or pool.difficulty
    return msgspec.structs.replace(pool, parts=(*pool.parts, *parts), difficulty=difficulty)


def rulings_on(view: View, pool: Pool, call: str = "", heard: Audience | None = None) -> list[Ruling]:
    """Return the rulings and hidden circumstances that affect a roll of this pool and are not yet part of it, as far as
    the view knows (X6, X7). A hidden circumstance is returned as a ruling that no roll uses up. `heard` and `call` are
    as in `rulings_for`."""
    unseen = [as_ruling(one.id, pool.actor, one.words, one.dice) for one in hidden_circumstances(view, pool)]
    return [*rulings_for(view, pool.actor, call, heard, pool.kind), *unseen]


def as_ruling(id_: str, actor: str, words: str, dice: int) -> Ruling:
    """Return a lasting hidden modifier in the form of a ruling on one roll."""
    return Ruling(id_, actor, "", dice, "hidden", words, 0)


def hidden_circumstances(view: View, pool: Pool) -> list[Circumstance]:
    """Return the hidden circumstances that affect a roll of this pool, as far as the view knows (X7)."""
    if not pool.traits:  # a player who names a number of dice has already counted circumstances
        return []
    found = circumstances_on(view, pool.actor, pool.traits, acting=pool.kind == "action" or pool.opposing)
    return [one for one in found if one.visibility == "hidden"]


def with_hidden_circumstances(view: View, pool: Pool) -> Pool:
    """Return the pool with its hidden circumstances, for a roll of which only the Storyteller learns (X1, X7)."""
    unseen = tuple(one.part for one in hidden_circumstances(view, pool))
    return msgspec.structs.replace(pool, parts=(*pool.parts, *unseen)) if unseen else pool


def with_known_rulings(view: View, pool: Pool, call: str = "", heard: Audience | None = None) -> Pool:
    """Return the pool with the rulings that this view sees: players see the open ones, the Storyteller all. `heard`:
    the audience of the roll, by default all who see its character; `call`: the call that it answers."""
    found = rulings_on(view, pool, call, heard)
    return with_rulings(pool, found, reasons=True) if found else pool


def forecast(view: View, pool: Pool, rulings: Sequence[Ruling], heard: Audience | None = None) -> Pool:
    """Return the pool as this view expects it to be rolled with these rulings, for the audience `heard`. If the
    character has a free botch, the pool cannot botch (D12)."""
    knows = STORYTELLER if any(hides_successes(r) for r in rulings) else heard or face_audience(view, pool.actor)
    spared = FORGIVEN if botch_free(view, pool.actor, knows) else pool.spared
    return msgspec.structs.replace(with_rulings(pool, rulings, reasons=True), spared=spared)


def with_open_rulings(view: View, pool: Pool, call: str = "", heard: Audience | None = None) -> Pool:
    """Return the pool with the rulings that the whole audience of the roll knows beforehand. This pool must have dice
    to roll (D19), and it decides whether an automatic success is possible (D10)."""
    known = open_rulings_for(view, pool.actor, call, heard, pool.kind)
    return with_rulings(pool, known, reasons=True) if known else pool
