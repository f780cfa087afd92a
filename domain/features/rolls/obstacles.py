"""Obstacles: tasks that a character may try again after a failure, and the number of its failures (D13).

Each audience has a count of its own, which includes only the failures that it knows of. A roll becomes harder only by
the failures that its whole audience knows of. Failures do not count at tasks that are new each time (a shot, an ambush
to notice, a car to tail).
"""

from collections.abc import Iterator
from typing import ClassVar, Final, Literal, Self

from msgspec.structs import replace

from domain.command import BOTH, Command
from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind
from domain.core.bounds import Count, Id, Name
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.names import check_printable
from domain.core.option import Choice, Input, Option
from domain.core.partition import Partition
from domain.core.record import Fate, Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Typed, character_ref, phrase, typed
from domain.features.characters.character import FACES, Face, own
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import Overridden, tell

ObstacleKind = Literal["lock", "climb", "archive", "interrogation", "other", "shooting", "ambush", "tailing"]
FRESH_EACH_TIME: frozenset[ObstacleKind] = frozenset({"shooting", "ambush", "tailing"})
"""Kinds of obstacles at which failures do not count by default, because each try has a new target (D13)."""
Counting = Literal["", "yes", "no"]
OBSTACLES_MOST = 50
TRIES_MOST = 50
"""The number of tries that are remembered for each audience that saw them; when there are more, the oldest is
dropped."""

KINDS: Final[tuple[ObstacleKind, ...]] = (
    "other", "lock", "climb", "archive", "interrogation", "shooting", "ambush", "tailing"
)  # fmt: skip
FRESH: Final = phrase("hint-obstacle-fresh")
COUNTING = (
    Choice("", phrase("choice-counts-as-usual")),
    Choice("yes", phrase("choice-failures-count")),
    Choice("no", phrase("choice-failures-do-not-count")),
)


class Obstacle(Record, frozen=True):
    """An obstacle that characters may try to overcome. `counts`: True if failures make the next try harder. `simple`:
    True if a large pool may succeed without a roll (D10)."""

    lasts: ClassVar[bool] = True

    name: str
    kind: ObstacleKind
    counts: bool
    simple: bool


class Failures(Record, frozen=True):
    """The number of a character's failures at an obstacle, as far as its audience knows."""

    lasts: ClassVar[bool] = True

    obstacle: str
    actor: str
    times: int
    untold: bool = False
    """True if this audience does not know the result of one of the tries (X3)."""

    @property
    def about(self) -> tuple[str, ...]:
        return (self.actor,)

    def on_handing(self, actor: str) -> Fate:
        return "goes"

    def merged_with(self, there: Self) -> Self:
        return replace(self, times=self.times + there.times, untold=self.untold or there.untold)


class ObstacleSet(Event, frozen=True):
    """An obstacle was added or changed."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    who: str
    name: str
    kind: ObstacleKind
    counts: bool
    simple: bool

    def apply(self, records: Partition, at: int) -> None:
        new = records.get(Obstacle, self.id) is None
        records.put(Obstacle(self.id, self.name, self.kind, self.counts, self.simple))
        if new:
            tell(records, at, phrase("line-obstacle", rule="D13", name=Typed(self.name)), kind="ruled", who=self.who)


class ObstacleGone(Event, frozen=True):
    """An obstacle was removed, and with it all counts of tries at it."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Obstacle, self.id)
        for failed in [f for f in records.all(Failures) if f.obstacle == self.id]:
            records.drop(Failures, failed.id)
        for made in [one for one in records.all(Try) if one.obstacle == self.id]:
            records.drop(Try, made.id)


class AttemptFailed(Event, frozen=True):
    """A character failed at an obstacle. `times` is the number of its failures that this audience knows of now."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    obstacle: str
    actor: str
    times: int

    def apply(self, records: Partition, at: int) -> None:
        id_ = f"{self.obstacle} {self.actor}"
        known = records.get(Failures, id_)
        records.put(Failures(id_, self.obstacle, self.actor, self.times, known is not None and known.untold))


class AttemptUntold(Event, frozen=True):
    """A character tried an obstacle, and this audience does not know the result (X3). `told`: True if the audience has
    learned it since."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "seats"})

    obstacle: str
    actor: str
    told: bool = False

    def apply(self, records: Partition, at: int) -> None:
        id_ = f"{self.obstacle} {self.actor}"
        known = records.get(Failures, id_)
        records.put(Failures(id_, self.obstacle, self.actor, known.times if known else 0, untold=not self.told))


def obstacle_of(view: View, id_: str) -> Obstacle:
    """Return an obstacle that this seat sees. Raise `Refusal` if there is none."""
    found = view.get(Obstacle, id_)
    if found is None:
        raise Refusal("no-such-obstacle", rule="D13")
    return found


def known_tries(view: View, id_: str, actor: str, heard: Audience) -> list[Failures]:
    """Return a character's failures at an obstacle, as far as the whole audience of a roll knows of them: a roll that
    counted others would reveal them (X1, X3). Return none if failures do not count here, or if some of the audience do
    not see the obstacle."""
    known = view.known_to(heard)
    found = known.get(Obstacle, id_)
    if found is None or not found.counts:
        return []
    return [f for f in known.all(Failures) if f.obstacle == id_ and f.actor == actor]


def failures(view: View, id_: str, actor: str, heard: Audience) -> int:
    """Return how many of a character's failures at an obstacle count for a roll with this audience."""
    return max(sum(f.times for f in known_tries(view, id_, actor, heard)), 0)


def has_untold_try(view: View, id_: str, actor: str, heard: Audience) -> bool:
    """True if a character has tried an obstacle, and the audience of a roll does not know the result."""
    return any(f.untold for f in known_tries(view, id_, actor, heard))


class Try(Record, frozen=True):
    """The Storyteller's record that a roll was a try at an obstacle; nobody else reads it. Its id is the id of the
    Storyteller's copy of the roll. `knows`: the audience that knows the result. `seen`: the audience that saw the roll.
    `shown`: the id of the copy of the roll without its result (X3), "" if there is none. `ruled`: the Storyteller's
    secret ruling; true if the try counts as failed, false if not, null if there is no ruling."""

    lasts: ClassVar[bool] = True

    obstacle: str
    actor: str
    failed: bool
    knows: Audience
    seen: Audience = EVERYONE
    shown: str = ""
    ruled: bool | None = None

    @property
    def counts(self) -> dict[Audience, int]:
        """For each audience, how many failures this try counts as: 0 or 1."""
        known = {self.knows: int(self.failed)}
        if self.ruled is not None:
            known[STORYTELLER] = known.get(STORYTELLER, 0) + self.ruled - self.failed
        return known

    @property
    def about(self) -> tuple[str, ...]:
        return (self.actor,)

    def on_handing(self, actor: str) -> Fate:
        return "stays" if self.knows in (EVERYONE, STORYTELLER) else "ends"


class TriesForgotten(Event, frozen=True):
    """The Storyteller set the number of a character's failures at an obstacle. So her own count, and the records of the
    character's tries there, are dropped."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    obstacle: str
    actor: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Failures, f"{self.obstacle} {self.actor}")
        for made in [t for t in records.all(Try) if (t.obstacle, t.actor) == (self.obstacle, self.actor)]:
            records.drop(Try, made.id)


class TryMade(Event, frozen=True):
    """A roll was a try at an obstacle, or the record of a try was corrected."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    made: Try

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.made)
        for old in [one.id for one in records.all(Try) if one.seen == self.made.seen][:-TRIES_MOST]:
            records.drop(Try, old)


class SetObstacle(Command, frozen=True):
    """Add an obstacle (D13), or change one (`obstacle`). `plain`: a large pool may succeed without a roll, if the rules
    allow that (D10)."""

    places = BOTH

    name: Name
    kind: ObstacleKind = "other"
    counting: Counting = ""
    plain: bool = True
    hidden: bool = False
    obstacle: Id = ""

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        check_printable(self.name)
        if self.obstacle:
            obstacle_of(view, self.obstacle)
        elif len(list(view.all(Obstacle))) >= OBSTACLES_MOST:
            raise Refusal("too-many-obstacles", most=OBSTACLES_MOST)

    def decide(self, table: Deciding) -> None:
        audience = table.full.audience_of(Obstacle, self.obstacle) or (STORYTELLER if self.hidden else EVERYONE)
        id_ = self.obstacle or table.chance.id(audience)
        counts = self.counting == "yes" or (not self.counting and self.kind not in FRESH_EACH_TIME)
        table.emit(audience, ObstacleSet(id_, table.seat.id, self.name, self.kind, counts, self.plain))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not (view.seat.is_storyteller and is_played_here(view)):
            return
        kinds = tuple(
            Choice(kind, phrase(f"choice-obstacle-{kind}"), FRESH if kind in FRESH_EACH_TIME else NO_WORDS)
            for kind in KINDS
        )
        inputs = [
            Input("name", phrase("ask-obstacle-name"), "text", least=1, most=60),
            Input("kind", phrase("ask-obstacle-kind"), "choice", kinds, default="other"),
            Input("counting", phrase("ask-obstacle-counting", rule="D13"), "choice", COUNTING),
            Input("hidden", phrase("ask-obstacle-hidden"), "flag"),
        ]
        if rules_of(view).automatic:
            inputs.append(Input("plain", phrase("ask-obstacle-plain", rule="D10"), "flag", default="true"))
        yield Option(cls.__name__, "", phrase("option-set-obstacle", rule="D13"), group="dice", inputs=tuple(inputs))


class DropObstacle(Command, frozen=True):
    """Remove an obstacle, because it is overcome or no longer matters (D13)."""

    places = BOTH

    obstacle: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        obstacle_of(view, self.obstacle)

    def decide(self, table: Deciding) -> None:
        for audience, partition in list(table.state.partitions.items()):
            known = partition.get(Obstacle, self.obstacle) is not None
            tried = [f.obstacle for f in partition.all(Failures)] + [t.obstacle for t in partition.all(Try)]
            if known or self.obstacle in tried:
                table.emit(audience, ObstacleGone(self.obstacle))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        standing = (
            tuple(Choice(o.id, typed(o.name)) for o in view.all(Obstacle))
            if view.seat.is_storyteller and is_played_here(view)
            else ()
        )
        if standing:
            which = Input("obstacle", phrase("ask-obstacle"), "choice", standing)
            label = phrase("option-drop-obstacle", rule="D13")
            yield Option(cls.__name__, "", label, group="dice", inputs=(which,))


class SetFailures(Command, frozen=True):
    """Set the number of a character's failures at an obstacle for everybody (G0, D13), in place of each audience's own
    count. If only the Storyteller sees the character or the obstacle, set it for her alone."""

    places = BOTH

    obstacle: Id
    actor: Id
    times: Count

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        obstacle_of(view, self.obstacle)
        own(view, self.actor)

    def decide(self, table: Deciding) -> None:
        found = table.full.audience_of(Obstacle, self.obstacle) or STORYTELLER
        seen = table.full.audience_of(Face, self.actor) or STORYTELLER
        audience = STORYTELLER if STORYTELLER in (found, seen) else EVERYONE
        table.emit(STORYTELLER, TriesForgotten(self.obstacle, self.actor))
        if audience == EVERYONE:
            self.settle(table)
        others = 0 if audience == EVERYONE else failures(table.full, self.obstacle, self.actor, STORYTELLER)
        table.emit(audience, AttemptFailed(self.obstacle, self.actor, self.times - others))
        name = obstacle_of(table.full, self.obstacle).name
        what = phrase("line-failures-set", rule="D13", name=Typed(name), n=self.times)
        table.emit(audience, Overridden(table.seat.id, self.actor, what))

    def settle(self, table: Deciding) -> None:
        """Set the count of every smaller audience to 0, and record that everybody knows the results of all tries."""
        for audience, partition in list(table.state.partitions.items()):
            known = partition.get(Failures, f"{self.obstacle} {self.actor}")
            if known is not None and known.times and audience != EVERYONE:
                table.emit(audience, AttemptFailed(self.obstacle, self.actor, 0))
            if known is not None and known.untold:
                table.emit(audience, AttemptUntold(self.obstacle, self.actor, told=True))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        standing = (
            tuple(Choice(o.id, typed(o.name)) for o in view.all(Obstacle) if o.counts)
            if view.seat.is_storyteller and is_played_here(view)
            else ()
        )
        for face in view.all(Face) if standing else ():
            inputs = (
                Input("obstacle", phrase("ask-obstacle"), "choice", standing),
                Input("times", phrase("ask-failures"), "number", most=100),
            )
            label = phrase("option-set-failures", rule="D13", who=character_ref(face.id))
            yield Option(cls.__name__, face.id, label, group="dice", inputs=inputs)
