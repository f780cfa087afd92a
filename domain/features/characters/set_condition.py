"""Conditions that the Storyteller decides: she gives them to characters, and ends them (G0, C30, C32)."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from domain.catalogue import catalogue
from domain.command import BOTH, Command
from domain.condition import Condition
from domain.core.bounds import Id, Name
from domain.core.deciding import Deciding
from domain.core.option import Choice, Input, Option
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, character_ref, phrase
from domain.features.characters.character import Face, face_audience, own
from domain.features.characters.conditions import add_condition, check_value, condition, end_condition
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import setting, storyteller_only
from domain.features.table.story_log import Overridden
from domain.features.table.turn import turn_number
from domain.records.bearing import Bearing, Value


def is_between_scenes(view: View) -> bool:
    """True if this is the table of the chronicle, between scenes. It runs no turns, and it has no conditions that end
    with a scene (T1)."""
    return setting(view).place == "chronicle"


def can_be_laid_here(view: View, rule: Condition) -> bool:
    """True if a condition lasts long enough to be given to a character at this table."""
    return rule.lasting or not is_between_scenes(view)


class SetCondition(Command, frozen=True):
    """Give a character a condition, or change its number (G0, C30, C32). It ends as its own rule says, but with `turns`
    no later than this number of turns after the current one. Between scenes, the condition must be one that lasts
    (T1)."""

    places = BOTH

    actor: Id
    condition: Name
    value: Value = 0
    turns: Value = 0

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        own(view, self.actor)
        rule = condition(self.condition)
        check_value(rule, self.value)
        if self.turns and is_between_scenes(view):
            raise Refusal("turns-between-scenes", rule="T1")
        if not can_be_laid_here(view, rule):
            raise Refusal("ends-with-scene", rule="T1", state=rule.words)

    def decide(self, table: Deciding) -> None:
        rule, last = condition(self.condition), turn_number(table.full) + self.turns
        turns = self.turns or None
        ends = phrase("ends-by-turn", ends=rule.ends, turn=last) if self.turns else NO_WORDS
        add_condition(table, self.actor, self.condition, value=self.value, turns=turns, ends=ends)
        what = phrase("override-state", state=rule.words_with(self.value))
        table.emit(face_audience(table.full, self.actor), Overridden(table.seat.id, self.actor, what))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not (view.seat.is_storyteller and is_played_here(view)):
            return
        kinds = [kind for kind in catalogue().conditions.values() if kind.by_hand and can_be_laid_here(view, kind)]
        known = tuple(Choice(kind.name, kind.with_rule) for kind in kinds)
        turns = Input("turns", phrase("ask-condition-turns"), "number", most=100, rarely=True)
        inputs = (
            Input("condition", phrase("ask-condition"), "choice", known),
            Input("value", phrase("ask-condition-number"), "number", most=100),
            *(() if is_between_scenes(view) else (turns,)),
        )
        for face in view.all(Face):
            label = phrase("option-lay-condition", rule="C32", whom=character_ref(face.id))
            yield Option(cls.__name__, face.id, label, group="cast", inputs=inputs)


class EndCondition(Command, frozen=True):
    """End a condition before its own rule ends it (G0). This is possible between scenes too (T1)."""

    places = BOTH
    title = phrase("ask-condition-to-end")

    borne: Annotated[str, Meta(max_length=200)]

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        found = view.get(Bearing, self.borne)
        if found is None:
            raise Refusal("condition-is-over", rule="C32")
        if not condition(found.name).by_word:
            raise Refusal("not-ended-by-hand", rule="G0", state=found.label, ends=found.ends)

    def decide(self, table: Deciding) -> None:
        borne = table.full.get(Bearing, self.borne)
        if borne is not None:
            end_condition(table, borne)
            what = phrase("override-no-state", state=borne.label)
            table.emit(face_audience(table.full, borne.character), Overridden(table.seat.id, borne.character, what))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and is_played_here(view):
            for borne in view.all(Bearing):
                face = view.get(Face, borne.character)
                if face is not None and condition(borne.name).by_word:
                    whose = phrase("choice-condition-of", who=character_ref(face.id), state=borne.label)
                    choices = (Choice(borne.id, whose),)
                    which = Input("borne", phrase("ask-condition"), "choice", choices, default=borne.id)
                    label = phrase("option-end-condition", rule="G0", who=character_ref(face.id))
                    yield Option(cls.__name__, "", label, group="cast", inputs=(which,))
