"""Health that the Storyteller decides: she wounds a character, or sets its damage. If the cause is hidden, only she
learns of it (X4)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from msgspec import Meta

from domain.command import BOTH, Command
from domain.core.audience import EVERYONE, STORYTELLER, Kind
from domain.core.bounds import LEVELS_MOST, Damaged, Id, ShortText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed, character_ref, named, phrase
from domain.features.characters.character import (
    FACES,
    Face,
    Health,
    HealthStated,
    character,
    face_audience,
    hidden,
    own,
)
from domain.features.characters.health_levels import levels_of
from domain.features.characters.wounds import check_levels, release_if_incapacitated, wound
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import storyteller_only
from domain.features.table.story_log import Overridden, tell
from domain.rules.equipment import Damage

DAMAGES: Final[tuple[Damage, ...]] = ("bashing", "lethal", "aggravated")
Levels = Annotated[int, Meta(ge=1, le=LEVELS_MOST)]


class WoundCaused(Event, frozen=True):
    """The story line for the cause of a wound. Another event contains the wound itself, for the audience that sees the
    wounded character."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    by: str
    on: str
    text: str

    def apply(self, records: Partition, at: int) -> None:
        who, by, text = character_ref(self.on), character_ref(self.by), Typed(self.text)
        if self.by and self.text:
            words = phrase("line-wounds", who=who, by=by, text=text)
        elif self.by:
            words = phrase("line-wounds-silently", who=who, by=by)
        elif self.text:
            words = phrase("line-is-hurt", who=who, text=text)
        else:
            words = phrase("line-is-hurt-silently", who=who)
        tell(records, at, words)


class Wound(Command, frozen=True):
    """Wound a character without a roll (G1, C30). If `by` is a hidden character, the table sees only the wound, and
    only the Storyteller reads `by` and `text`."""

    desk = "often"

    target: Id
    levels: Levels
    damage: Damage = "lethal"
    by: Id = ""
    text: ShortText = ""

    def check(self, view: View) -> None:
        storyteller_only(view)
        own(view, self.target)
        if self.by:
            character(view, self.by)
        if self.by == self.target:
            raise Refusal("wounds-itself", rule="G1")

    def decide(self, table: Deciding) -> None:
        secret = any(hidden(table.full, who) for who in (self.by, self.target) if who)
        if self.by or self.text:
            table.emit(STORYTELLER if secret else EVERYONE, WoundCaused(self.by, self.target, self.text))
        wound(table, self.target, self.damage, self.levels)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not view.seat.is_storyteller:
            return
        kinds = tuple(Choice(kind, named(kind)) for kind in DAMAGES)
        cast = tuple(Choice(face.id, face.name) for face in view.all(Face))
        if not cast:
            return
        inputs = (
            Input("target", phrase("ask-wound-who"), "choice", cast, least=1),
            Input("levels", phrase("ask-wound-levels"), "number", least=1, most=LEVELS_MOST, default="1"),
            Input("damage", phrase("ask-wound-damage"), "choice", kinds, least=1),
            Input("by", phrase("ask-wound-by"), "choice", (Choice("", phrase("choice-no-cause")), *cast)),
            Input("text", phrase("ask-wound-text"), "text", most=200),
        )
        yield Option(cls.__name__, "", phrase("option-wound", rule="C29"), group="cast", inputs=inputs)


class SetHealth(Command, frozen=True):
    """Set a character's damage (G0). This is possible between scenes too, for example after the character has healed
    (T1)."""

    places = BOTH

    actor: Id
    bashing: Damaged = 0
    lethal: Damaged = 0
    aggravated: Damaged = 0

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        own(view, self.actor)
        check_levels(len(levels_of(view, self.actor)), self.bashing, self.lethal, self.aggravated)

    def decide(self, table: Deciding) -> None:
        event = HealthStated(self.actor, self.bashing, self.lethal, self.aggravated)
        what = phrase("override-health", bashing=self.bashing, lethal=self.lethal, aggravated=self.aggravated)
        table.emit(face_audience(table.full, self.actor), event, Overridden(table.seat.id, self.actor, what))
        release_if_incapacitated(table, self.actor)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and is_played_here(view):
            for face in view.all(Face):
                most = len(levels_of(view, face.id))
                health = view.get(Health, face.id) or Health(face.id)
                levels = tuple(
                    Input(n, named(n), "number", most=most, default=str(getattr(health, n))) for n in DAMAGES
                )
                label = phrase("option-set-health", rule="G0", who=character_ref(face.id))
                yield Option(cls.__name__, face.id, label, group="cast", inputs=levels)
