"""Standing circumstances: lasting modifiers that the Storyteller sets on a character, a side or the whole scene (X7).
"Drugged -3", "dim hall -1".

An open circumstance is read by all who see the character, and is a part of each pool that it affects. If it is
unexplained, players read only the number, and only the Storyteller knows the reason. If it is hidden, only the
Storyteller reads it: it is in no pool that players see, and is added when the dice are rolled, like a hidden ruling (X2
iii). No roll uses up a circumstance. A hidden one counts, once when it is set, as taking control from the players of
the characters (X5).

A circumstance affects actions, and no reflexive rolls. If it names sight or a trait, it affects every roll that needs
sight or rolls the trait (X6). But a hidden one never changes a roll whose successes everybody sees in the events that
follow, such as initiative, soak or damage, because the number would reveal it (X2). The Storyteller is told so when she
sets a hidden circumstance for sight or a trait.
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
from domain.core.words import Ref, Typed, Words, character_ref, named, phrase, said, signed, term, typed
from domain.features.characters.character import FACES, Face, Sheet, face_audience, own
from domain.features.rolls.call import check_reasons
from domain.features.rolls.control_taken import take_control_of_all
from domain.features.rolls.roll_modifiers import UNEXPLAINED, VISIBILITIES, Visibility
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of, setting, storyteller_only
from domain.features.table.story_log import tell
from domain.features.table.turn import turn_number, turns_run
from domain.rules.rule_types import Part
from domain.tracked_view import memoized

Ends = Literal["word", "turn", "scene"]
SIDES: Final = ("players", "storyteller", "scene")
"""Groups of characters."""
BEARS: Final = ("actions", "sight")
"""Groups of rolls; any other value of `bears` is a trait."""
SEEN_BY: Final = (
    *(choice for choice in VISIBILITIES if choice.value != "hidden"),
    Choice("hidden", phrase("choice-hidden"), phrase("hint-hidden-circumstance", rule="X2")),
)

MOST: Final = 100
"""The most circumstances that a table may have at a time."""
On = Annotated[tuple[Id, ...], Meta(max_length=20)]


class Circumstance(Record, frozen=True):
    """A lasting modifier. `on`: a character's id, or one of `SIDES`. `words`: its reason ("" if its readers may not
    know it). `bears`: which rolls it affects, one of `BEARS` or a trait. `until`: the turn with which it ends (0 for
    none)."""

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
        return (self.words or UNEXPLAINED, self.dice)

    @property
    def in_dice(self) -> Words:
        """The circumstance and its dice in words: "drugged −3"."""
        return in_dice(self.words, self.dice)

    @property
    def scope(self) -> Words:
        """The rolls that it affects, in words."""
        return phrase(f"circumstance-on-{self.bears}") if self.bears in BEARS else named(self.bears)


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
    """A circumstance with all its fields. The story shows no line for it."""

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
        whom, ends = addressed(now.on), phrase(f"circumstance-ends-{now.ends}")
        words = phrase("line-circumstance", rule="X7", whom=whom, what=now.in_dice, rolls=now.scope, ends=ends)
        if now.visibility == "hidden" and now.bears != "actions":
            words = phrase("line-circumstance-hidden", rule="X2", line=words)
        tell(records, at, words, kind="ruled", who=self.who)


class CircumstanceReasonKept(Event, frozen=True):
    """The reason for a circumstance, which only the Storyteller reads."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    reason: CircumstanceReason

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.reason)
        reason = self.reason
        words = phrase("line-circumstance-reason", rule="X2", whom=addressed(reason.on), reason=Typed(reason.words))
        tell(records, at, words)


class CircumstanceEnded(Event, frozen=True):
    """A circumstance ended. The Storyteller's record of its reason ends with it."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str

    def apply(self, records: Partition, at: int) -> None:
        over = records.get(Circumstance, self.id)
        records.drop(Circumstance, self.id)
        records.drop(CircumstanceReason, self.id)
        if over is not None:
            tell(records, at, phrase("line-circumstance-ended", rule="X7", whom=addressed(over.on), what=over.in_dice))


def addressed(on: str) -> Words | Ref:
    """Return the characters of a circumstance, in words."""
    return phrase(f"side-{on}") if on in SIDES else character_ref(on)


def in_dice(reason: str, dice: int) -> Words:
    """Return a reason and its dice in words; a circumstance without a reason is unexplained."""
    return phrase("part-in-dice", what=said(reason) or UNEXPLAINED, dice=signed(dice))


def laid_on(face: Face) -> frozenset[str]:
    """Return the values of `on` that include this character: its id, its side, the whole scene."""
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
    """Set a lasting modifier (X7): its reason (`text`), its dice, on whom it is set (`on`: ids or values of `SIDES`;
    each gets a circumstance of its own), the rolls that it affects (`bears`), and when it ends. A hidden circumstance
    does not change rolls whose successes everybody sees, such as initiative, soak and damage (X2)."""

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
            raise Refusal("nothing-said-circumstance", rule="X7")
        if not self.dice:
            raise Refusal("nothing-modified-circumstance", rule="X7")
        check_reasons(self.text)
        rules_of(view).check_modifiers([self.dice])
        if not self.on:
            raise Refusal("nobody-circumstance", rule="X7")
        for on in self.on:
            if on not in SIDES:
                own(view, on)
        self.check_trait(view)
        self.check_end(view)
        if sum(1 for _ in view.all(Circumstance)) + len(self.on) > MOST:
            raise Refusal("too-many-circumstances", rule="X7", most=MOST)

    def check_trait(self, view: View) -> None:
        """Raise `Refusal` if the trait that it names does not exist (D17)."""
        known = self.bears in BEARS or self.bears in rules_of(view).kinds
        if not (known or any(self.bears in dict(sheet.traits) for sheet in view.all(Sheet))):
            raise Refusal("no-such-trait-anywhere", rule="D17", trait=term(self.bears))

    def check_end(self, view: View) -> None:
        """Raise `Refusal` if the circumstance should end with the turn or the scene, and no turn or scene is
        running."""
        if self.ends == "turn" and not turns_run(view):
            raise Refusal("no-turns-circumstance", rule="X7")
        if self.ends == "scene" and not in_scene(view):
            raise Refusal("no-scene-circumstance", rule="X7")

    def stands(self, view: View, on: str) -> Audience:
        """Return the audience of this circumstance: all seats that see the character, or the Storyteller alone."""
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
        """Return the characters on which it is set, directly or as part of a side."""
        return [face.id for face in view.all(Face) if not laid_on(face).isdisjoint(self.on)]

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        cast = tuple(Choice(face.id, typed(face.name)) for face in view.all(Face))
        if not (view.seat.is_storyteller and is_played_here(view) and cast):
            return
        sides = tuple(Choice(side, phrase(f"choice-side-{side}")) for side in SIDES)
        ends = (
            Choice("word", phrase("choice-ends-word")),
            *((Choice("turn", phrase("choice-ends-turn")),) if turns_run(view) else ()),
            *((Choice("scene", phrase("choice-ends-scene")),) if in_scene(view) else ()),
        )
        inputs = (
            Input("text", phrase("ask-circumstance"), "text", least=1, most=200),
            Input("dice", phrase("ask-dice-given"), "number", least=-10, most=10, default="-1"),
            Input("on", phrase("ask-on-whom"), "choices", (*cast, *sides), least=1, most=20),
            Input("visibility", phrase("ask-visibility", rule="X2"), "choice", SEEN_BY, default="open"),
            Input("bears", phrase("ask-on-which-rolls"), "choice", (*ROLLS, *trait_rolls(view)), default="actions"),
            Input("ends", phrase("ask-ends"), "choice", ends, default="word"),
        )
        yield Option(cls.__name__, "", phrase("option-set-circumstance", rule="X7"), group="secrets", inputs=inputs)


ROLLS = (
    Choice("actions", phrase("choice-on-actions"), phrase("hint-on-actions", rule="X6")),
    Choice("sight", phrase("choice-on-sight"), phrase("hint-on-sight")),
)


class EndCircumstance(Command, frozen=True):
    """End a circumstance (X7)."""

    places = BOTH

    circumstance: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        if view.get(Circumstance, self.circumstance) is None:
            raise Refusal("no-such-circumstance", rule="X7")

    def decide(self, table: Deciding) -> None:
        end_circumstance(table, self.circumstance)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and is_played_here(view):
            standing = tuple(Choice(one.id, *in_words(view, one)) for one in view.all(Circumstance))
            if standing:
                # There is no default, so that nobody ends a circumstance by mistake.
                which = Input("circumstance", phrase("ask-which-circumstance"), "choice", standing, least=1)
                label = phrase("option-end-circumstance", rule="X7")
                yield Option(cls.__name__, "", label, group="secrets", inputs=(which,))


def in_words(view: View, one: Circumstance) -> tuple[Words, Words]:
    """Return the name of a circumstance in a list for the Storyteller, and its scope and end."""
    reason = view.get(CircumstanceReason, one.id)
    what = in_dice(reason.words if reason else one.words, one.dice)
    seen, ends = phrase(f"visibility-{one.visibility}"), phrase(f"circumstance-ends-{one.ends}")
    hint = phrase("hint-circumstance", visibility=seen, rolls=one.scope, ends=ends)
    return phrase("choice-circumstance", what=what, whom=addressed(one.on)), hint


@memoized
def trait_rolls(view: View) -> tuple[Choice, ...]:
    """Return the rules' traits as choices of the rolls that a circumstance affects."""
    return tuple(
        Choice(trait, named(trait), named(group.name)) for group in rules_of(view).traits for trait in group.traits
    )


def in_scene(view: View) -> bool:
    """True if this table is a scene, so that a circumstance can end with it."""
    return setting(view).place == "scene"


def end_circumstance(table: Deciding, id_: str) -> None:
    """End a circumstance for every audience that has it."""
    for type_ in (Circumstance, CircumstanceReason):
        audience = table.full.audience_of(type_, id_)
        if audience is not None:
            table.emit(audience, CircumstanceEnded(id_))


def end_passing(table: Deciding, *ends: Ends, before: int = 0) -> None:
    """End the circumstances with one of these ends. `before`: only those whose turn is before this number (0:
    all)."""
    for one in [one for one in table.full.all(Circumstance) if one.ends in ends]:
        if not before or one.until < before:
            end_circumstance(table, one.id)
