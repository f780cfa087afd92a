"""Rulings: dice or a difficulty that the Storyteller sets for a character's next roll, openly or in secret (X2, X3,
X5).

Everybody who sees the character reads an open ruling; it is hidden and revealed together with the character. Any other
ruling is a record that only the Storyteller reads until a roll uses it up. Until then, no answer to a player depends on
it. A ruling on the next roll is kept from scene to scene. While a scene is open, the chronicle's copy of it affects no
roll, and is replaced when the scene ends (T1).

A ruling affects a single kind of roll: the character's next action, unless it names another kind (X6).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar, Final, Literal, NamedTuple

from msgspec import Meta, to_builtins

from domain.command import BOTH, Command
from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind
from domain.core.bounds import Id, Modifier, ShortText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.record import Fate, Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Words, as_it_was, character_ref, phrase, said
from domain.features.characters.character import FACES, Face, face_audience, hidden, own
from domain.features.rolls.call import Call, call_audience
from domain.features.rolls.modifiers_in_words import kind_in_words, modifiers_in_words, noted
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import tell
from domain.rules.rule_types import Part, RollKind
from domain.rules.ruleset import no_difficulty
from domain.tracked_view import memoized

Visibility = Literal["open", "unexplained", "hidden"]
"""The part of a modifier that players see. "open": the number and its reason; "unexplained": only the number; "hidden":
nothing, and they do not see the dice of the roll either (X2 i to iii)."""

KINDS: Final[tuple[RollKind, ...]] = ("action", "initiative", "soak", "damage", "will", "reflex")
COUNTED: Final[frozenset[RollKind]] = frozenset({"initiative", "soak", "damage"})
"""The kinds of rolls whose successes everybody sees in the events that follow. A hidden ruling never affects them
(X2)."""

NO_REASON: Final = phrase("part-storyteller")
UNEXPLAINED: Final = phrase("part-unexplained", rule="X2")
HiddenDifficulty = Annotated[int, Meta(ge=0, le=10)]


class Ruling(Record, frozen=True):
    """A modifier that the Storyteller sets for a character's next roll, or for the answer to a call (`call`)."""

    lasts: ClassVar[bool] = True

    actor: str
    call: str
    dice: int
    visibility: Visibility
    reason: Words | str
    difficulty: int
    """The difficulty that it sets, 0 for none."""
    told: bool = False
    """True if everybody knows the difficulty; False if only the Storyteller does (X3)."""
    kind: RollKind = "action"
    """The kind of roll that it affects (X6)."""

    @property
    def about(self) -> tuple[str, ...]:
        return (self.actor,)

    def on_hiding(self, actor: str) -> Fate:
        return "goes" if self.visibility == "open" and not self.kept_back else "stays"

    def on_handing(self, actor: str) -> Fate:
        return "ends" if self.call else "stays"

    def restating_event(self) -> Event:
        return RulingStated(self)

    @property
    def words(self) -> Words:
        """The ruling in a few words."""
        what = modifiers_in_words(self.dice, self.difficulty, told=True)
        return what if self.kind == "action" else phrase("ruling-on", what=what, kind=kind_in_words(self.kind))

    @property
    def kept_back(self) -> bool:
        """True if the ruling sets a difficulty that the player may not know (X3)."""
        return self.difficulty > 0 and not self.told


class NextRollModified(Event, frozen=True):
    """The Storyteller made a ruling. `any_roll`: True for an event of the first version, in which a ruling was for the
    next roll of any kind."""

    audiences: ClassVar[frozenset[Kind]] = FACES
    version: ClassVar[int] = 2

    id: str
    who: str
    actor: str
    call: str
    dice: int
    visibility: Visibility
    reason: Words | str
    difficulty: int
    told: bool = False
    kind: RollKind = "action"
    any_roll: bool = False

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1:
            return super().lift(version, fields)
        added = (False, "action")  # these are `told` and `kind`, which the oldest events lack
        return [*fields, *added[len(fields) - 8 :], True]

    def apply(self, records: Partition, at: int) -> None:
        records.put(
            Ruling(
                self.id, self.actor, self.call, self.dice, self.visibility, self.reason, self.difficulty, self.told,
                self.kind,
            )
        )  # fmt: skip
        what = modifiers_in_words(self.dice, self.difficulty, told=self.told)
        who, seen = character_ref(self.actor), phrase(f"visibility-{self.visibility}")
        if self.call or (self.any_roll and self.kind == "action"):
            words = phrase("line-next-roll", rule="X2", who=who, what=what, visibility=seen)
        else:
            kind = kind_in_words(self.kind)
            words = phrase("line-next-roll-of-kind", rule="X2", who=who, kind=kind, what=what, visibility=seen)
        if self.reason:
            words = phrase("line-with-reason", line=words, reason=said(self.reason))
        tell(records, at, words, kind="ruled", who=self.who)


class RulingStated(Event, frozen=True):
    """A ruling with all its fields. The story shows no line for it."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    ruling: Ruling

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.ruling)


class RulingSpent(Event, frozen=True):
    """A ruling was used up or withdrawn."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Ruling, self.id)


class RulingNoted(Event, frozen=True):
    """A note to the Storyteller about a ruling that only she knows: a roll did not use it, or it led to a result that
    she must know, for example how far a sprint went."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})
    version: ClassVar[int] = 2

    actor: str
    words: Words

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1:
            return super().lift(version, fields)
        actor, text = map(str, fields)
        return [actor, to_builtins(noted(actor, as_it_was(text)))]

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, self.words)


class ModifyNextRoll(Command, frozen=True):
    """Add or remove dice on a character's next roll of this `kind`, by default its next action, or set the difficulty
    of that roll. Its player sees the difficulty only if it is `told` (X2, X6)."""

    desk = "secret"
    places = BOTH

    actor: Id
    dice: Modifier = 0
    visibility: Visibility = "open"
    reason: ShortText = ""
    difficulty: HiddenDifficulty = 0
    told: bool = False
    kind: RollKind = "action"

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        own(view, self.actor)
        if not self.dice and not self.difficulty:
            raise Refusal("nothing-modified", rule="X2")
        if self.told and (not self.difficulty or self.visibility != "open"):
            raise Refusal("told-difficulty", rule="X2")
        kept_back = self.visibility == "hidden" or (self.difficulty and not self.told)
        if kept_back and self.kind in COUNTED and not hidden(view, self.actor):
            raise Refusal("count-seen", rule="X2", kind=kind_in_words(self.kind))
        check_next(view, self.actor, self.dice, self.stands(view), self.kind)
        if self.difficulty:
            check_hidden_difficulty(view, self.difficulty)

    def stands(self, view: View) -> Audience:
        """Return the audience of the ruling: all who see the character if the ruling is open, else the Storyteller."""
        open_ = self.visibility == "open" and (self.told or not self.difficulty)
        return face_audience(view, self.actor) if open_ else STORYTELLER

    def decide(self, table: Deciding) -> None:
        given = Given(self.dice, self.visibility, self.reason, self.difficulty, self.told, self.kind)
        add_ruling(table, self.stands(table.full), self.actor, "", given)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and is_played_here(view):
            inputs = [
                Input("dice", phrase("ask-dice-given"), "number", least=-10, most=10),
                Input("visibility", phrase("ask-visibility", rule="X2"), "choice", VISIBILITIES),
                Input("reason", phrase("ask-why"), "text", most=200),
                Input("kind", phrase("ask-roll-kind", rule="X6"), "choice", NEXT, default="action", rarely=True),
            ]
            if rules_of(view).chooses_difficulty:
                inputs.append(Input("difficulty", phrase("ask-ruled-difficulty", rule="X3"), "number", most=10))
                inputs.append(Input("told", phrase("ask-told", rule="D18"), "flag"))
            for face in view.all(Face):
                label = phrase("option-modify-next-roll", rule="X2", who=character_ref(face.id))
                yield Option(cls.__name__, face.id, label, group="secrets", inputs=tuple(inputs))


class WithdrawRuling(Command, frozen=True):
    """Withdraw a ruling before a roll uses it up."""

    title = phrase("command-withdraw-ruling")
    places = BOTH

    ruling: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        found = view.get(Ruling, self.ruling)
        if found is None:
            raise Refusal("no-such-ruling", rule="X2")
        if not found.call:
            played_here(view)

    def decide(self, table: Deciding) -> None:
        table.emit(table.full.audience_of(Ruling, self.ruling) or STORYTELLER, RulingSpent(self.ruling))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            for ruling in (r for r in view.all(Ruling) if r.call or is_played_here(view)):
                this = Choice(ruling.id, ruling.words, said(ruling.reason))
                which = Input("ruling", phrase("ask-ruling"), "choice", (this,), default=ruling.id)
                label = phrase("option-withdraw-ruling", rule="X2", who=character_ref(ruling.actor), what=ruling.words)
                yield Option(cls.__name__, "", label, said(ruling.reason), "secrets", inputs=(which,), grave=True)


VISIBILITIES = (
    Choice("open", phrase("choice-open"), phrase("hint-visibility-open")),
    Choice("unexplained", phrase("choice-unexplained"), phrase("hint-visibility-unexplained")),
    Choice("hidden", phrase("choice-hidden"), phrase("hint-visibility-hidden")),
)


NEXT = tuple(Choice(kind, kind_in_words(kind)) for kind in KINDS)


class Given(NamedTuple):
    """The values that a ruling sets."""

    dice: int
    visibility: Visibility
    reason: Words | str
    difficulty: int
    told: bool = False
    kind: RollKind = "action"


def add_ruling(table: Deciding, audience: Audience, actor: str, call: str, given: Given) -> None:
    """Make a ruling with a fresh id."""
    table.emit(audience, NextRollModified(table.chance.id(audience), table.seat.id, actor, call, *given))


def check_hidden_difficulty(view: View, difficulty: int) -> None:
    """Raise `Refusal` unless the rules let the Storyteller set this difficulty in secret (X3, D8)."""
    if not rules_of(view).chooses_difficulty:
        raise no_difficulty()
    if difficulty == 1:
        raise Refusal("difficulty", rule="D8", difficulty=1)


def check_together(
    view: View,
    actor: str,
    given: Sequence[int],
    call: str = "",
    heard: Audience | None = None,
    kind: RollKind = "action",
) -> None:
    """Raise `Refusal` if the given modifiers may not be combined, on a roll of this kind, with the rulings that the
    view knows. A ruling that is hidden from a player never causes a refusal (S3, X2)."""
    rules = rules_of(view)
    rules.check_modifiers(given)
    ruled = [r.dice for r in rulings_for(view, actor, call, heard, kind) if r.dice]
    for one in ruled if any(given) else ():  # without new dice, rulings from before a change of the rules stay valid
        rules.check_modifiers([*given, one])


def check_next(view: View, actor: str, dice: int, stands: Audience | None = None, kind: RollKind = "action") -> None:
    """Raise `Refusal` if the Storyteller may not add this many dice to the character's next roll of this kind (below 0:
    remove them). Every open call that the ruling would affect is checked too (S3). `stands`: the audience of the
    ruling, by default all who see the character."""
    if not dice:
        return
    check_together(view, actor, [dice], kind=kind)
    rules = rules_of(view)
    for call in (one for one in view.all(Call) if one.actor == actor and rules.roll_kind(one.traits) == kind):
        heard = call_audience(view, call.id)
        if applies_to(stands or face_audience(view, actor), heard):
            check_together(view, actor, [dice, *call.given], call.id, heard, kind)


def applies_to(stands: Audience, heard: Audience) -> bool:
    """True if a ruling with the audience `stands` affects a roll with the audience `heard`. A roll that some seats do
    not know of must not use up a ruling that they see, because they would notice that it is gone (X1)."""
    return heard == EVERYONE or stands == STORYTELLER


@memoized
def rulings_about(view: View, actor: str) -> tuple[Ruling, ...]:
    """Return the rulings on a character, as far as the view knows them."""
    return tuple(r for r in view.all(Ruling) if r.actor == actor)


def rulings_for(
    view: View, actor: str, call: str = "", heard: Audience | None = None, kind: RollKind = "action"
) -> list[Ruling]:
    """Return the rulings that affect a roll of this kind by this character, as far as the view knows them. The roll
    will use them up (X6). `heard`: the audience of the roll, by default all who see the character; `call`: the call
    that the roll answers; all rulings on the call are included."""
    mine = rulings_about(view, actor) if actor else ()
    found = [r for r in mine if (r.call == call if r.call else r.kind == kind)]
    if found and not is_played_here(view):  # a ruling on the next roll counts only where the game is played now
        found = [r for r in found if r.call]
    if not found:
        return []
    hear = heard or face_audience(view, actor)
    return [r for r in found if applies_to(view.audience_of(Ruling, r.id) or STORYTELLER, hear)]


def open_rulings_for(
    view: View, actor: str, call: str = "", heard: Audience | None = None, kind: RollKind = "action"
) -> list[Ruling]:
    """Return the rulings on a roll that its whole audience knows before it is made (X2 i, D18)."""
    if not rulings_for(view, actor, call, heard, kind):  # the usual case
        return []
    hear = heard or face_audience(view, actor)
    known = rulings_for(view.known_to(hear), actor, call, hear, kind)
    return [r for r in known if r.visibility == "open" and not r.kept_back]


def hides_successes(ruling: Ruling) -> bool:
    """True if this ruling hides the successes of a roll from the table (X2 iii, X3)."""
    return ruling.visibility == "hidden" or ruling.kept_back


def use_up(table: Deciding, rulings: Iterable[Ruling]) -> None:
    """Remove the rulings that are records on the table. A circumstance in the form of a ruling is no such record, and
    stays (X7)."""
    for ruling in rulings:
        audience = table.full.audience_of(Ruling, ruling.id)
        if audience is not None:
            table.emit(audience, RulingSpent(ruling.id))


def part(ruling: Ruling, *, reason: bool) -> Part:
    """Return a ruling as a part of a pool. `reason`: True to show its reason, even if the ruling does not show it
    openly."""
    explained = reason or ruling.visibility == "open"
    return (ruling.reason or NO_REASON if explained else UNEXPLAINED, ruling.dice)


def open_parts(view: View, actor: str, kind: RollKind = "action") -> tuple[Part, ...]:
    """Return the dice that open rulings add to a roll of this kind by this character, if everybody sees the roll."""
    return tuple(part(r, reason=True) for r in open_rulings_for(view, actor, kind=kind) if r.dice)
