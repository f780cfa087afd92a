"""Breaking free of a clinch (C7), or of a kiss without a clinch (C5, ours). Both sides roll Strength + Unarmed or
Dexterity + Dodge, as each chooses.

The character that breaks free chooses its pool when it declares. The opponent may choose its pool beforehand; only the
Storyteller sees that choice. Without a choice it rolls the larger pool (ours).
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from msgspec import to_builtins

from domain.command import Command
from domain.core.audience import Kind
from domain.core.bounds import Id, ShortText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Words, as_it_was, character_ref, phrase
from domain.features.actions.action import manoeuvre
from domain.features.actions.action_pools import pools_of, traits_in_words
from domain.features.actions.grapples import end_grapple, gets_free, other_party
from domain.features.characters.character import FACES, Face, character, face_audience, own, owned, sheet_audience
from domain.features.characters.conditions import bears
from domain.features.characters.wounds import can_stir
from domain.features.rolls.modified_pool import with_known_rulings
from domain.features.rolls.pools import in_dice, parts, size, throwable
from domain.features.table.settings import rules_of
from domain.features.table.story_log import tell
from domain.manoeuvres._in_clinch import Clinched
from domain.rules.declared_action import Action
from domain.rules.pool import Pool

KEEPS_CLINCH: Final = phrase("reason-keep-clinch")
KEEPS_KISS: Final = phrase("reason-keep-kiss")


class BreakFree(Clinched):
    name = "break_free"
    usual = 1
    pools = (("Strength", "Unarmed"), ("Dexterity", "Dodge"))

    def check_available(self, view: View, actor: str) -> None:
        # A kiss after a tackle has no clinch. Once the victim's test of Ideals has succeeded, the victim breaks free of
        # the kiss as of a clinch (C5).
        if bears(view, actor, "kissed") is None:
            super().check_available(view, actor)

    def grapples(self, view: View, actor: str) -> list[str]:
        kiss = bears(view, actor, "kissed")
        return super().grapples(view, actor) or ([kiss.source] if kiss else [])

    def resolve(self, table: Deciding, actor: str, action: Action, pool: Pool) -> None:
        full = table.full
        grapple = self.grapple(full, actor, action)
        clinched = grapple in super().grapples(full, actor)
        struggle(table, actor, grapple, pool, KEEPS_CLINCH if clinched else KEEPS_KISS)


def struggle(table: Deciding, actor: str, grapple: str, pool: Pool, keeps: Words) -> None:
    """Roll for a character to break out of a grapple, and for the opponent to keep hold of it. The grapple ends if the
    character has more successes. If the opponent cannot move its body, the grapple ends without a roll (ours)."""
    full = table.full
    other = other_party(full, grapple, actor)
    if not throwable(full, size(pool.parts)):
        table.emit(
            face_audience(full, actor),
            StillClinched(actor, phrase("line-no-dice-to-break-free", who=character_ref(actor))),
        )
        return
    if other and not can_stir(full, other):
        end_grapple(table, grapple)
        return
    against = pool_to_keep(full, other, keeps) if other else None
    if against and not throwable(full, size(against.parts)):
        against = None
    if gets_free(table, pool, against):
        end_grapple(table, grapple)
    else:
        table.emit(face_audience(full, actor), StillClinched(actor, phrase("line-not-free", who=character_ref(actor))))


class StillClinched(Event, frozen=True):
    """A character has tried to break free without success."""

    audiences: ClassVar[frozenset[Kind]] = FACES
    version: ClassVar[int] = 2

    id: str
    words: Words

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1:
            return super().lift(version, fields)
        actor, text = map(str, fields)
        return [actor, to_builtins(phrase("line-about", who=character_ref(actor), text=as_it_was(f"{text}.")))]

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, self.words)


class Keeper(Record, frozen=True):
    """A character's choice of a pool to keep a clinch with. Its id is the character's, and it has the audience of the
    sheet."""

    beside_sheet: ClassVar[bool] = True

    traits: str

    def restating_event(self) -> Event:
        return KeeperChose(self.id, self.traits)


class KeeperChose(Event, frozen=True):
    """A character has chosen the pool to keep a clinch with."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller", "seats"})

    id: str
    traits: str

    def apply(self, records: Partition, at: int) -> None:
        records.put(Keeper(self.id, self.traits))


def pool_to_keep(view: View, actor: str, reason: Words = NO_WORDS) -> Pool:
    """Return the pool with which a character keeps a clinch: the pool that it chose, or the larger one. The character
    rolls like the one that breaks free (C7), but this roll is no action of its own, so no ruling on its next action
    applies (X6)."""
    chosen = view.get(Keeper, actor)
    named, pools = tuple(chosen.traits.split(" + ")) if chosen else (), pools_to_keep(view)
    traits = named if named in pools else max(pools, key=lambda pool: size(parts(view, actor, pool, acting=True)))
    return keeping_with(view, actor, traits, reason)


def keeping_with(view: View, actor: str, traits: tuple[str, ...], reason: Words = NO_WORDS) -> Pool:
    """Return the pool with which a character keeps a clinch if it rolls these traits."""
    made = parts(view, actor, traits, acting=True)
    return Pool(actor, reason, made, kind="reflex", traits=traits, opposing=True)


def pools_to_keep(view: View) -> tuple[tuple[str, ...], ...]:
    """Return the pools for keeping a clinch: the same as for breaking free of it (C7)."""
    return manoeuvre(BreakFree.name).pools_in(rules_of(view))


class KeepClinch(Command, frozen=True):
    """Choose the pool to keep a clinch with when the opponent breaks free; "" for the larger pool."""

    actor: Id
    traits: ShortText = ""

    def check(self, view: View) -> None:
        own(view, self.actor)
        if bears(view, self.actor, "clinched") is None:
            raise Refusal("no-clinch", rule="C7")
        if self.traits and tuple(self.traits.split(" + ")) not in pools_to_keep(view):
            chosen = manoeuvre(BreakFree.name)
            raise Refusal("no-such-pool", rule="C7", manoeuvre=chosen.words, pools=pools_of(view, chosen))

    def decide(self, table: Deciding) -> None:
        player = character(table.full, self.actor).player
        table.emit(sheet_audience(player), KeeperChose(self.actor, self.traits))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for face in owned(view):
            if bears(view, face.id, "clinched") is not None:
                yield Option(cls.__name__, face.id, _label(view, face), group="act", inputs=(_pools(view, face),))


def _label(view: View, face: Face) -> Words:
    if view.seat.is_storyteller:
        return phrase("option-keep-clinch-for", rule="C7", who=character_ref(face.id))
    return phrase("option-keep-clinch", rule="C7")


def _pools(view: View, face: Face) -> Input:
    chosen = view.get(Keeper, face.id)
    pools = (_pool_to_keep(view, face, traits) for traits in pools_to_keep(view))
    choices = (Choice("", phrase("choice-larger-pool")), *pools)
    return Input("traits", phrase("ask-pool"), "choice", choices, default=chosen.traits if chosen else "")


def _pool_to_keep(view: View, face: Face, traits: tuple[str, ...]) -> Choice:
    dice = size(with_known_rulings(view, keeping_with(view, face.id, traits)).parts)
    return Choice(" + ".join(traits), traits_in_words(view, traits), in_dice(view, dice))
