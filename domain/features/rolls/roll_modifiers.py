"""Rulings on a roll to come: dice or a difficulty that the Storyteller gives a character, openly or not (X2, X3, X5).

An open ruling stands where the character's face stands, and goes with it. Any other is the Storyteller's alone until it
is used up, and whether it stands changes no answer to anybody. One on the next roll goes from scene to scene, and is
for a roll where the game is: while a scene is open, the chronicle's copy is for none, and the end of the scene replaces
it (T1).

A ruling bears on one kind of roll: the next action that the character rolls, unless it names another kind (X6).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar, Final, Literal, NamedTuple

from msgspec import Meta

from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind
from domain.core.bounds import Id, Modifier, ShortText
from domain.core.command import BOTH, Choice, Command, Input, Option, Refusal
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Fate, Record
from domain.core.state import View
from domain.features.characters.character import FACES, Face, face_audience, hidden, own
from domain.features.rolls.call import Call, call_audience
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import literal, tell
from domain.rules.rule_types import Part, RollKind
from domain.rules.ruleset import no_difficulty

Visibility = Literal["open", "unexplained", "hidden"]
"""Seen with its reason; seen as a number alone; not seen at all, and the dice neither (X2 i to iii)."""

KINDS: Final[dict[RollKind, str]] = {
    "action": "action",
    "initiative": "initiative roll",
    "soak": "soak roll",
    "damage": "damage roll",
    "will": "test of will",
    "reflex": "other reflexive",
}
"""What each kind of roll is called (X6)."""
COUNTED: Final[frozenset[RollKind]] = frozenset({"initiative", "soak", "damage"})
"""The kinds of rolls whose count everybody sees in what follows: nothing hidden bears on them (X2)."""

HiddenDifficulty = Annotated[int, Meta(ge=0, le=10)]


class Ruling(Record, frozen=True):
    """What the Storyteller adds to a character's next roll, or to the answer to one call (`call`)."""

    lasts: ClassVar[bool] = True

    actor: str
    call: str
    dice: int
    visibility: Visibility
    reason: str
    difficulty: int
    """0: none."""
    told: bool = False
    """Whether everybody knows the difficulty; else the player is not to (X3)."""
    kind: RollKind = "action"
    """On which kind of roll it bears (X6)."""

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
    def words(self) -> str:
        """What it gives, in a few words."""
        dice = f"{self.dice:+} dice" if self.dice or not self.difficulty else ""
        difficulty = f"difficulty {self.difficulty}" if self.difficulty else ""
        kind = "" if self.kind == "action" else f"on the next {KINDS[self.kind]}"
        return ", ".join(filter(None, (dice, difficulty, kind)))

    @property
    def kept_back(self) -> bool:
        """Whether it sets a difficulty that the player is not to know (X3)."""
        return self.difficulty > 0 and not self.told


class Wear(Record, frozen=True):
    """How often control was taken from a player; its id is the seat's (X5)."""

    lasts: ClassVar[bool] = True

    times: int


class NextRollModified(Event, frozen=True):
    """The Storyteller ruled on a roll to come. `any_roll`: it was on the next roll of any kind when it was made, as the
    first version had it."""

    audiences: ClassVar[frozenset[Kind]] = FACES
    version: ClassVar[int] = 2

    id: str
    who: str
    actor: str
    call: str
    dice: int
    visibility: Visibility
    reason: str
    difficulty: int
    told: bool = False
    kind: RollKind = "action"
    any_roll: bool = False

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1:
            return super().lift(version, fields)
        added = (False, "action")  # `told` and `kind`, which the oldest do not have
        return [*fields, *added[len(fields) - 8 :], True]

    def apply(self, records: Partition, at: int) -> None:
        records.put(
            Ruling(
                self.id, self.actor, self.call, self.dice, self.visibility, self.reason, self.difficulty, self.told,
                self.kind,
            )
        )  # fmt: skip
        what = [f"{self.dice:+} dice"] if self.dice else []
        what += [f"difficulty {self.difficulty}{'' if self.told else ', not told'}"] if self.difficulty else []
        roll = "roll" if self.call or (self.any_roll and self.kind == "action") else KINDS[self.kind]
        words = f"On the next {roll} of {{0}}: {', '.join(what)} ({self.visibility}). {literal(self.reason)}".rstrip()
        tell(records, at, words, self.actor, kind="ruled", who=self.who)


class RulingStated(Event, frozen=True):
    """A ruling as it stands, without a word about it."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    ruling: Ruling

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.ruling)


class RulingSpent(Event, frozen=True):
    """A ruling was used up, or withdrawn."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Ruling, self.id)


class RulingNoted(Event, frozen=True):
    """What the Storyteller is to know of a ruling that she keeps back: that a roll has passed it over, or how far what
    it bore on went."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    actor: str
    words: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, f"{{0}}: {literal(self.words)}", self.actor)


class ControlTaken(Event, frozen=True):
    """Something was decided over a player's head: counted, for it wears thin (X5)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    player: str

    def apply(self, records: Partition, at: int) -> None:
        worn = records.get(Wear, self.player)
        records.put(Wear(self.player, worn.times + 1 if worn else 1))


class ModifyNextRoll(Command, frozen=True):
    """Give or take dice on a character's next roll of this `kind`, by default the next action, or set its difficulty,
    which its player does not see unless it is `told` (X2, X6)."""

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
            raise Refusal(
                "nothing-modified", "Say how many dice to give or take, or at what difficulty it is rolled (X2)."
            )
        if self.told and (not self.difficulty or self.visibility != "open"):
            raise Refusal("told", "What everybody knows is a difficulty that comes with nothing kept back (X2, D18).")
        kept_back = self.visibility == "hidden" or (self.difficulty and not self.told)
        if kept_back and self.kind in COUNTED and not hidden(view, self.actor):
            raise Refusal(
                "count-seen",
                f"What a {KINDS[self.kind]} comes to is seen: modify it openly, or unexplained (X2, X6).",
            )
        check_next(view, self.actor, self.dice, self.stands(view), self.kind)
        if self.difficulty:
            check_hidden_difficulty(view, self.difficulty)

    def stands(self, view: View) -> Audience:
        """Who sees it stand: whoever sees the character, where it is open; else the Storyteller."""
        open_ = self.visibility == "open" and (self.told or not self.difficulty)
        return face_audience(view, self.actor) if open_ else STORYTELLER

    def decide(self, table: Deciding) -> None:
        given = Given(self.dice, self.visibility, self.reason, self.difficulty, self.told, self.kind)
        rule(table, self.stands(table.full), self.actor, "", given)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and is_played_here(view):
            inputs = [
                Input("dice", "Dice given or taken", "number", least=-10, most=10),
                Input("visibility", "Who sees it", "choice", VISIBILITIES),
                Input("reason", "Why", "text", most=200),
                Input("kind", "For which roll", "choice", NEXT, default="action", rarely=True),
            ]
            if rules_of(view).chooses_difficulty:
                inputs.append(Input("difficulty", "Difficulty (0: the usual)", "number", most=10))
                inputs.append(Input("told", "Everybody knows the difficulty", "flag"))
            for face in view.all(Face):
                label = f"Modify {face.name}'s next roll"
                yield Option(cls.__name__, face.id, label, group="secrets", inputs=tuple(inputs))


class WithdrawRuling(Command, frozen=True):
    """Take back a ruling on a roll that has not been made."""

    places = BOTH

    ruling: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        found = view.get(Ruling, self.ruling)
        if found is None:
            raise Refusal("no-such-ruling", "There is no such ruling (X2).")
        if not found.call:
            played_here(view)

    def decide(self, table: Deciding) -> None:
        table.emit(table.full.audience_of(Ruling, self.ruling) or STORYTELLER, RulingSpent(self.ruling))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            rulings = tuple(Choice(r.id, r.words, r.reason) for r in view.all(Ruling) if r.call or is_played_here(view))
            if rulings:
                which = Input("ruling", "Which", "choice", rulings)
                yield Option(cls.__name__, "", "Withdraw a ruling", group="secrets", inputs=(which,))


NEXT = tuple(Choice(kind, f"The next {words}") for kind, words in KINDS.items())
VISIBILITIES = (
    Choice("open", "Open", "dice and reason are seen"),
    Choice("unexplained", "Unexplained", "the number is seen, the reason is not"),
    Choice(
        "hidden",
        "Hidden",
        "the player sees only success or failure, and no dice",
    ),
)


class Given(NamedTuple):
    """What a ruling gives."""

    dice: int
    visibility: Visibility
    reason: str
    difficulty: int
    told: bool = False
    kind: RollKind = "action"


def rule(table: Deciding, audience: Audience, actor: str, call: str, given: Given) -> None:
    """State a ruling under a fresh id."""
    table.emit(audience, NextRollModified(table.chance.id(audience), table.seat.id, actor, call, *given))


def check_hidden_difficulty(view: View, difficulty: int) -> None:
    """Raises `Refusal` unless these rules let the Storyteller keep such a difficulty back (X3, D8)."""
    if not rules_of(view).chooses_difficulty:
        raise no_difficulty()
    if difficulty == 1:
        raise Refusal("difficulty", "A difficulty is 2 to 10, not 1 (D8).")


def check_together(
    view: View,
    actor: str,
    given: Sequence[int],
    call: str = "",
    heard: Audience | None = None,
    kind: RollKind = "action",
) -> None:
    """Whether these modifiers may stand on one roll of this kind with what is ruled on it, as far as the view knows:
    what is hidden from a player never refuses it anything (S3, X2). Raises `Refusal`."""
    rules = rules_of(view)
    rules.check_modifiers(given)
    ruled = [r.dice for r in bearing(view, actor, call, heard, kind) if r.dice]
    for one in ruled if any(given) else ():  # what stands side by side, from before the rules were changed, goes on
        rules.check_modifiers([*given, one])


def check_next(view: View, actor: str, dice: int, stands: Audience | None = None, kind: RollKind = "action") -> None:
    """Whether so many dice may be given or taken on a character's next roll of this kind, whichever that is of those it
    is asked for and on which it bears (S3). `stands`: who sees it stand, by default whoever sees the character. Raises
    `Refusal`."""
    if not dice:
        return
    check_together(view, actor, [dice], kind=kind)
    rules = rules_of(view)
    for call in (one for one in view.all(Call) if one.actor == actor and rules.roll_kind(one.traits) == kind):
        heard = call_audience(view, call.id)
        if bears(stands or face_audience(view, actor), heard):
            check_together(view, actor, [dice, *call.given], call.id, heard, kind)


def bears(stands: Audience, heard: Audience) -> bool:
    """Whether a ruling that stands there bears on a roll that `heard` hear. One that not everybody hears leaves alone
    what everybody sees: its going would be a trace of the roll (X1)."""
    return heard == EVERYONE or stands == STORYTELLER


def bearing(
    view: View, actor: str, call: str = "", heard: Audience | None = None, kind: RollKind = "action"
) -> list[Ruling]:
    """The rulings that bear on a roll of this kind by this actor, as far as the view knows them: it uses them up (X6).
    `heard`: who hears it, by default whoever sees the actor; `call`: what it answers, with all that was ruled on it."""
    mine = [r for r in view.all(Ruling) if r.actor == actor] if actor else []
    found = [r for r in mine if (r.call == call if r.call else r.kind == kind)]
    if found and not is_played_here(view):  # what is for the next roll is for one where the game is
        found = [r for r in found if r.call]
    if not found:
        return []
    hear = heard or face_audience(view, actor)
    return [r for r in found if bears(view.audience_of(Ruling, r.id) or STORYTELLER, hear)]


def openly_bearing(
    view: View, actor: str, call: str = "", heard: Audience | None = None, kind: RollKind = "action"
) -> list[Ruling]:
    """Of the rulings that bear on a roll, those that all who hear it know of before it is made (X2 i, D18)."""
    if not bearing(view, actor, call, heard, kind):  # as it is with most rolls
        return []
    hear = heard or face_audience(view, actor)
    known = bearing(view.known_to(hear), actor, call, hear, kind)
    return [r for r in known if r.visibility == "open" and not r.kept_back]


def withholds(ruling: Ruling) -> bool:
    """Whether the table may not learn the count of a roll that this ruling bears on (X2 iii, X3)."""
    return ruling.visibility == "hidden" or ruling.kept_back


def use_up(table: Deciding, rulings: Iterable[Ruling]) -> None:
    """Take these rulings from the table, as far as they stand on it: a circumstance stays (X7)."""
    for ruling in rulings:
        audience = table.full.audience_of(Ruling, ruling.id)
        if audience is not None:
            table.emit(audience, RulingSpent(ruling.id))


def part(ruling: Ruling, *, told: bool) -> Part:
    """A ruling as a part of a pool; `told`: with its reason."""
    explained = told or ruling.visibility == "open"
    return (ruling.reason or "the Storyteller" if explained else "unexplained", ruling.dice)


def open_parts(view: View, actor: str, kind: RollKind = "action") -> tuple[Part, ...]:
    """The dice that everybody sees given or taken on a roll of this kind by this actor that they will hear."""
    return tuple(part(r, told=True) for r in openly_bearing(view, actor, kind=kind) if r.dice)


def take_control(table: Deciding, actor: str) -> None:
    """Count that control was taken from the actor's player, if it has one (X5)."""
    take_control_of_all(table, (actor,))


def take_control_of_all(table: Deciding, actors: Iterable[str]) -> None:
    """Count that control was taken once from each player who plays one or more of these characters (X5)."""
    faces = (table.full.get(Face, actor) for actor in actors)
    for player in dict.fromkeys(face.player for face in faces if face is not None and face.player):
        table.emit(STORYTELLER, ControlTaken(player))
