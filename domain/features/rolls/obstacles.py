"""Obstacles: a task that may be tried again, and how often whom it has withstood (D13).

Failures count for each character and obstacle, and for each audience by itself: who does not know that something
failed does not count it, and a roll counts those that all who hear it know of. What nobody tries twice at the same
thing (a shot, an ambush to notice, a car to tail) does not count at all.
"""

from collections.abc import Iterator
from typing import ClassVar, Literal, Self

from msgspec.structs import replace

from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind, covers
from domain.core.bounds import Count, Id, Name
from domain.core.command import BOTH, Choice, Command, Input, Option, Refusal
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Fate, Record
from domain.core.state import View
from domain.features.characters.character import FACES, Face, own
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.story_log import Overridden, literal, tell

ObstacleKind = Literal["lock", "climb", "archive", "interrogation", "other", "shooting", "ambush", "tailing"]
FRESH_EACH_TIME: frozenset[ObstacleKind] = frozenset({"shooting", "ambush", "tailing"})
"""What does not count: the next try is at something else (D13)."""
Counting = Literal["", "yes", "no"]
OBSTACLES_MOST = 50
TRIES_MOST = 50
"""How many tries that an audience saw are remembered by their rolls; the oldest is let go."""

COUNTING = (
    Choice("", "As that kind of thing does"),
    Choice("yes", "Failures count"),
    Choice("no", "Failures do not count"),
)


class Obstacle(Record, frozen=True):
    """What may be tried again. `counts`: whether failures make the next try harder; `simple`: whether a large pool may
    take it without a roll (D10)."""

    lasts: ClassVar[bool] = True

    name: str
    kind: ObstacleKind
    counts: bool
    simple: bool


class Failures(Record, frozen=True):
    """How often a character has failed at an obstacle, as its audience knows it."""

    lasts: ClassVar[bool] = True

    obstacle: str
    actor: str
    times: int
    untold: bool = False
    """Whether some try came to what this audience was not told (X3)."""

    @property
    def about(self) -> tuple[str, ...]:
        return (self.actor,)

    def on_handing(self, actor: str) -> Fate:
        return "goes"

    def merged_with(self, there: Self) -> Self:
        return replace(self, times=self.times + there.times, untold=self.untold or there.untold)


class ObstacleSet(Event, frozen=True):
    """Something stands in the way, or is not as it was."""

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
            tell(records, at, f"Something to be tried: {literal(self.name)}.", kind="ruled", who=self.who)


class ObstacleGone(Event, frozen=True):
    """Something is no longer in the way, and nobody counts how often it was tried."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Obstacle, self.id)
        for failed in [f for f in records.all(Failures) if f.obstacle == self.id]:
            records.drop(Failures, failed.id)
        for made in [one for one in records.all(Try) if one.obstacle == self.id]:
            records.drop(Try, made.id)


class AttemptFailed(Event, frozen=True):
    """A character tried something and failed: so many times now, as far as this audience knows."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    obstacle: str
    actor: str
    times: int

    def apply(self, records: Partition, at: int) -> None:
        id_ = f"{self.obstacle} {self.actor}"
        known = records.get(Failures, id_)
        records.put(Failures(id_, self.obstacle, self.actor, self.times, known is not None and known.untold))


class AttemptUntold(Event, frozen=True):
    """A character tried something, and what came of it is not told: failed or not (X3). `told`: it is by now."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "seats"})

    obstacle: str
    actor: str
    told: bool = False

    def apply(self, records: Partition, at: int) -> None:
        id_ = f"{self.obstacle} {self.actor}"
        known = records.get(Failures, id_)
        records.put(Failures(id_, self.obstacle, self.actor, known.times if known else 0, untold=not self.told))


def obstacle_of(view: View, id_: str) -> Obstacle:
    """An obstacle that this seat sees. Raises `Refusal`."""
    found = view.get(Obstacle, id_)
    if found is None:
        raise Refusal("no-such-obstacle", "There is no such thing to be tried here (D13).")
    return found


def known_tries(view: View, id_: str, actor: str, heard: Audience) -> list[Failures]:
    """How a character's tries at an obstacle went, as far as all who hear a roll know it: none where they do not count,
    or where some do not see the obstacle. A roll that counted more would tell of it (X1, X3)."""
    known = view.known_to(heard)
    found = known.get(Obstacle, id_)
    if found is None or not found.counts:
        return []
    return [f for f in known.all(Failures) if f.obstacle == id_ and f.actor == actor]


def failures(view: View, id_: str, actor: str, heard: Audience) -> int:
    """How often a character has failed at an obstacle, for a roll that this audience hears."""
    return max(sum(f.times for f in known_tries(view, id_, actor, heard)), 0)


def untold(view: View, id_: str, actor: str, heard: Audience) -> bool:
    """Whether a character has tried an obstacle, and those who hear a roll were not told how it went."""
    return any(f.untold for f in known_tries(view, id_, actor, heard))


def leave_untold(table: Deciding, id_: str, actor: str, heard: Audience, *, told: bool = False) -> None:
    """Remember, for those who saw it, a try of which they do not know what it came to, or (`told`) that they know it of
    each by now; not where only the Storyteller sees the obstacle."""
    if STORYTELLER not in (heard, table.full.audience_of(Obstacle, id_)):
        table.emit(heard, AttemptUntold(id_, actor, told))


def count_failure(table: Deciding, id_: str, actor: str, heard: Audience, times: int = 1) -> None:
    """Count that a try failed, or (`times` -1) that it did not, for those who know of it; nothing where failures do not
    count (D13). An obstacle that only the Storyteller sees is named to nobody else. Her own count may be below 0:
    others count what she ruled in secret not to have failed."""
    known = table.full.get(Obstacle, id_)
    if known is not None and not known.counts:
        return
    where = STORYTELLER if table.full.audience_of(Obstacle, id_) == STORYTELLER else heard
    found = table.state.partition(where).get(Failures, f"{id_} {actor}")
    now = (found.times if found else 0) + times
    table.emit(where, AttemptFailed(id_, actor, now if where == STORYTELLER else max(now, 0)))


class Try(Record, frozen=True):
    """A roll that was a try at an obstacle, for the Storyteller alone; its id is the roll's, as she has it. `knows`:
    who knows whether it failed; `seen`: who saw it rolled; `shown`: the roll as those have it who were not told what
    it came to (X3), "" for none; `ruled`: whether it failed by what the Storyteller said in secret, None for nothing.
    """

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
        """How many failures it is for each audience."""
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
    """How often a character has failed at an obstacle was said outright: what the Storyteller alone knew of its tries
    counts no more, and no roll of them is counted anew."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    obstacle: str
    actor: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(Failures, f"{self.obstacle} {self.actor}")
        for made in [t for t in records.all(Try) if (t.obstacle, t.actor) == (self.obstacle, self.actor)]:
            records.drop(Try, made.id)


class TryMade(Event, frozen=True):
    """A roll was a try at an obstacle, or is now said to have gone otherwise."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    made: Try

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.made)
        for old in [one.id for one in records.all(Try) if one.seen == self.made.seen][:-TRIES_MOST]:
            records.drop(Try, old)


def count_try(table: Deciding, made: Try) -> None:
    """Remember a try, and count it where it failed."""
    table.emit(STORYTELLER, TryMade(made))
    if made.failed:
        count_failure(table, made.obstacle, made.actor, made.knows)


def recount(table: Deciding, roll: str, told: Audience, *, failed: bool) -> None:
    """Count a try as it went by the Storyteller's word (G0, D13), for those who are told it, where the roll was one,
    and not too long ago."""
    made = table.full.get(Try, roll) or next((one for one in table.full.all(Try) if one.shown == roll), None)
    if made is None or table.full.get(Obstacle, made.obstacle) is None:
        return
    if roll == made.shown:
        now = replace(made, failed=failed, knows=told, ruled=None)
    elif covers(told, made.knows):
        now = replace(made, failed=failed, ruled=None)
    else:
        now = replace(made, ruled=failed)
    settle(table, made, now)


def retell(table: Deciding, shown: str, told: Audience, *, failed: bool) -> None:
    """Count a try as those hear by word that it went who saw it, and did not know (X3, D13). What it came to in truth,
    if that is something else, the Storyteller alone counts."""
    made = next((one for one in table.full.all(Try) if shown and one.shown == shown), None)
    if made is None or table.full.get(Obstacle, made.obstacle) is None:
        return
    truly = made.failed if made.ruled is None else made.ruled
    settle(table, made, replace(made, failed=failed, knows=told, ruled=None if truly == failed else truly))


def settle(table: Deciding, made: Try, now: Try) -> None:
    """Count a try as it is known now in place of what was known of it."""
    if now == made:
        return
    table.emit(STORYTELLER, TryMade(now))
    for audience in dict.fromkeys((*made.counts, *now.counts)):
        if more := now.counts.get(audience, 0) - made.counts.get(audience, 0):
            count_failure(table, made.obstacle, made.actor, audience, more)
    if now.knows != made.knows and not any(one for one in table.full.all(Try) if still_untold(one, now)):
        leave_untold(table, made.obstacle, made.actor, now.knows, told=True)


def still_untold(one: Try, told: Try) -> bool:
    """Whether a try is like another that was told, and those who saw it do not know what it came to."""
    alike = (one.obstacle, one.actor, one.seen) == (told.obstacle, told.actor, told.seen)
    return alike and bool(one.shown) and one.knows != one.seen


class SetObstacle(Command, frozen=True):
    """Put something in the way that may be tried again (D13), or (`obstacle`) change what is there. `plain`: a large
    pool takes it without a roll, if the rules know that (D10)."""

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
        if self.obstacle:
            obstacle_of(view, self.obstacle)
        elif len(list(view.all(Obstacle))) >= OBSTACLES_MOST:
            raise Refusal("too-many", f"At most {OBSTACLES_MOST} things stand in the way at a time.")

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
            Choice(kind, kind.capitalize(), "does not count" if kind in FRESH_EACH_TIME else "")
            for kind in ("other", "lock", "climb", "archive", "interrogation", "shooting", "ambush", "tailing")
        )
        inputs = [
            Input("name", "What is tried", "text", least=1, most=60),
            Input("kind", "What kind of thing", "choice", kinds, default="other"),
            Input("counting", "When it fails", "choice", COUNTING),
            Input("hidden", "Nobody else sees it", "flag"),
        ]
        if rules_of(view).automatic:
            inputs.append(Input("plain", "A large pool needs no roll (D10)", "flag", default="true"))
        yield Option(cls.__name__, "", "Put something in the way", "D13", "dice", inputs=tuple(inputs))


class DropObstacle(Command, frozen=True):
    """Take something out of the way: it is done, or no longer matters (D13)."""

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
            tuple(Choice(o.id, o.name) for o in view.all(Obstacle))
            if view.seat.is_storyteller and is_played_here(view)
            else ()
        )
        if standing:
            which = Input("obstacle", "What", "choice", standing)
            yield Option(cls.__name__, "", "Take something out of the way", "D13", "dice", inputs=(which,))


class SetFailures(Command, frozen=True):
    """Say how often a character has failed at something, as everybody knows it (G0, D13): whatever somebody knew
    besides counts no more. Of one whom only the Storyteller sees, or at what only she sees, her own count says it."""

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
        what = f"failures at {name}: {self.times}, by the Storyteller's word."
        table.emit(audience, Overridden(table.seat.id, self.actor, what))

    def settle(self, table: Deciding) -> None:
        """Leave nothing to be counted by anybody but the Storyteller, nor any try untold."""
        for audience, partition in list(table.state.partitions.items()):
            known = partition.get(Failures, f"{self.obstacle} {self.actor}")
            if known is not None and known.times and audience != EVERYONE:
                table.emit(audience, AttemptFailed(self.obstacle, self.actor, 0))
            if known is not None and known.untold:
                table.emit(audience, AttemptUntold(self.obstacle, self.actor, told=True))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        standing = (
            tuple(Choice(o.id, o.name) for o in view.all(Obstacle) if o.counts)
            if view.seat.is_storyteller and is_played_here(view)
            else ()
        )
        for face in view.all(Face) if standing else ():
            inputs = (
                Input("obstacle", "At what", "choice", standing),
                Input("times", "How often it has failed", "number", most=100),
            )
            yield Option(cls.__name__, face.id, f"Set {face.name}'s failures", "D13", "dice", inputs=inputs)
