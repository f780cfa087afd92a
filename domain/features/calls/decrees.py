"""Decrees: the Storyteller decides a matter without dice; it happens or it does not (G1, G2)."""

from collections.abc import Iterator
from typing import ClassVar

from domain.command import BOTH, Command
from domain.core.audience import EVERYONE, Kind
from domain.core.bounds import Dots, Id, LongText, ShortText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed, character_ref, phrase, term
from domain.features.calls.stated_intent import Aim, aim_of, end_aim, this_aim
from domain.features.characters.character import Face, face_audience, own, sheet
from domain.features.rolls.pools import check_known, trait_choices
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import tell


class Decreed(Event, frozen=True):
    """The Storyteller has decided a matter without a roll. `trait`, `score`: the trait and the score that decided it
    (G2), if any."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    who: str
    actor: str
    text: str
    happens: bool
    trait: str
    score: int

    def apply(self, records: Partition, at: int) -> None:
        text = Typed(self.text)
        words = phrase("decree-happens", text=text) if self.happens else phrase("decree-fails", text=text)
        if self.trait:
            words = phrase("decree-by-trait", decree=words, trait=term(self.trait), score=self.score)
        said = (
            phrase("line-decreed-for", who=character_ref(self.actor), decree=words)
            if self.actor
            else phrase("line-decreed", decree=words)
        )
        tell(records, at, said, kind="ruled", who=self.who)


class Decree(Command, frozen=True):
    """Decide a matter without a roll: it happens or it does not. `trait`: it happens if the character has at least
    `score` in this trait (G2). `aim`: the player's intent that this answers (G3)."""

    answers = "aim"
    places = BOTH

    text: LongText
    happens: bool = True
    actor: Id = ""
    trait: ShortText = ""
    score: Dots = 0
    aim: Id = ""

    def check(self, view: View) -> None:
        storyteller_only(view)
        if not self.text.strip():
            raise Refusal("no-decree", rule="G1")
        if self.actor:
            own(view, self.actor)
        if self.trait and not self.actor:
            raise Refusal("decree-without-character", rule="G2")
        if self.trait:
            check_known(view, self.actor, self.trait)
        if self.aim:
            aim_of(view, self.aim)

    def decide(self, table: Deciding) -> None:
        happens = self.happens
        if self.trait:
            rules = rules_of(table.full)
            happens = sheet(table.full, self.actor).dots(rules.trait(self.trait)) >= self.score
        audience = face_audience(table.full, self.actor) if self.actor else EVERYONE
        if self.aim:
            end_aim(table, self.aim)
        table.emit(audience, Decreed(table.seat.id, self.actor, self.text, happens, self.trait, self.score))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            text = Input("text", phrase("ask-decree"), "text", least=1, most=4000)
            happens = Input("happens", phrase("ask-happens"), "flag", default="true")
            score = Input("score", phrase("ask-score"), "number", most=10)
            yield Option(cls.__name__, "", phrase("option-decree", rule="G1"), group="story", inputs=(text, happens))
            for face in view.all(Face):
                traits = (Choice("", phrase("choice-no-trait")), *trait_choices(view, face.id))
                trait = Input("trait", phrase("ask-by-trait", rule="G2"), "choice", traits)
                inputs = (text, happens, trait, score)
                for aim in (a for a in view.all(Aim) if a.actor == face.id):
                    asked, settle = (this_aim(aim), *inputs), phrase("option-settle", rule="G3")
                    yield Option(cls.__name__, face.id, settle, "", "dice", False, asked)
                label = phrase("option-decree-for", rule="G1", who=character_ref(face.id))
                yield Option(cls.__name__, face.id, label, group="story", inputs=inputs)
