"""A world of a pair: a table with its own secrets, and every byte that it sends to players and spectators."""

from __future__ import annotations

from copy import copy
from random import Random

import msgspec

from domain.command import Command
from domain.core.audience import EVERYONE, STORYTELLER, TABLE, Seat, seats
from domain.core.dice_from_seed import GROVES, SIZE, HiddenPool
from domain.core.event import Event, Fact
from domain.core.record import Record
from domain.core.state import View
from domain.core.words import Words
from domain.features.actions.attack_in_progress import BlowHeld
from domain.features.actions.matching_defence import attack_words
from domain.features.combat.attack_to_hit import HELPLESS_HITS
from domain.features.rolls.roll import Roll
from domain.features.scenes.scene import CastMember, OpenScene, cast_members
from domain.features.storyteller.fork_scene import OpenFork
from domain.features.table.settings import SceneKey, rules_of, setting
from domain.features.tasks.sides import UNTOLD
from domain.features.tasks.task import Ledger, Task
from domain.features.tasks.task_events import RoundEnded, TaskEnded, TaskRolled
from domain.features.tasks.tasks_between_scenes import CarriedTask
from domain.records.blow import Blow
from domain.rules.equipment import Item
from domain.rules.task_terms import Step
from server.fold.commit_codec import command_key, digest, write
from server.fold.sealed_chance import SealedChance
from server.fold.stream_fold import StreamFold
from server.log.contract import Entry
from server.stream.group_commit import CommitGroup, Decider, PastState, Submission
from tests.domain.random_play import PLAYERS, ST, WATCHER, as_of
from tests.domain.random_play_cast import cast, tasks
from tests.server.secrecy.outputs import STREAM, Out
from tests.server.socketless_tables import FakeClock

ANNA = PLAYERS[0]
LOW = (*PLAYERS, WATCHER)
UNSEEN = ("Strength", "Dexterity", "Stamina", "Endurance", "Brawl", "Unarmed", "Melee", "Dodge", "Firearms")
"""Traits whose values differ between the worlds, for characters whose sheet only the Storyteller reads: traits to
strike with, to avoid a blow with, and to soak it with in both kinds of rules (C29)."""

COAT = "a coat"
"""The armour of those characters: it is named only in the parts of rolls that it gives dice to."""


def message(words: Words | str) -> str:
    """Return the id of the message that words name, "" for text that a person typed."""
    return words.id if isinstance(words, Words) else ""


class Fixed(SealedChance):
    """Chance with given seeds: the public seed is the same in both worlds, the hidden one differs."""

    __slots__ = ("_hidden",)

    def __init__(self, hidden: bytes, seeds: SceneKey | None, key: bytes, now: int) -> None:
        super().__init__(seeds or SceneKey("key", b"i" * SIZE, b"", b""), key, now)
        self._hidden = hidden

    def seed(self) -> bytes:
        return b"p" * SIZE

    def pool(self) -> HiddenPool:
        return HiddenPool(self._hidden, bytes(GROVES * SIZE))


class World:
    """A table, and every byte that its players and spectators receive."""

    def __init__(
        self,
        rules: str,
        secrets: Random,
        others: tuple[str, ...],
        *,
        tasks: bool,
        switches: tuple[tuple[str, str], ...] = (),
        faces: tuple[CastMember, ...] | None = None,
    ) -> None:
        self.secrets = secrets
        self._faces = cast() if faces is None else faces
        self.others = others
        """Ids of the characters whose sheets differ between the worlds: a hidden character, and sometimes a visible
        one."""
        self.folded = StreamFold()
        self.clock = FakeClock()
        hidden = secrets.randbytes(SIZE)
        self._decider = Decider(self.clock, lambda seeds, key, now: Fixed(hidden, seeds, key, now), lambda _: False)
        self.facts: list[Fact] = []
        self.entries: list[Entry] = []
        self.commits: list[tuple[int, list[Fact]]] = []
        """The facts of each commit, with its time."""
        self._commit_group = CommitGroup()
        self._parent: World | None = None
        opening = OpenScene(STREAM, "c", "A scene", rules, switches, self.cast(), tasks=self.tasks() if tasks else ())
        self.opened = self.does(TABLE, opening, b"open")

    def forks(self) -> World:
        """Fork a second scene from the present state of this scene."""
        fork = copy(self)
        fork.folded, fork.entries, fork.commits, fork._parent = StreamFold(), [], [], self
        was = setting(self.folded.state.full)
        head, cast = self.folded.head, cast_members(self.folded.state.full)
        opening = OpenFork(STREAM, "On", cast, was.switches, was.house, "", "", head.seq, head.chain)
        fork.opened = fork.does(TABLE, opening, b"on")
        return fork

    def cast(self) -> tuple[CastMember, ...]:
        """Return the cast: the same faces in both worlds, and this world's traits and armour for the characters with
        secret sheets."""
        return tuple(
            msgspec.structs.replace(m, traits=self.traits(), items=self.armour()) if m.id in self.others else m
            for m in self._faces
        )

    def traits(self) -> tuple[tuple[str, int], ...]:
        """Return this world's traits for a character with a secret sheet."""
        return tuple((name, self.secrets.randint(0, 5)) for name in UNSEEN)

    def armour(self) -> tuple[Item, ...]:
        """Return this world's armour for a character with a secret sheet."""
        return (Item(COAT, armour=self.secrets.randint(0, 3)),)

    def tasks(self) -> tuple[CarriedTask, ...]:
        """Return the public tasks and a hidden one; the dice of unseen opponents are this world's own."""
        return tuple(
            msgspec.structs.replace(one, ledger=self.behind(one.ledger)) if one.ledger else one
            for one in tasks()
            if one.audience in (EVERYONE, STORYTELLER)
        )

    def behind(self, ledger: Ledger) -> Ledger:
        """Return the ledger with this world's own dice for the opposing side."""
        ours, theirs = ledger.sides
        step = Step(dice=self.secrets.randint(1, 9))
        return Ledger(ledger.id, (ours, msgspec.structs.replace(theirs, steps=(step,))))

    def opposed_in_secret(self, task: str) -> bool:
        """True if a seat that sees this task does not see its opponents."""
        ledger = self.folded.state.full.get(Ledger, task)
        return ledger is not None and len(ledger.sides) > 1

    def counted_openly(self, seat: Seat, event: Event | None, fields: frozenset[str]) -> bool:
        """True if this seat can compute these numbers of the event itself, from rolls that it received (X2, X3)."""
        view = self.folded.state.view(seat)
        match event:
            case BlowHeld(blow):
                return blow.ruled or counted_from(view, blow, fields)
            case TaskRolled(_, roll):
                return roll.successes == UNTOLD or view.get(Roll, roll.roll) is not None
            case RoundEnded(id, tallies):
                return UNTOLD not in tallies and not self.opposed_in_secret(id)
            case TaskEnded():
                return not self.opposed_in_secret(event.id)
            case _:
                return True

    def plots(self) -> list[Task]:
        """Return the open tasks that only the Storyteller knows of."""
        return [task for task in self.folded.state.partition(STORYTELLER).all(Task) if task.status == "open"]

    def confided(self, type_: type[Record]) -> list[str]:
        """Return the ids of the records of this type that only Anna and the Storyteller read."""
        return [record.id for record in self.folded.state.partition(seats(ANNA.id)).all(type_)]

    def does(self, seat: Seat, command: Command, id_: bytes) -> dict[Seat, bytes]:
        """Decide and apply a command. Return the bytes that each player and spectator receives, with the sender's
        refusal."""
        told = self.tries(seat, command, id_)
        self.stands()
        return told

    def tries(self, seat: Seat, command: Command, id_: bytes) -> dict[Seat, bytes]:
        """Decide a command and return the bytes it would send to players and spectators. Call `stands` to apply it or
        `taken_back` to undo it."""
        key = command_key(seat, id_.ljust(16, b"-"))
        past = self.past(command)
        submission = Submission(seat, key, key, digest(write(command)), command, 0, self.clock.steady(), past=past)
        self._commit_group = self._decider.decide(self.folded, [submission], fenced=False)
        self.facts = []
        told = dict.fromkeys(LOW, b"")
        for _, refusal in self._commit_group.refused:
            if refusal.code == "failed":
                raise RuntimeError(f"{command} failed")
            told[seat] = msgspec.msgpack.encode((refusal.code, refusal.words))  # with all arguments
        for commit in self._commit_group.decided:
            self.facts = commit.facts
            told |= {low: self.folded.projection.message(low, commit.encoded) for low in LOW}
        return told

    def past(self, command: Command) -> PastState | None:
        """Return the past state that a command returns to, or that a fork starts from."""
        if isinstance(command, OpenFork) and self._parent is not None:
            other = self._parent.folded
            return PastState(other.state, other.head, other.head)
        moment, head = command.back_to, self.folded.head
        return None if moment is None else PastState(as_of(self.commits, ST, moment), head, head)

    def stands(self) -> None:
        """Apply the commits that `tries` decided."""
        for commit in self._commit_group.decided:
            self.folded.record_durable(
                commit.submission.seat.id,
                commit.pending.key,
                commit.submission.digest,
                commit.at,
                commit.encoded,
                commit.head,
            )
            self.folded.clear_journal()
            self.commits.append((commit.at, commit.facts))
            self.entries.append(Entry(commit.head.seq, commit.head.chain, commit.pending.key, commit.pending.payload))

    def taken_back(self) -> None:
        """Undo the commits that `tries` decided."""
        self._commit_group.undo(self.folded)

    def moment(self) -> int:
        """Return the Storyteller's moment in this world."""
        return self.folded.state.view(ST).moment

    def out(self) -> Out:
        """Return the fold and the log, to ask for every output."""
        return Out(self.folded, self.entries)


def counted_from(view: View, blow: Blow, fields: frozenset[str]) -> bool:
    """True if these numbers of a blow follow from the rolls in this view. A roll that was overridden counts with the
    ruled result (G0)."""
    rolls = [view.get(Roll, id_) for id_ in blow.rolls]
    known = [roll for roll in rolls if roll is not None and roll.result != "untold"]
    if any(roll.ruled for roll in known):
        return True

    def net(actor: str, *reasons: str) -> int | None:
        """Return the net successes of this character's visible roll for a reason in the list; None if no roll is
        visible."""
        found = [max(r.net, 0) for r in known if r.actor == actor and message(r.reason) in reasons]
        return found[-1] if found else None

    name = attack_words(blow).id
    met = sum(max(r.net, 0) for r in known if r.actor == blow.on and message(r.reason) not in ("roll-soak", name))
    hit, dealt, soaked = net(blow.by, name), net(blow.by, "roll-damage"), net(blow.on, "roll-soak")
    scored = HELPLESS_HITS if hit is None else hit
    if dealt is None and not rules_of(view).rolls_damage:  # the successes are the damage (S3)
        dealt = scored - met
    counted = {
        "blow.scored": (blow.scored, scored),
        "blow.hits": (blow.hits, HELPLESS_HITS if hit is None else hit - met),
        "blow.dealt": (blow.dealt, dealt),
        "blow.soaked": (blow.soaked, soaked or 0),  # no dice to soak with are no roll
        "blow.levels": (blow.levels, max((dealt or 0) - (soaked or 0), 0)),
    }
    told = {field: numbers for field, numbers in counted.items() if field in fields and numbers[0] >= 0}
    if blow.step == "consequence":  # by then the wound is there, which all see (C29)
        told.pop("blow.levels", None)
    return all(said == truly for said, truly in told.values())
