"""Pairs of worlds that look alike to the players, for the tests and for the soak (I7, F30, F31).

Two tables have the same public seed and get the same public wishes at the same times. In the one, what is hidden is
otherwise, or there is more of it. Whatever a player or a spectator is told is compared as it stands on the wire; the
first thing that differs, if anything ever does, must be one of `domain.released`, and ends the pair. Anything else is
a `Leak`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import zip_longest
from random import Random

import msgspec

from domain.audience import TABLE, Seat
from domain.catalogue import catalogue
from domain.command import Command
from domain.event import Fact
from domain.features.chat import Say
from domain.features.creating import ChangeSheet
from domain.features.decrees import Decree
from domain.features.free_roll import RollInSecret
from domain.features.rolling import Rolled
from domain.features.rulings import ModifyNextRoll
from domain.features.scene import AllowLookBack, CastMember, OpenScene
from domain.features.setting import SceneKey
from domain.features.wounding import SetHealth
from domain.options import options
from domain.released import RELEASED
from domain.seal import GROVES, SIZE, Pool
from server.codec import command_key, digest, write
from server.entropy import SealedChance
from server.folded import Folded
from server.log.contract import Entry
from server.rounds import Decider, Wish
from tests.domain.wandering import BUSY, PLAYERS, ST, WATCHER, Wanderer, cast
from tests.server.tables import FakeClock
from tests.server.ways_out import CHEAP, DEAR, STREAM, Out

LOW = (*PLAYERS, WATCHER)
STEPS = 6
KINDS = 9
"""So many kinds of things the Storyteller does in secret."""
KEPT_FROM_HER_WHO_KNOWS = "refused to her who knows"
"""The Storyteller is answered from what she sees: a wish of hers that only one world grants is moot."""
PUBLIC = ("StartTurns", "StartTurn", "BeginActing", "EndTurn", "TakeAction", "DeclareAction", "SetInitiative", "Roll")


class Leak(Exception):
    """Somebody could tell two worlds apart by what is hidden from her."""


class Fixed(SealedChance):
    """Chance whose seeds are given: the public ones alike in both worlds, the hidden one not."""

    __slots__ = ("_hidden",)

    def __init__(self, hidden: bytes, seeds: SceneKey | None, key: bytes, now: int) -> None:
        super().__init__(seeds or SceneKey("key", b"i" * SIZE, b"", b""), key, now)
        self._hidden = hidden

    def seed(self) -> bytes:
        return b"p" * SIZE

    def pool(self) -> Pool:
        return Pool(self._hidden, bytes(GROVES * SIZE))


class World:
    """A table, and every byte that players and spectators are told of it."""

    def __init__(self, rules: str, secrets: Random, others: tuple[str, ...]) -> None:
        self.secrets = secrets
        self.others = others
        """Whose sheets are otherwise in either world: somebody hidden, and maybe somebody whom all see."""
        self.folded = Folded()
        self.clock = FakeClock()
        hidden = secrets.randbytes(SIZE)
        self._decider = Decider(self.clock, lambda seeds, key, now: Fixed(hidden, seeds, key, now))
        self.facts: list[Fact] = []
        self.entries: list[Entry] = []
        self.opened = self.does(TABLE, OpenScene(STREAM, "c", "A scene", rules, (), self.cast()), b"open")

    def cast(self) -> tuple[CastMember, ...]:
        """The same faces for everybody; of those whose sheets nobody else reads, other traits."""
        return tuple(
            msgspec.structs.replace(m, traits=tuple((name, self.secrets.randint(0, 5)) for name, _ in m.traits))
            if m.id in self.others
            else m
            for m in cast()
        )

    def does(self, seat: Seat, command: Command, id_: bytes) -> dict[Seat, bytes]:
        """One wish, and what it told each of those who must not know; their own refusals, too."""
        key = command_key(seat, id_.ljust(16, b"-"))
        wish = Wish(seat, key, key, digest(write(command)), command, 0, self.clock.steady())
        round_ = self._decider.decide(self.folded, [wish], fenced=False)
        self.facts = []
        told = dict.fromkeys(LOW, b"")
        for _, refusal in round_.refused:
            if refusal.code == "failed":
                raise Leak(f"{command} failed")
            told[seat] = f"{refusal.code} {refusal.sentence}".encode()
        for made in round_.made:
            self.facts = made.facts
            told |= {low: self.folded.projection.message(low, made.told) for low in LOW}
            self.folded.stand(key, wish.digest, made.at, made.told, made.head)
            self.folded.settle()
            self.entries.append(Entry(made.head.seq, made.head.chain, made.pending.key, made.pending.payload))
        return told

    def out(self) -> Out:
        """All that anybody may ask about."""
        return Out(self.folded, self.entries)


class Pair:
    """Two worlds, and what is wished for in them."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.wanderer = Wanderer(self.random.randrange(2**32))
        rules = self.random.choice(("nightfall", "nightfall", "revised", "v20", "storytelling"))
        others = ("shade", "guard") if self.random.random() < 0.2 else ("shade",)
        one, other = (World(rules, Random(f"{seed} {which}"), others) for which in ("one", "other"))
        self.worlds = (one, other)
        self.n = self.hidden = 0
        self.differed = ""
        """Which released outcome told the worlds apart, "" while nothing has."""
        self.compare(self.worlds[0].opened, self.worlds[1].opened)
        if self.random.random() < 0.5:
            for world in self.worlds:
                world.does(ST, AllowLookBack(True), b"look back")

    def compare(self, one: dict[Seat, bytes], other: dict[Seat, bytes]) -> None:
        """What a wish told in either world. A difference is an outcome that is released, or a leak."""
        for seat in LOW:
            if one[seat] == other[seat]:
                continue
            facts = [[f.event for f in world.facts if seat.reads(f.audience)] for world in self.worlds]
            first = next(pair for pair in zip_longest(*facts) if pair[0] != pair[1])
            names = {type(event).__name__ for event in first if event is not None}
            whose = {event.actor for event in first if isinstance(event, Rolled)}
            if not names <= RELEASED.keys() or (names == {"Rolled"} and not whose <= set(self.worlds[0].others)):
                raise Leak(f"{seat.id} was told of {first}")
            self.differed = " or ".join(sorted(names))

    def wish(self) -> tuple[Seat, Command] | None:
        """Somebody's next public wish, made of what that seat is offered in the one world."""
        seat = self.random.choice((*PLAYERS, *PLAYERS, ST, ST, ST))
        view = self.worlds[0].folded.state.view(seat)
        if seat.tells:  # asked of those commands alone: of all of them would cost more than all else in a pair
            offers = [o for name in PUBLIC for o in catalogue().commands[name].offer(view)]
            offered = [o for o in offers if o.actor != "shade"]
        else:
            offered = [o for o in options(view) if o.group in BUSY]
        if not offered or self.random.random() < 0.1:
            return seat, Say(f"{self.random.random()}")
        command = self.wanderer.accepted(self.wanderer.favoured(offered))
        return None if command is None else (seat, command)

    def publicly(self) -> None:
        """The same wish in both."""
        found = self.wish()
        if found is None:
            return
        self.n += 1
        for world in self.worlds:
            world.clock.now = 2000.0 + self.n
        one, other = (world.does(*found, b"public%d" % self.n) for world in self.worlds)
        if found[0] is ST and len({bool(world.facts) for world in self.worlds}) > 1:
            self.differed = KEPT_FROM_HER_WHO_KNOWS
            return
        self.compare(one, other)

    def secretly(self, world: World, what: int) -> None:
        """Something of the Storyteller's alone, of a kind, with this world's own values: nobody else is told a byte."""
        r = world.secrets
        who = self.random.choice(world.others)
        bent = self.random.choice(("anna", "ben", "shade", "guard"))
        traits = tuple((name, r.randint(0, 5)) for name in ("Strength", "Dexterity", "Brawl", "Dodge", "Melee"))
        command = (
            RollInSecret("spot", "anna", dice=r.randint(1, 9)),
            RollInSecret("stalk", "shade", dice=r.randint(1, 9)),
            Say(f"note {r.random()}", "", ("storyteller",)),
            Say(f"grr {r.random()}", "shade", ("storyteller",)),
            ChangeSheet(who, traits),
            SetHealth("shade", r.randint(0, 5)),
            ModifyNextRoll(bent, r.randint(-3, 3) or 1, "hidden", f"{r.random()}"),
            Decree(f"{r.random()}", r.random() < 0.5, "shade"),
            ModifyNextRoll(bent, visibility="hidden", difficulty=r.randint(3, 9)),
        )[what]
        self.hidden += 1
        told = world.does(ST, command, b"hidden%d" % self.hidden)
        if any(told[seat] for seat in LOW):
            raise Leak(f"{command} was told: {told}")

    def end(self) -> None:
        """All that can be asked for is the same, while nothing that was released differed."""
        if self.differed:
            return
        dear = self.random.choice(DEAR)
        for seat in LOW:
            for way in (*CHEAP, dear):
                one, other = (way(world.out(), seat) for world in self.worlds)
                if one != other:
                    raise Leak(f"{seat.id} was shown {one} or {other} by {way.__name__}")


def by_values(seed: str) -> Pair:
    """F30: a pair that does the same, in secret too, with other values. Raises `Leak`."""
    pair = Pair(seed)
    for _ in range(STEPS):
        if pair.random.random() < 0.4:
            what = pair.random.randrange(KINDS)
            for world in pair.worlds:
                pair.secretly(world, what)
        pair.publicly()
        if pair.differed:
            break
    pair.end()
    return pair


def by_presence(seed: str) -> Pair:
    """F31: a pair of which one world has up to three hidden commands more before every public one. Raises `Leak`."""
    pair = Pair(seed)
    for _ in range(STEPS):
        for _ in range(pair.random.randint(0, 3)):
            pair.worlds[1].clock.now += 0.1
            pair.secretly(pair.worlds[1], pair.random.randrange(KINDS))
        pair.publicly()
        if pair.differed:
            break
    pair.end()
    return pair


Ends = Counter[str]
"""How many pairs each released outcome ended; "": those that were alike to the end."""


def played(kind: Callable[[str], Pair], seed: str, number: int) -> tuple[Ends, list[str]]:
    """Play so many pairs of a kind: how they ended, and what leaked in which."""
    ends, leaks = Ends(), []
    for n in range(number):
        try:
            ends[kind(f"{seed} {n}").differed] += 1
        except Leak as leak:
            leaks.append(f"pair {seed} {n}: {leak}")
    return ends, leaks
