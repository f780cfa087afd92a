"""Standing circumstances: lasting modifiers that the Storyteller sets on a character, a side or the whole scene (X7).
"Drugged -3", "dim hall -1".

All who see the character read an open circumstance, and it is a part of each pool that it affects. Of an unexplained
circumstance players read the number alone; only the Storyteller has its reason. A hidden circumstance is a record of
the Storyteller alone: it is in no pool that players see, and is added when the dice are thrown, like a hidden ruling
(X2 iii). Unlike a ruling, no roll uses it up. It takes control from the players it concerns, counted once when it is
set (X5).

It affects actions and not reflexives. If it names sight or a trait, it affects every roll of that (X6). But a hidden
circumstance never changes a roll whose successes everybody sees in the events that follow, such as initiative, soak or
damage, because the number would reveal it (X2). The Storyteller is told so when she sets it on sight or a trait.
"""

from collections.abc import Collection, Iterator
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta

from domain.command import BOTH, Command
from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind
from domain.core.bounds import Id, Modifier, Name, ShortText
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.record import Fate, Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.features.characters.character import FACES, Face, Sheet, face_audience, name_of, own
from domain.features.rolls.call import check_reasons
from domain.features.rolls.control_taken import take_control_of_all
from domain.features.rolls.roll_modifiers import VISIBILITIES, Visibility
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of, setting, storyteller_only
from domain.features.table.story_log import literal, tell
from domain.features.table.turn import turn_number, turns_run
from domain.rules.rule_types import Part
from domain.tracked_view import memoized

Ends = Literal["word", "turn", "scene"]
SIDES: Final[dict[str, str]] = {
    "players": "all player characters",
    "storyteller": "all the Storyteller's characters",
    "scene": "everybody in the scene",
}
"""Groups of characters, in words."""
BEARS: Final[dict[str, str]] = {"actions": "all actions", "sight": "sight"}
"""Groups of rolls, in words; any other value of `bears` is a trait."""
ENDS: Final[dict[Ends, str]] = {
    "word": "when the Storyteller ends it",
    "turn": "with this turn",
    "scene": "with the scene",
}
PASSED_OVER: Final = "rolls whose count everybody sees, such as initiative, soak and damage"
"""The rolls that a hidden circumstance does not change (X2)."""
SEEN_BY: Final = (
    *(choice for choice in VISIBILITIES if choice.value != "hidden"),
    Choice(
        "hidden", "Hidden", f"the player sees only success or failure, and no dice; it does not change {PASSED_OVER}"
    ),
)

MOST: Final = 100
"""The limit of circumstances at a time."""
On = Annotated[tuple[Id, ...], Meta(max_length=20)]


class Circumstance(Record, frozen=True):
    """A lasting modifier. `on` is a character's id or a key of `SIDES`, `words` its reason ("" if its readers may not
    know it), `bears` a key of `BEARS` or a trait, `until` the turn that it ends with (0 for none)."""

    lasts: ClassVar[bool] = True

    on: str
    dice: int
    visibility: Visibility
    words: str
    bears: str
    ends: Ends
    until: int = 0

    @property
    def about(self) -> tuple[str, ...]:
        return (self.on,)

    def on_hiding(self, actor: str) -> Fate:
        return "stays" if self.visibility == "hidden" else "goes"

    def restating_event(self) -> Event:
        return CircumstanceStated(self)

    @property
    def part(self) -> Part:
        """The circumstance as a part of a pool."""
        return (self.words or "unexplained", self.dice)

    @property
    def scope(self) -> str:
        """The rolls that it affects, in words."""
        return BEARS.get(self.bears, self.bears)


class CircumstanceReason(Record, frozen=True):
    """The reason for the unexplained circumstance with the same id, for the Storyteller alone (X2 ii)."""

    lasts: ClassVar[bool] = True

    on: str
    words: str
    ends: Ends

    @property
    def about(self) -> tuple[str, ...]:
        return (self.on,)


class CircumstanceStated(Event, frozen=True):
    """A circumstance in full, without a line in the story."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    circumstance: Circumstance

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.circumstance)


class CircumstanceBegan(Event, frozen=True):
    """The Storyteller set a circumstance."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    who: str
    circumstance: Circumstance

    def apply(self, records: Partition, at: int) -> None:
        now = self.circumstance
        records.put(now)
        whom, refs = addressed(now.on)
        why = literal(now.words or "unexplained")
        words = f"From now on, {whom}: {why} {now.dice:+} on {literal(now.scope)}; ends {ENDS[now.ends]}."
        if now.visibility == "hidden" and now.bears != "actions":
            words += f" It is hidden, so it does not change {PASSED_OVER} (X2)."
        tell(records, at, words, *refs, kind="ruled", who=self.who)


class CircumstanceReasonKept(Event, frozen=True):
    """The Storyteller keeps the reason for a circumstance to herself."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    reason: CircumstanceReason

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.reason)
        whom, refs = addressed(self.reason.on)
        tell(records, at, f"The unexplained modifier on {whom} is: {literal(self.reason.words)}.", *refs)


class CircumstanceEnded(Event, frozen=True):
    """A circumstance ended, and with it the Storyteller's record of its reason."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        over = records.get(Circumstance, self.id)
        records.drop(Circumstance, self.id)
        records.drop(CircumstanceReason, self.id)
        if over is not None:
            whom, refs = addressed(over.on)
            whom = whom[:1].upper() + whom[1:]
            tell(records, at, f"{whom}: {literal(over.words or 'unexplained')} {over.dice:+} has ended.", *refs)


def addressed(on: str) -> tuple[str, tuple[str, ...]]:
    """Return the target of a circumstance in words for a story line, and the characters that the line names."""
    return (SIDES[on], ()) if on in SIDES else ("{0}", (on,))


def laid_on(face: Face) -> frozenset[str]:
    """Return the values of `on` that include this character: itself, its side, the scene."""
    return frozenset({face.id, "players" if face.player else "storyteller", "scene"})


@memoized
def on_actor(view: View, actor: str) -> tuple[Circumstance, ...]:
    """Return the circumstances set on a character, its side or the scene, as far as this view knows them."""
    face = view.get(Face, actor) if actor else None
    if face is None:
        return ()
    mine = laid_on(face)
    return tuple(one for one in view.all(Circumstance) if one.on in mine)


def circumstances_on(view: View, actor: str, traits: Collection[str], *, acting: bool) -> Iterator[Circumstance]:
    """Return the circumstances that affect a character's roll of the given traits. `acting`: the roll is an action
    (X6)."""
    found = list(on_actor(view, actor))
    if not found:  # the usual case
        return
    rules = rules_of(view)
    rolled = {rules.trait(trait) for trait in traits}
    seeing = not rolled.isdisjoint(rules.sight_traits)
    bears = {"actions": acting, "sight": seeing}
    yield from (one for one in found if bears.get(one.bears, rules.trait(one.bears) in rolled))


def standing_parts(view: View, actor: str, traits: Collection[str], *, acting: bool) -> tuple[Part, ...]:
    """Return the parts that open and unexplained circumstances add to a pool."""
    return tuple(one.part for one in circumstances_on(view, actor, traits, acting=acting) if one.visibility != "hidden")


class SetCircumstance(Command, frozen=True):
    """Set a lasting modifier (X7): its reason (`text`), its dice, its targets (`on`: ids or keys of `SIDES`; each gets
    a circumstance of its own), the rolls it affects (`bears`), and its end. A hidden circumstance does not change rolls
    whose successes everybody sees, such as initiative, soak and damage (X2)."""

    places = BOTH

    text: ShortText
    dice: Modifier
    on: On
    visibility: Visibility = "open"
    bears: Name = "actions"
    ends: Ends = "word"

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        if not self.text.strip():
            raise Refusal("nothing-said", 'Say what the circumstance is, such as "drugged" (X7).')
        if not self.dice:
            raise Refusal("nothing-modified", "Say how many dice it gives (1 or more) or takes (-1 or less) (X7).")
        check_reasons(self.text)
        rules_of(view).check_modifiers([self.dice])
        if not self.on:
            raise Refusal("nobody", "Say on whom it is laid: characters, a side, or everybody in the scene (X7).")
        for on in self.on:
            if on not in SIDES:
                own(view, on)
        self.check_trait(view)
        self.check_end(view)
        if sum(1 for _ in view.all(Circumstance)) + len(self.on) > MOST:
            raise Refusal("too-many", f"At most {MOST} circumstances stand at a time: end some first (X7).")

    def check_trait(self, view: View) -> None:
        """Raise `Refusal` if the trait that it names does not exist (D17)."""
        known = self.bears in BEARS or self.bears in rules_of(view).kinds
        if not (known or any(self.bears in dict(sheet.traits) for sheet in view.all(Sheet))):
            raise Refusal("no-such-trait", f"{self.bears} stands neither on a sheet nor in these rules (D17).")

    def check_end(self, view: View) -> None:
        """Raise `Refusal` if there is no turn or scene for it to end with."""
        if self.ends == "turn" and not turns_run(view):
            raise Refusal("no-turns", "No turns are running: let it end by your word or with the scene (X7).")
        if self.ends == "scene" and not in_scene(view):
            raise Refusal("no-scene", "No scene is being played here: let it end by your word (X7).")

    def stands(self, view: View, on: str) -> Audience:
        """Return its audience: all seats that see the character, or the Storyteller alone."""
        if self.visibility == "hidden":
            return STORYTELLER
        return EVERYONE if on in SIDES else face_audience(view, on)

    def decide(self, table: Deciding) -> None:
        text = self.text.strip()
        until = turn_number(table.full) if self.ends == "turn" else 0
        for on in dict.fromkeys(self.on):
            audience = self.stands(table.full, on)
            id_ = table.chance.id(audience)
            shown = "" if self.visibility == "unexplained" else text
            made = Circumstance(id_, on, self.dice, self.visibility, shown, self.bears, self.ends, until)
            table.emit(audience, CircumstanceBegan(table.seat.id, made))
            if not shown:
                table.emit(STORYTELLER, CircumstanceReasonKept(CircumstanceReason(id_, on, text, self.ends)))
        if self.visibility == "hidden":
            take_control_of_all(table, self.concerned(table.full))

    def concerned(self, view: View) -> list[str]:
        """Return the characters that it is set on, directly or with a side."""
        return [face.id for face in view.all(Face) if not laid_on(face).isdisjoint(self.on)]

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        cast = tuple(Choice(face.id, face.name) for face in view.all(Face))
        if not (view.seat.is_storyteller and is_played_here(view) and cast):
            return
        sides = tuple(Choice(side, words[:1].upper() + words[1:]) for side, words in SIDES.items())
        ends = (
            Choice("word", "When you end it"),
            *((Choice("turn", "With this turn"),) if turns_run(view) else ()),
            *((Choice("scene", "With the scene"),) if in_scene(view) else ()),
        )
        traits = (Choice(trait, trait, group.name) for group in rules_of(view).traits for trait in group.traits)
        inputs = (
            Input("text", 'What it is, such as "drugged"', "text", least=1, most=200),
            Input("dice", "Dice given or taken", "number", least=-10, most=10, default="-1"),
            Input("on", "On whom", "choices", (*cast, *sides), least=1, most=20),
            Input("visibility", "Who sees it", "choice", SEEN_BY, default="open"),
            Input("bears", "On which rolls", "choice", (*ROLLS, *traits), default="actions"),
            Input("ends", "It ends", "choice", ends, default="word"),
        )
        yield Option(cls.__name__, "", "Set a standing circumstance", "X7", "secrets", inputs=inputs)


ROLLS = (
    Choice("actions", "All actions", "not soak, initiative, damage, tests of will or other reflexives"),
    Choice("sight", "Sight", "rolls of Perception, Alertness, Firearms and the like"),
)


class EndCircumstance(Command, frozen=True):
    """End a circumstance (X7)."""

    places = BOTH

    circumstance: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        if view.get(Circumstance, self.circumstance) is None:
            raise Refusal("no-such-circumstance", "There is no such circumstance, or it has ended already (X7).")

    def decide(self, table: Deciding) -> None:
        end_circumstance(table, self.circumstance)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and is_played_here(view):
            standing = tuple(Choice(one.id, *in_words(view, one)) for one in view.all(Circumstance))
            if standing:
                # No default, so that no circumstance is ended by mistake.
                which = Input("circumstance", "Which", "choice", standing, least=1)
                yield Option(cls.__name__, "", "End a standing circumstance", "X7", "secrets", inputs=(which,))


def in_words(view: View, one: Circumstance) -> tuple[str, str]:
    """Return the name of a circumstance in a list for the Storyteller, and its scope and end."""
    reason = view.get(CircumstanceReason, one.id)
    whom = SIDES.get(one.on) or name_of(view, one.on)
    words = reason.words if reason else one.words
    return f"{words} {one.dice:+}: {whom}", f"{one.visibility}, on {one.scope}; ends {ENDS[one.ends]}"


def in_scene(view: View) -> bool:
    """True if this is a scene, which circumstances can end with."""
    return setting(view).place == "scene"


def end_circumstance(table: Deciding, id_: str) -> None:
    """End a circumstance for every audience that has it."""
    for type_ in (Circumstance, CircumstanceReason):
        audience = table.full.audience_of(type_, id_)
        if audience is not None:
            table.emit(audience, CircumstanceEnded(id_))


def end_passing(table: Deciding, *ends: Ends, before: int = 0) -> None:
    """End the circumstances with the given kinds of end; `before`: only if their turn is before this number (0:
    all)."""
    for one in [one for one in table.full.all(Circumstance) if one.ends in ends]:
        if not before or one.until < before:
            end_circumstance(table, one.id)
