"""Pairs of worlds that look alike to the players, for the tests and for the soak (I7, F30, F31).

Two tables have the same public seed and get the same public wishes at the same times. In the one, what is hidden is
otherwise, or there is more of it. Whatever a player or a spectator is told is compared as it stands on the wire; the
first thing that differs, if anything ever does, must be one of `domain.released`, and ends the pair. Anything else is
a `Leak`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import zip_longest
from random import Random
from typing import NamedTuple

from domain.audience import Seat
from domain.catalogue import catalogue
from domain.command import Command
from domain.event import Event
from domain.features.actions import Action
from domain.features.chat import Say
from domain.features.declaring import DeclareAction
from domain.features.rolling import Rolled
from domain.features.scene import AllowLookBack
from domain.features.taking import TakeAction
from domain.features.tasks import RoundEnded, TaskEnded
from domain.features.turnkeeping import BeginActing, StartTurns
from domain.options import options
from domain.released import RELEASED
from tests.domain.wandering import BUSY, PLAYERS, ST, Wanderer
from tests.server.secret_deeds import AFTER, CONFIDED, SECRETS, VEILED
from tests.server.ways_out import CHEAP, DEAR
from tests.server.worlds import ANNA, LOW, World

STEPS = 6
LEAKS_MOST = 10
"""After so many there is enough to look at."""
FOES = (("anna", "guard"), ("guard", "ben"), ("ben", "guard"), ("shade", "anna"))
"""Who strikes at whom in a fight."""
OPEN_TO_PLAYERS = (*BUSY, "dice", "points", "tasks")
"""The groups of options that players take up."""
KEPT_FROM_ONE_WHO_KNOWS = "refused to one who knows"
"""Everybody is answered from what she sees: a wish of one who knows the secret, that only one world grants, is moot."""
PUBLIC = (
    "StartTurns", "StartTurn", "BeginActing", "EndTurn", "TakeAction", "DeclareAction", "SetInitiative", "Roll",
    "CloseRound",
)  # fmt: skip
"""What the Storyteller does before everybody."""


class Leak(Exception):
    """Somebody could tell two worlds apart by what is hidden from her."""


def player(actor: str) -> Seat:
    """Whose character it is."""
    return next((seat for seat in PLAYERS if seat.id == actor.upper()), ST)


class Pair:
    """Two worlds, and what is wished for in them."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.wanderer = Wanderer(self.random.randrange(2**32))
        rules = self.random.choice(("nightfall", "nightfall", "revised", "v20", "storytelling"))
        others = ("shade", "guard") if self.random.random() < 0.2 else ("shade",)
        tasks = self.random.random() < 0.5
        one, other = (World(rules, Random(f"{seed} {which}"), others, tasks=tasks) for which in ("one", "other"))
        self.worlds = (one, other)
        self.confides = self.random.random() < 0.3
        """Whether Anna is let in on secrets; what she is told is then not compared."""
        self.low = LOW[1:] if self.confides else LOW
        self.granted = Counter[str]()
        """How many secret wishes were granted, by their kind."""
        self.n = self.hidden = 0
        self.differed = ""
        """Which released outcome told the worlds apart, "" while nothing has."""
        self.compare(self.worlds[0].opened, self.worlds[1].opened)
        if self.random.random() < 0.5:
            self.both(ST, AllowLookBack(True), AllowLookBack(True))

    def compare(self, one: dict[Seat, bytes], other: dict[Seat, bytes]) -> None:
        """What a wish told in either world. A difference is an outcome that is released, or a leak."""
        for seat in self.low:
            if one[seat] == other[seat]:
                continue
            facts = [[f.event for f in world.facts if seat.reads(f.audience)] for world in self.worlds]
            first = next((pair for pair in zip_longest(*facts) if pair[0] != pair[1]), None)
            if first is None:
                raise Leak(f"{seat.id} was told {one[seat]!r} or {other[seat]!r} of the same events")
            names = {type(event).__name__ for event in first if event is not None}
            if not names <= RELEASED.keys() or not all(self.is_others(event) for event in first if len(names) == 1):
                raise Leak(f"{seat.id} was told of {first}")
            self.differed = " or ".join(sorted(names))

    def is_others(self, event: Event) -> bool:
        """Whether what is otherwise in another world is the doing of one of those who are otherwise there."""
        match event:
            case Rolled():
                return event.actor in self.worlds[0].others
            case RoundEnded() | TaskEnded():
                return any(world.opposed_in_secret(event.id) for world in self.worlds)
            case _:
                return True

    def wish(self) -> tuple[Seat, Command] | None:
        """Somebody's next public wish, made of what that seat is offered in the one world."""
        seat = self.random.choice((*PLAYERS, *PLAYERS, ST, ST, ST))
        view = self.worlds[0].folded.state.view(seat)
        if seat.tells:  # asked of those commands alone: of all of them would cost more than all else in a pair
            offers = [o for name in PUBLIC for o in catalogue().commands[name].offer(view)]
            offered = [o for o in offers if o.actor != "shade"]
        else:
            offered = [o for o in options(view) if o.group in OPEN_TO_PLAYERS]
        if not offered or self.random.random() < 0.1:
            return seat, Say(f"{self.random.random()}")
        command = self.wanderer.accepted(self.wanderer.favoured(offered))
        return None if command is None else (seat, command)

    def publicly(self) -> None:
        """Somebody's next public wish, the same in both."""
        found = self.wish()
        if found is not None:
            self.both(found[0], found[1], found[1])

    def both(self, seat: Seat, one: Command, other: Command) -> bool:
        """A wish that everybody may hear of, in either world; whether it was granted in both."""
        if self.differed:
            return False
        self.n += 1
        told = []
        for world, command in zip(self.worlds, (one, other), strict=True):
            world.clock.now = 2000.0 + self.n
            told.append(world.does(seat, command, b"public%d" % self.n))
        granted = [bool(world.facts) for world in self.worlds]
        knows = (seat is ST and getattr(one, "actor", "") != "shade") or (self.confides and seat is ANNA)
        if knows and granted[0] != granted[1]:
            self.differed = KEPT_FROM_ONE_WHO_KNOWS
        else:
            self.compare(*told)
        return all(granted)

    def fight(self) -> None:
        """A turn of a fight in which everybody strikes at somebody, or avoids it. Whoever is hidden strikes, too, where
        she is in both worlds."""
        self.both(ST, StartTurns(), StartTurns())
        for actor, on in self.random.sample(FOES, len(FOES)):
            manoeuvre = "dodge" if self.random.random() < 0.2 else "attack"
            declared = DeclareAction(actor, (Action(manoeuvre, () if manoeuvre == "dodge" else (on,)),))
            self.both(player(actor), declared, declared)
        self.both(ST, BeginActing(), BeginActing())
        for actor, _ in (*FOES, *FOES):
            self.both(player(actor), TakeAction(actor), TakeAction(actor))

    def secretly(self, world: World, kind: str) -> None:
        """Something that not all are to know of, with this world's own values: nobody else is told a byte."""
        if kind in AFTER:
            self.secretly(world, AFTER[kind])
        who = self.random.choice(world.others)
        bent = self.random.choice(("anna", "ben", "shade", "guard"))
        self.hidden += 1
        found = SECRETS[kind](world, who, bent)
        if found is None:
            return
        told = world.does(*found, b"hidden%d" % self.hidden)
        self.granted[kind] += bool(world.facts)
        if any(told[seat] for seat in self.low):
            raise Leak(f"{found} was told: {told}")

    def veiled(self) -> None:
        """Something that everybody is told of and of which a part is kept back, which is each world's own."""
        kind = self.random.choice(list(VEILED))
        bent = self.random.choice(("anna", "ben"))
        self.granted[kind] += self.both(ST, *(VEILED[kind](world, bent) for world in self.worlds))

    def kind(self) -> str:
        """What is to be done in secret."""
        kinds = [kind for kind in SECRETS if kind not in CONFIDED]
        return self.random.choice(CONFIDED if self.confides and self.random.random() < 0.5 else kinds)

    def steps(self) -> Iterator[None]:
        """Play on, with room for secrets before every public wish, until the worlds are told apart by what is
        released; else all that can be asked for is the same."""
        fight = self.random.randrange(4 * STEPS)
        for n in range(STEPS):
            yield
            if n == fight:
                self.fight()
            else:
                self.publicly()
            if self.differed:
                return
        self.end()

    def end(self) -> None:
        """All that can be asked for is the same."""
        dear = self.random.choice(DEAR)
        for seat in self.low:
            for way in (*CHEAP, dear):
                one, other = (way(world.out(), seat) for world in self.worlds)
                if one != other:
                    raise Leak(f"{seat.id} was shown {one} or {other} by {way.__name__}")


def by_values(seed: str) -> Pair:
    """F30: a pair that does the same, in secret too, with other values. Raises `Leak`."""
    pair = Pair(seed)
    for _ in pair.steps():
        if pair.random.random() < 0.4:
            kind = pair.kind()
            for world in pair.worlds:
                pair.secretly(world, kind)
        if pair.random.random() < 0.15:
            pair.veiled()
    return pair


def by_presence(seed: str) -> Pair:
    """F31: a pair of which one world has up to three hidden commands more before every public one. Raises `Leak`."""
    pair = Pair(seed)
    for _ in pair.steps():
        for _ in range(pair.random.randint(0, 3)):
            pair.worlds[1].clock.now += 0.1
            pair.secretly(pair.worlds[1], pair.kind())
    return pair


class Came(NamedTuple):
    """What came of many pairs: how many each released outcome ended ("": those that were alike to the end), how many
    secret wishes of each kind were granted, and what leaked in which."""

    ends: Counter[str]
    granted: Counter[str]
    leaks: list[str]

    @property
    def pairs(self) -> int:
        """How many were played."""
        return self.ends.total() + len(self.leaks)


def played(kind: Callable[[str], Pair], seed: str, number: int) -> Came:
    """Play so many pairs of a kind, or until too many have leaked."""
    came = Came(Counter(), Counter(), [])
    for n in range(number):
        try:
            pair = kind(f"{seed} {n}")
        except Leak as leak:
            came.leaks.append(f"pair {seed} {n}: {leak}")
            if len(came.leaks) == LEAKS_MOST:
                break
        else:
            came.ends[pair.differed] += 1
            came.granted.update(pair.granted)
    return came
