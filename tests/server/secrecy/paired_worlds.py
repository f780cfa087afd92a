"""Pairs of worlds that look alike to the players, for the tests and for the soak (INV7, FLT30, FLT31).

Two tables have the same public seed and get the same public commands at the same times. In one of them the hidden facts
differ, or there are more of them. Every byte sent to a player or a spectator is compared. Only a released outcome may
differ (`domain.released`): then every event of the commit is compared, except the fields that are the outcome. The
command is undone in both worlds and sent again with new dice until the outcomes agree; if they never do, the pair goes
on without it. Any further difference is a `Leak`.

Long because a pair and every way in which it plays on share one state and are read together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from difflib import SequenceMatcher
from itertools import zip_longest
from random import Random
from typing import Any, ClassVar, NamedTuple

import msgspec
from msgspec.structs import astuple

from domain.catalogue import catalogue
from domain.command import Command, TableCommand
from domain.core.audience import EVERYONE, Seat
from domain.core.event import Event
from domain.core.refusal import Refusal
from domain.core.words import Ref, Words, phrase
from domain.features.actions.attack_in_progress import BlowHeld, WoundSpared
from domain.features.actions.declaration import DeclarationStated
from domain.features.characters.character import Face, hidden
from domain.features.characters.conditions import ConditionBegan
from domain.features.characters.wounds import WoundTaken
from domain.features.combat.attack_damage import UNCHOSEN
from domain.features.combat.declare_action import DeclareAction
from domain.features.combat.initiative import SlotPlaced
from domain.features.combat.react_to_attack import GoOn
from domain.features.combat.step_by_step import PaceAttacks
from domain.features.combat.take_action import TakeAction
from domain.features.combat.turn_commands import BeginActing, StartTurns
from domain.features.rolls.free_botches import FORGIVEN, without_botch
from domain.features.rolls.pools import SPLIT, WOUNDS
from domain.features.rolls.roll import UNTOLD, Rolled
from domain.features.rolls.secret_outcomes import OutcomeTold
from domain.features.scenes.chat import Say
from domain.features.scenes.scene import AllowLookBack
from domain.features.storyteller.take_back import TakeBack
from domain.features.table.settings import rules_of
from domain.features.tasks.task_events import RoundEnded, TaskEnded
from domain.options import options
from domain.records.blow import Blow
from domain.released import ALONE, FOLLOWING, RELEASED
from domain.rules.declared_action import Action
from domain.rules.rule_types import Throw, Verdict
from domain.rules.ruleset import RuleSet
from tests.domain.random_play import BUSY, PLAYERS, ST, Wanderer
from tests.server.secrecy.outputs import CHEAP, DEAR
from tests.server.secrecy.secret_commands import AFTER, CONFIDED, SECRETS, VEILED
from tests.server.secrecy.world_with_secrets import ANNA, COAT, LOW, World, message

STEPS = 6
TRIES = 4
"""The attempts, each with new dice, to send a command whose outcome differs between the worlds."""
LEAKS_MOST = 10
"""The leaks after which a run stops."""
BROUGHT_ABOUT = ("roll-damage", "roll-soak", "reason-keep-feet")
"""The reasons of rolls that no player chose to make, as message ids."""
AGAIN = (10, 9, 8, 11)
"""Faces from which dice are rolled again; with 11 none are."""
BLOW_STEPS = 6
"""The most steps of an attack."""
FOES = (("anna", "guard"), ("guard", "ben"), ("ben", "guard"), ("shade", "anna"))
"""The attacker and the target of each attack in a fight."""
OPEN_TO_PLAYERS = (*BUSY, "dice", "points", "tasks")
"""The groups of options that players choose from."""
KEPT_FROM_ONE_WHO_KNOWS = "refused to one who knows"
"""Each seat is answered from its own view: if the sender knows the secret, and only one world accepts the command,
the command is given up."""
BY_NO_DICE = ("Rolled", "OutcomeTold or Rolled", KEPT_FROM_ONE_WHO_KNOWS)
"""Differences that new dice do not always remove: an open roll shows its traits (X2), and whether a roll is shown at
all does not depend on dice."""
AT_FIRST: frozenset[str | Words] = frozenset({COAT, SPLIT})
"""Parts that a roll may have in one world alone: they come from a sheet that players do not read, or correct a
change of it since the action was declared."""
THEN = AT_FIRST | {WOUNDS}
"""The same parts, after an outcome that differs: it may have been a wound (C29)."""
PUBLIC = (
    "StartTurns", "StartTurn", "BeginActing", "EndTurn", "TakeAction", "DeclareAction", "SetInitiative", "Roll",
    "CloseRound",
)  # fmt: skip
"""The Storyteller's most frequent public commands."""
NOT_PUBLIC = {
    *("RevealCharacter", "RevealTask", "HandOver", "TakeUp", "ShowRoll"),  # they reveal hidden content on purpose
    *("HideCharacter", "BeginGrapple"),  # a hidden holder's victim is seen to get free, or not (`domain.released`)
    # some may be between a few seats alone
    *("CallForRoll", "OpenTask", "OpenContest", "ModifyNextRoll", "RollInSecret", "SetCircumstance", "ModifyTask"),
    "EndCircumstance",  # it may be known to the Storyteller alone
    *("Say", "TakeBack", "ForkScene", "CloseScene"),  # pairs play these in methods of their own, or end with them
}
RARE = tuple(
    name for name, type_ in sorted(catalogue().commands.items())
    if name not in NOT_PUBLIC and not issubclass(type_, TableCommand)
)  # fmt: skip
"""The Storyteller's rarer public commands."""
RARE_AT_ONCE = 8
"""The number of rarer commands whose options are computed at a time: computing all would cost more than the rest of
a pair."""


FELLED = ("prone", "staked")
"""The conditions that an attack with a hidden count may visibly cause (C10, C13)."""
NEVER: frozenset[str] = frozenset()
ANOTHER: dict[type[Any], frozenset[str]] = {
    OutcomeTold: frozenset({"actor", "text"}),
    ConditionBegan: frozenset({"borne.id"}),
    RoundEnded: frozenset({"dark"}),
    WoundTaken: frozenset({"id"}),
    WoundSpared: frozenset({"on"}),
    BlowHeld: frozenset({"blow.by", "blow.on", "blow.action", "blow.step"}),
}
"""The fields that make two events of a type different events: the outcome or condition; whether a round's result is
hidden; the wounded character; the attack in progress and its next step (the attack that hits, or the cut of the
parry that stops it; a disarm has no soak)."""


class Leak(Exception):
    """A seat could tell two worlds apart by facts hidden from it."""


def aligned(one: list[Event], other: list[Event]) -> Iterator[tuple[Event | None, Event | None]]:
    """Pair the events of two worlds, events of one kind in their order; None where a world has no counterpart."""
    for _, a, b, c, d in SequenceMatcher(None, [*map(sort, one)], [*map(sort, other)]).get_opcodes():
        yield from zip_longest(one[a:b], other[c:d])


def sort(event: Event) -> tuple[str, ...]:
    """Return the key by which events are paired: the type; for outcomes, conditions and rolls also the character or
    condition; for a roll that another roll caused also its reason."""
    if isinstance(event, OutcomeTold):
        return type(event).__name__, event.actor, repr(event.text)
    if isinstance(event, ConditionBegan):
        return type(event).__name__, event.borne.id
    if not isinstance(event, Rolled):
        return (type(event).__name__,)
    reason = message(event.reason)
    return type(event).__name__, event.actor, reason if reason in BROUGHT_ABOUT else ""


def missing_trait(name: str | Words) -> str:
    """Return the trait of a part of a pool that says that the character has no dots in it, "" for any other part."""
    match name:
        case Words(id="part-no-trait", args=((_, Ref(kind="term", id=trait)),)):
            return trait
        case _:
            return ""


def otherwise(one: Event | None, other: Event | None) -> frozenset[str]:
    """Return the fields in which an event differs from its counterpart: `ALONE` if no counterpart of its kind
    exists."""
    if type(one) is not type(other):
        return ALONE
    fields = frozenset(differing(one, other))
    return ALONE if fields & ANOTHER.get(type(one), NEVER) else fields


def differing(one: Any, other: Any, within: str = "") -> Iterator[str]:
    """Yield the names of the fields in which two structs of one type differ; a dot joins the name of a nested struct
    and its field."""
    for name in one.__struct_fields__:
        mine, theirs = getattr(one, name), getattr(other, name)
        if isinstance(mine, Words) and isinstance(theirs, Words):
            if mine != theirs:
                yield f"{within}{name}.args" if mine.id == theirs.id else within + name
        elif isinstance(mine, msgspec.Struct) and type(mine) is type(theirs):
            yield from differing(mine, theirs, f"{within}{name}.")
        elif mine != theirs:
            yield within + name


def says_what_it_is(rules: RuleSet, roll: Rolled) -> bool:
    """True if a roll's texts and numbers are exactly the rule set's verdict on its dice."""
    if roll.result == "untold":
        return not roll.degree and roll.why == UNTOLD
    if roll.seal is None:
        taken = phrase("why-taken", rule="D10", dice=roll.pool, difficulty=roll.difficulty)
        verdicts = [Verdict((), (), 1, 0, 1, "success", rules.degree(1), (), taken)]
    else:
        verdicts = [*judged(rules, roll)]
    verdicts += [without_botch(one, why) for one in verdicts for why in (UNCHOSEN, FORGIVEN) if one.result == "botch"]
    said = (
        roll.faces, roll.struck, roll.successes, roll.ones, roll.net, roll.result, roll.degree, roll.worth, roll.why
    )  # fmt: skip
    return said in map(astuple, verdicts)


def judged(rules: RuleSet, roll: Rolled) -> Iterator[Verdict]:
    """Yield the rule set's verdicts on a roll's dice, for each face from which dice may be rolled again: the roll does
    not state it (S4)."""
    for again in AGAIN:
        with suppress(Refusal):
            yield rules.judge(Throw(roll.pool, roll.difficulty, roll.specialty, roll.willpower, again), roll.faces)


def player(actor: str) -> Seat:
    """Return the seat that plays a character, or the Storyteller's."""
    return next((seat for seat in PLAYERS if seat.id == actor.upper()), ST)


class Pair:
    """Two worlds, and the commands sent in them."""

    tries: ClassVar[int] = TRIES

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.wanderer = Wanderer(self.random.randrange(2**32))
        self.worlds = self.opened(seed)
        self.confides = self.random.random() < 0.3
        """True if Anna knows the secrets; the bytes sent to her are then not compared."""
        self.low = LOW[1:] if self.confides else LOW
        self.granted = Counter[str]()
        """The number of accepted secret commands, by kind."""
        self.n = self.hidden = 0
        self.moments: list[list[int]] = []
        """The Storyteller's moment in each world before each public command."""
        self.levelled = Counter[str]()
        """For each released outcome: how often new dice made differing worlds agree."""
        self.apart = Counter[str]()
        """For each released outcome: how often new dice did not help."""
        self.kept = Counter[str]()
        """The secret rolls with different results in the two worlds, by reason."""
        if outcome := self.compare(self.worlds[0].opened, self.worlds[1].opened):
            raise Leak(f"the tables are opened with another {outcome}")
        if self.random.random() < 0.5:
            self.both(ST, AllowLookBack(True), AllowLookBack(True))

    def opened(self, seed: str) -> tuple[World, World]:
        """Open the two tables, each with its own secrets."""
        rules = self.random.choice(("nightfall", "nightfall", "revised", "v20", "storytelling"))
        others = ("shade", "guard") if self.random.random() < 0.2 else ("shade",)
        tasks = self.random.random() < 0.5
        one, other = (World(rules, Random(f"{seed} {which}"), others, tasks=tasks) for which in ("one", "other"))
        return one, other

    def compare(self, one: dict[Seat, bytes], other: dict[Seat, bytes]) -> str:
        """Compare the bytes of a command in both worlds. Return the name of the released outcome that differs, "" if
        none does. Raise `Leak` for every further difference."""
        outcome = ""
        for seat in self.low:
            if one[seat] == other[seat]:
                continue
            facts = [[f.event for f in world.facts if seat.reads(f.audience)] for world in self.worlds]
            if facts[0] == facts[1]:
                raise Leak(f"{seat.id} was told {one[seat]!r} or {other[seat]!r} of the same events")
            outcome = self.outcome(seat, *facts)
        return outcome

    def outcome(self, seat: Seat, one: list[Event], other: list[Event]) -> str:
        """Return the name of the first event that differs for a seat. It must be a released outcome of a character that
        differs. Later events of the commit may differ only as that outcome allows. Raise `Leak` otherwise."""
        first = ""
        for pair in aligned(one, other):
            fields = otherwise(*pair)
            if not fields:
                continue
            names = [type(event).__name__ for event in pair if event is not None]
            counted = all(w.counted_openly(seat, event, fields) for w, event in zip(self.worlds, pair, strict=True))
            if first:  # an event after the outcome may follow from it: another wound, another end
                released = all(
                    name not in FOLLOWING or FOLLOWING[name].allows(fields, counted=counted) for name in names
                )
            else:
                released = all(name in RELEASED and RELEASED[name].allows(fields) for name in names)
            theirs = first or len(set(names)) > 1 or self.told_instead(pair) or all(map(self.is_others, pair))
            if not (released and theirs and self.by_the_rules(pair, THEN if first else AT_FIRST)):
                raise Leak(f"{seat.id} was told of {pair}")
            first = first or " or ".join(sorted(set(names)))
        return first

    def by_the_rules(self, pair: tuple[Event | None, Event | None], perhaps: frozenset[str | Words]) -> bool:
        """True if rolls that differ do so in numbers and dice only: their parts have names that both worlds know or
        that are in `perhaps`, and their texts are the rule set's verdict on the dice."""
        rolls = [event for event in pair if isinstance(event, Rolled)]
        names = [{name for name, _ in roll.parts} for roll in rolls]
        if len(names) > 1 and not all(
            name in perhaps or missing_trait(name) in names[0] & names[1] for name in names[0] ^ names[1]
        ):
            return False
        rules = rules_of(self.worlds[0].folded.state.full)
        return all(says_what_it_is(rules, roll) for roll in rolls)

    def told_instead(self, pair: tuple[Event | None, Event | None]) -> bool:
        """True if a roll is missing in a world because its outcome is announced in its place (X2), after the roll that
        resists it."""
        actors = {event.actor for event in pair if isinstance(event, Rolled)} if None in pair else set[str]()
        told = [fact.event for world in self.worlds for fact in world.facts]
        return any(isinstance(event, OutcomeTold) and event.actor in actors for event in told)

    def is_others(self, event: Event | None) -> bool:
        """True if an event that differs comes from a character that differs between the worlds."""
        match event:
            case Rolled():
                return event.actor in self.worlds[0].others
            case RoundEnded() | TaskEnded():
                return any(world.opposed_in_secret(event.id) for world in self.worlds)
            case ConditionBegan(borne):
                return borne.name in FELLED or (borne.name == "dazed" and borne.character in self.worlds[0].others)
            case SlotPlaced() | DeclarationStated():
                return event.id in self.worlds[0].others
            case _:
                return True

    def wish(self) -> tuple[Seat, Command] | None:
        """Return the next public command of a random seat, made from its options in the first world."""
        seat = self.random.choice((*PLAYERS, *PLAYERS, ST, ST, ST))
        view = self.worlds[0].folded.state.view(seat)
        if seat.is_storyteller:
            names = PUBLIC if self.random.random() < 0.6 else self.random.sample(RARE, RARE_AT_ONCE)
            offers = [o for name in names for o in catalogue().commands[name].offer(view)]
            offered = [o for o in offers if o.actor != "shade"]
        else:
            offered = [o for o in options(view) if o.group in OPEN_TO_PLAYERS]
        if not offered or self.random.random() < 0.1:
            return seat, Say(f"{self.random.random()}")
        command = self.wanderer.accepted(self.wanderer.favoured(offered))
        if command is None or self.is_about_hidden(command):
            return None
        return seat, command

    def is_about_hidden(self, command: Command) -> bool:
        """True if a command names a hidden character: its effect on visible characters is not compared here (X4)."""
        full, said = self.worlds[0].folded.state.full, repr(command)
        return any(hidden(full, face.id) and repr(face.id) in said for face in full.all(Face))

    def publicly(self) -> None:
        """Send the next public command, the same in both worlds."""
        found = self.wish()
        if found is not None:
            self.both(found[0], found[1], found[1])

    def both(self, seat: Seat, one: Command, other: Command) -> bool:
        """Send a public command in each world; True if both accept it. If an outcome differs, send it again with new
        dice; after `tries` attempts give it up."""
        self.n += 1
        first = ""
        for again in range(self.tries):
            differed = self.tried(seat, (one, other), b"public%d-%d" % (self.n, again))
            if not differed:
                if first:
                    self.levelled[first] += 1
                for world in self.worlds:
                    world.stands()
                return all(world.facts for world in self.worlds)
            for world in self.worlds:
                world.taken_back()
            self.shuffles()
            first = first or differed
            if differed in BY_NO_DICE:
                break
        self.apart[first] += 1
        return False

    def tried(self, seat: Seat, commands: tuple[Command, Command], id_: bytes) -> str:
        """Return the outcome that differs after a command whose dice come from this id, "" if none does."""
        self.keep_time()
        told = [world.tries(seat, command, id_) for world, command in zip(self.worlds, commands, strict=True)]
        granted = [bool(world.facts) for world in self.worlds]
        knows = (seat is ST and getattr(commands[0], "actor", "") != "shade") or (self.confides and seat is ANNA)
        if knows and granted[0] != granted[1]:
            return KEPT_FROM_ONE_WHO_KNOWS
        return self.compare(*told)

    def shuffles(self) -> None:
        """Do the work that comes between a command and its repetition with new dice. The base class does none."""

    def keep_time(self) -> None:
        """Give both worlds the same time for a public command."""
        for world in self.worlds:
            world.clock.now = 2000.0 + self.n

    def fight(self) -> None:
        """Play a turn of a fight in which every character strikes or dodges. A character hidden in both worlds strikes,
        too. Half of these fights are played step by step."""
        self.both(ST, StartTurns(), StartTurns())
        if step_by_step := self.random.random() < 0.5:
            self.both(ST, PaceAttacks(True), PaceAttacks(True))
        for actor, on in self.random.sample(FOES, len(FOES)):
            manoeuvre = "dodge" if self.random.random() < 0.2 else "attack"
            declared = DeclareAction(actor, (Action(manoeuvre, () if manoeuvre == "dodge" else (on,)),))
            self.both(player(actor), declared, declared)
        self.both(ST, BeginActing(), BeginActing())
        for actor, _ in (*FOES, *FOES):
            self.both(player(actor), TakeAction(actor), TakeAction(actor))
            if step_by_step:
                self.goes_on_striking()

    def goes_on_striking(self) -> None:
        """Let attacks that all seats see take their next steps."""
        for _ in range(BLOW_STEPS):
            for blow in list(self.worlds[0].folded.state.partition(EVERYONE).all(Blow)):
                self.both(ST, GoOn(blow.id), GoOn(blow.id))

    def goes_back(self) -> None:
        """Let the Storyteller take back all commits since a moment that looked the same to all players, with the secret
        commits in between."""
        one, other = self.random.choice(self.moments[:-1] or self.moments)
        self.granted["back"] += self.both(ST, TakeBack(one), TakeBack(other))

    def goes_on(self) -> None:
        """Fork both scenes and play on: secrets of the first scene stay secret in the fork."""
        self.keep_time()
        one, other = self.worlds = self.worlds[0].forks(), self.worlds[1].forks()
        if outcome := self.compare(one.opened, other.opened):
            raise Leak(f"a scene goes on with another {outcome}")
        self.granted["on"] += bool(one.facts)
        self.publicly()

    def secretly(self, world: World, kind: str, of: str = "") -> None:
        """Send a secret command with this world's own values. Raise `Leak` if a compared seat receives a byte. `of`:
        the character it concerns, "" for a random one."""
        if kind in AFTER:
            self.secretly(world, AFTER[kind])
        who = self.random.choice(world.others)
        bent = of or self.random.choice(("anna", "ben", "shade", "guard"))
        self.hidden += 1
        found = SECRETS[kind](world, who, bent)
        if found is None:
            return
        told = world.does(*found, b"hidden%d" % self.hidden)
        self.granted[kind] += bool(world.facts)
        if any(told[seat] for seat in self.low):
            raise Leak(f"{found} was told: {told}")

    def veiled(self) -> None:
        """Send a public command of which a part is hidden and differs between the worlds."""
        kind = self.random.choice(list(VEILED))
        bent = self.random.choice(("anna", "ben"))
        self.granted[kind] += self.both(ST, *(VEILED[kind](world, bent) for world in self.worlds))

    def kind(self) -> str:
        """Return a random kind of secret command."""
        kinds = [kind for kind in SECRETS if kind not in CONFIDED]
        return self.random.choice(CONFIDED if self.confides and self.random.random() < 0.5 else kinds)

    def steps(self) -> Iterator[None]:
        """Play on, yielding before every public command so that secrets can happen; then compare everything that a seat
        can ask for."""
        fight = self.random.randrange(4 * STEPS)
        for n in range(STEPS):
            self.moments.append([world.moment() for world in self.worlds])
            yield
            if n == fight:
                self.fight()
            elif self.random.random() < 0.08:
                self.goes_back()
            else:
                self.publicly()
        if self.random.random() < 0.1:
            self.goes_on()
        self.end()

    def end(self) -> None:
        """Compare everything that a seat can ask for."""
        dear = self.random.choice(DEAR)
        for seat in self.low:
            for way in (*CHEAP, dear):
                one, other = (way(world.out(), seat) for world in self.worlds)
                if one != other:
                    raise Leak(f"{seat.id} was shown {one} or {other} by {way.__name__}")


def by_values(seed: str) -> Pair:
    """Play a pair whose secret commands have different values (FLT30). Raise `Leak` if a seat can tell the worlds
    apart."""
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
    """Play a pair in which the second world has up to three extra hidden commands before every public one (FLT31).
    Raise `Leak` if a seat can tell the worlds apart."""
    pair = Pair(seed)
    for _ in pair.steps():
        for _ in range(pair.random.randint(0, 3)):
            pair.worlds[1].clock.now += 0.1
            pair.secretly(pair.worlds[1], pair.kind())
    return pair


class Came(NamedTuple):
    """The result of many pairs: how many were `alike` to the end; per outcome, how often new dice made differing worlds
    agree (`levelled`), and how often they never did and the command was given up (`apart`); how many secret commands of
    each kind were `granted`; which counts were `kept` back and differed; and the leaks."""

    levelled: Counter[str]
    apart: Counter[str]
    granted: Counter[str]
    kept: Counter[str]
    leaks: list[str]
    alike: int = 0

    @property
    def pairs(self) -> int:
        """Return how many pairs were played."""
        return self.alike + len(self.leaks)


def played(kind: Callable[[str], Pair], seed: str, number: int) -> Came:
    """Play `number` pairs of a kind, or stop after too many leaks."""
    came = Came(Counter(), Counter(), Counter(), Counter(), [])
    for n in range(number):
        try:
            pair = kind(f"{seed} {n}")
        except Leak as leak:
            came.leaks.append(f"pair {seed} {n}: {leak}")
            if len(came.leaks) == LEAKS_MOST:
                break
        else:
            came.levelled.update(pair.levelled)
            came.apart.update(pair.apart)
            came.granted.update(pair.granted)
            came.kept.update(pair.kept)
            came = came._replace(alike=came.alike + 1)
    return came
