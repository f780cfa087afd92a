"""Rolling: a pool and how it came about, the dice, and what they come to (D1, D3, D7, D11, D14, X1, X2, X3)."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal, NamedTuple

import msgspec

from domain.core.audience import EVERYONE, STORYTELLER, Audience, Kind, covers
from domain.core.command import allowed
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.sealed_dice import Seal
from domain.core.state import View
from domain.features.characters.character import Sheet, face_audience, hidden
from domain.features.characters.willpower import may_spend_willpower, spend_willpower
from domain.features.rolls.free_botches import FORGIVEN, botch_free, merciful, without_botch
from domain.features.rolls.obstacles import Obstacle, Try, count_try, leave_untold
from domain.features.rolls.pending_consequences import owe
from domain.features.rolls.player_nonces import dice
from domain.features.rolls.roll_modifiers import (
    Ruling,
    RulingNoted,
    bearing,
    openly_bearing,
    part,
    take_control,
    use_up,
    withholds,
)
from domain.features.rolls.secret_outcomes import OutcomeTold, keep
from domain.features.rolls.standing_circumstances import Circumstance, bearing_on
from domain.features.table.settings import rules_of
from domain.rules.rule_types import Part, Result, RollKind, Throw, Verdict
from domain.rules.ruleset import RuleSet

Faces = tuple[tuple[int, ...], ...]
Told = Result | Literal["untold"]
"""A roll's result as its audience knows it; `untold` under a difficulty that only the Storyteller knows (X3)."""

UNTOLD = "Only the Storyteller knows the difficulty."
WAITS = "the hidden modifier was not used: everybody sees what this roll comes to. It waits for the next one (X2, X3)."
WON: frozenset[str] = frozenset({"success", "exceptional"})
"""The results that a deed succeeds with."""


class Roll(Record, frozen=True):
    """A roll as its audience sees it. `who` is the seat that rolled, `actor` the character ("": nobody), `difficulty`
    is 0 where the rules have none, `faces` the chain of each die, `worth` what each face counts (`Verdict.worth`; ():
    untold), `struck` the places that ones took; `ruled` says who overrode it and why ("": nobody); `seal` is what
    its dice were drawn with, None where it has none or is from before dice were sealed; `shown` is its id as others
    have it, in the Storyteller's own copy of what they were shown less of, or later ("": as she has it); `on` is
    against whom it was rolled for an attack ("": nobody whom all who have it see)."""

    story: ClassVar[bool] = True

    at: int
    n: int
    who: str
    actor: str
    reason: str
    parts: tuple[Part, ...]
    pool: int
    difficulty: int
    faces: Faces
    struck: tuple[int, ...]
    successes: int
    ones: int
    net: int
    result: Told
    degree: str
    why: str
    willpower: bool = False
    specialty: bool = False
    ruled: str = ""
    worth: tuple[int, ...] = ()
    seal: Seal | None = None
    shown: str = ""
    on: str = ""


class Rolled(Event, frozen=True):
    """Dice were thrown and judged; each field is that of the `Roll`."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone", "storyteller", "seats"})

    id: str
    who: str
    actor: str
    reason: str
    parts: tuple[Part, ...]
    pool: int
    difficulty: int
    faces: Faces
    struck: tuple[int, ...]
    successes: int
    ones: int
    net: int
    result: Told
    degree: str
    why: str
    willpower: bool
    specialty: bool
    worth: tuple[int, ...] = ()
    seal: Seal | None = None
    on: str = ""

    def apply(self, records: Partition, at: int) -> None:
        records.put(  # by place: by name costs ten times as much, and this is the commonest event
            Roll(
                self.id, at, records.count, self.who, self.actor, self.reason, self.parts, self.pool, self.difficulty,
                self.faces, self.struck, self.successes, self.ones, self.net, self.result, self.degree, self.why,
                self.willpower, self.specialty, "", self.worth, self.seal, "", self.on,
            )
        )  # fmt: skip


class CopyShown(Event, frozen=True):
    """Others have a copy of the Storyteller's own `roll`, of this id: without what it came to (X3), or of dice that
    were hidden (X1)."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str
    roll: str

    def apply(self, records: Partition, at: int) -> None:
        own = records.get(Roll, self.roll)
        if own is not None:
            records.put(msgspec.structs.replace(own, shown=self.id))


class Pool(msgspec.Struct, frozen=True, gc=False):
    """What is to be rolled: for whom ("": nobody), what for, and how the dice come about."""

    actor: str
    reason: str
    parts: tuple[Part, ...]
    difficulty: int = 0
    specialty: bool = False
    willpower: bool = False
    again: int = 10
    spared: str = ""
    """Why it cannot botch, "" where it can (F3)."""
    task: str = ""
    """The obstacle that it is a try at (D13), "" for none."""
    tried: int = 0
    """The dice that earlier failures at it took."""
    dearer: int = 0
    """What they added to the difficulty."""
    who: str = ""
    """The seat that rolls, "" for whoever sent the command."""
    on: str = ""
    """Against whom it is rolled for an attack, "" for nobody."""
    kind: RollKind = "action"
    """Which of the Storyteller's rulings bear on it (X6)."""
    traits: tuple[str, ...] = ()
    """The traits that are rolled, () for plain dice. Circumstances that name a trait or sight go by these, and not by
    the labels of the parts, which anybody may have written (X7)."""
    opposing: bool = False
    """Whether it is rolled against somebody else's try to get free (C7, C9): circumstances bear on it as on an action,
    the Storyteller's rulings as on a reflexive (X6, X7)."""
    subject: str = ""
    """The traits or the number of dice, as the roller named them. Told where the dice are hidden and no reason was
    given; so nothing that others do not know may stand in it (X2)."""

    def throw(self, rules: RuleSet) -> Throw:
        """The pool as the rules throw it."""
        special, strong = self.special_dice(rules), self.willpower_dice(rules)
        dice = special + strong
        for _, given in self.parts:
            dice += given
        specialty, willpower = self.specialty and not special, self.willpower and not strong
        return Throw(dice, rules.difficulty(self.difficulty), specialty, willpower, self.again)

    def special_dice(self, rules: RuleSet) -> int:
        """How many dice a specialty is of it, where it is dice (D7)."""
        return rules.specialty_dice if self.specialty else 0

    def willpower_dice(self, rules: RuleSet) -> int:
        """How many dice a point of Willpower gives it, where that is dice (D11)."""
        return rules.willpower_dice if self.willpower else 0

    def all_parts(self, rules: RuleSet) -> tuple[Part, ...]:
        """All parts, as the rules count them (S1), with what a specialty (D7) and Willpower (D11) add where those are
        dice."""
        added = (("specialty", self.special_dice(rules)), ("Willpower", self.willpower_dice(rules)))
        return rules.order_parts((*self.parts, *(part for part in added if part[1])))


def roll(
    table: Deciding,
    *,
    actor: str,
    reason: str,
    parts: tuple[Part, ...],
    difficulty: int = 0,
    specialty: bool = False,
    willpower: bool = False,
    audience: Audience | None = None,
    kind: RollKind = "reflex",
    traits: tuple[str, ...] = (),
) -> Verdict:
    """Roll a pool, tell it to those who may know, and return what it came to.

    `difficulty` 0 is the rules' own; `traits` are those that are rolled (X7). The audience is by default that of the
    actor's face. Never refuses: a pool that was emptied rolls nothing, or a chance die. It is a roll that comes of
    something else and that nobody chose to make: initiative, damage, soaking, keeping one's feet. Of the Storyteller's
    rulings only those that name this kind of roll bear on it (X6). The table counts what it comes to, so those that are
    not to be seen wait, and she is told so; unless the character is hidden (X2, X3).
    """
    pool = Pool(actor, reason, parts, difficulty, specialty, willpower, kind=kind, traits=traits)
    return roll_counted(table, pool, audience)


def roll_counted(table: Deciding, pool: Pool, audience: Audience | None = None) -> Verdict:
    """`roll`, for a pool made already."""
    heard = hears(table, pool, audience)
    rulings = on_roll(table.full, pool, heard=heard)
    waiting = [] if hidden(table.full, pool.actor) else [r for r in rulings if withholds(r)]
    if any(table.full.get(Ruling, r.id) for r in waiting):  # a circumstance waits for nothing
        table.emit(STORYTELLER, RulingNoted(pool.actor, f"{pool.reason}: {WAITS}"))
    return throw_ruled(table, pool, heard, [r for r in rulings if r not in waiting])


def roll_pool(
    table: Deciding, pool: Pool, audience: Audience | None = None, call: str = "", also: Sequence[Ruling] = ()
) -> Verdict:
    """Roll a pool that nothing else is made of than what its audience hears; `call` is the Storyteller's call that it
    answers, `also` what else is ruled on it."""
    heard = hears(table, pool, audience)
    return throw_ruled(table, pool, heard, [*on_roll(table.full, pool, call, heard), *also])


class Deed(NamedTuple):
    """What came of the roll that a deed was made with. `kept`: whether its count stays with the Storyteller (X2 iii,
    X3), as far as what comes of the deed does not show it. `roll` is the id of the roll that shows the count."""

    verdict: Verdict
    kept: bool
    roll: str

    @property
    def successes(self) -> int:
        """What helps: 0 where nothing does."""
        return max(self.verdict.net, 0)


def roll_deed(
    table: Deciding, pool: Pool, audience: Audience | None = None, *, tell: bool = True, unseen: bool = False
) -> Deed:
    """Roll what a player has a character do, where the table sees what comes of it. Where the dice or the difficulty
    are kept back, it hears whether the deed succeeded in their place (X2 iii), also where the dice are seen (X3): what
    happens next shows no less. `tell`: by the roll alone; else whoever asks for it says so with `tell_deed`. `unseen`:
    the dice stay with the Storyteller whatever is ruled on them, because they would tell of another roll's count."""
    heard = hears(table, pool, audience)
    rulings = on_roll(table.full, pool, heard=heard)
    kept, mark = heard != STORYTELLER and (unseen or any(withholds(r) for r in rulings)), len(table.facts)
    verdict = throw_ruled(table, pool, heard, rulings, deed=True, unseen=unseen)
    if kept and tell:
        tell_deed(table, pool, won=won(verdict), audience=heard)
    return Deed(verdict, kept, roll_since(table, mark))


def against_kept(deed: Deed) -> Audience | None:
    """Who hears what is rolled against a deed: None, as for any roll; or the Storyteller alone where the deed's count
    is kept back, because the open dice and the winner together would tell it (X2 iii, X3)."""
    return STORYTELLER if deed.kept else None


def roll_since(table: Deciding, mark: int) -> str:
    """The id of the roll that was made since the commit had so many facts, by which all that it came to is known: where
    others were told less of it, the Storyteller's own."""
    rolls = (fact.event for fact in table.facts[mark:] if isinstance(fact.event, Rolled))
    return next((roll.id for roll in rolls if roll.result != "untold"), "")


def rolls_since(table: Deciding, mark: int, seen: Audience) -> tuple[str, ...]:
    """The ids of the rolls that were made since the commit had so many facts, and that this audience has."""
    seen_since = (fact.event for fact in table.facts[mark:] if covers(fact.audience, seen))
    return tuple(event.id for event in seen_since if isinstance(event, Rolled))


def tell_deed(table: Deciding, pool: Pool, *, won: bool, words: str = "", audience: Audience | None = None) -> None:
    """Tell whether a deed succeeded, in place of the count that is kept back. `words`: what it is, and what of it is
    seen besides; "": what it is rolled for, or where nobody said that, what was rolled."""
    outcome = OutcomeTold("", pool.actor, "success" if won else "failure", words or pool.reason or pool.subject)
    table.emit(hears(table, pool, audience), outcome)


def hears(table: Deciding, pool: Pool, audience: Audience | None) -> Audience:
    """Who hears a roll: by default whoever sees its character."""
    return audience or (face_audience(table.full, pool.actor) if pool.actor else EVERYONE)


def throw_ruled(
    table: Deciding, pool: Pool, heard: Audience, rulings: Sequence[Ruling], *, deed: bool = False, unseen: bool = False
) -> Verdict:
    """Throw a pool with these rulings on it, which uses them up. `deed`: whoever rolls it tells what is kept back.
    `unseen`: the dice stay with the Storyteller in any case."""
    if pool.willpower:
        pool = with_willpower(table, pool, rulings)
    if not (rulings or unseen):
        return throw_for(table, pool, heard)
    hidden_ones = [r for r in rulings if r.visibility == "hidden"]
    # A hidden circumstance is no ruling on this roll: it was counted when it was set (X5, X7).
    if any(table.full.get(Ruling, r.id) for r in hidden_ones):
        take_control(table, pool.actor)
    use_up(table, rulings)
    ruled = with_rulings(pool, rulings, told=True)
    unseen = unseen or bool(hidden_ones)
    if unseen:
        return roll_unseen(table, ruled, heard, deed=deed)
    if any(r.kept_back for r in rulings):
        return roll_untold(table, ruled, with_rulings(pool, rulings, told=False), heard, deed=deed)
    return throw_for(table, with_rulings(pool, rulings, told=False), heard)


def with_willpower(table: Deciding, pool: Pool, rulings: Sequence[Ruling]) -> Pool:
    """The pool, its point of Willpower paid (D11). What cannot be spent by now, since something came between the word
    and the dice, is left out; also where that left nothing to roll (D19), but for what is ruled and not seen (X2)."""
    seen = with_rulings(pool, (r for r in rulings if r.visibility == "open" and not withholds(r)), told=True)
    rules = rules_of(table.full)
    if not may_spend_willpower(table.full, pool.actor) or not allowed(rules.check, seen.throw(rules)):
        return msgspec.structs.replace(pool, willpower=False)
    spend_willpower(table, pool.actor)
    return pool


def throw_for(table: Deciding, pool: Pool, heard: Audience) -> Verdict:
    """Throw, judge, and tell all of it to one audience. The hidden seed is used wherever any face is hidden from
    anybody, so that public and hidden dice tell nothing of each other."""
    thrown = cast_dice(table, pool, heard, heard)
    made = rolled(table, pool, thrown, heard)
    table.emit(heard, made)
    count(table, pool, made, heard, heard)
    return thrown.verdict


def roll_unseen(table: Deciding, pool: Pool, heard: Audience, *, deed: bool = False) -> Verdict:
    """Roll where the dice stay with the Storyteller; the others hear whether it succeeded (X2 iii), of a `deed` from
    whoever rolls it."""
    thrown = cast_dice(table, pool, STORYTELLER, STORYTELLER)
    made = rolled(table, pool, thrown, STORYTELLER)
    table.emit(STORYTELLER, made)
    if heard != STORYTELLER and not deed:
        tell_deed(table, pool, won=won(thrown.verdict), audience=heard)
    count(table, pool, made, heard, heard)
    return thrown.verdict


def roll_untold(table: Deciding, pool: Pool, seen: Pool, heard: Audience, *, deed: bool = False) -> Verdict:
    """Roll against a difficulty that only the Storyteller knows: the others see the dice alone (X3), and of a `deed`
    what comes of it."""
    thrown = cast_dice(table, pool, heard, STORYTELLER)
    made = rolled(table, pool, thrown, STORYTELLER)
    table.emit(STORYTELLER, made)
    shown = ""
    if heard != STORYTELLER:
        dice = rolled(table, seen, thrown, heard)
        untold = msgspec.structs.replace(
            dice, difficulty=0, struck=(), successes=0, ones=0, net=0, result="untold", degree="", why=UNTOLD, worth=()
        )
        shown = untold.id
        table.emit(heard, untold)
        table.emit(STORYTELLER, CopyShown(shown, made.id))
        if not deed:
            keep(table, pool.actor, pool.reason, won=won(thrown.verdict), roll=made.id, shown=shown)
        if is_try(table, pool):
            leave_untold(table, pool.task, pool.actor, heard)
    count(table, pool, made, STORYTELLER, heard, shown)
    return thrown.verdict


class Thrown(msgspec.Struct, frozen=True, gc=False):
    """A throw under these rules, and what it came to; `seal`: what its dice were drawn with, None where it has none."""

    rules: RuleSet
    throw: Throw
    verdict: Verdict
    seal: Seal | None = None


def cast_dice(table: Deciding, pool: Pool, heard: Audience, knows: Audience) -> Thrown:
    """Draw the dice that `heard` sees and judge them, for `knows` to hear what they come to."""
    rules = rules_of(table.full)
    throw = pool.throw(rules)
    drawn = dice(table, heard)
    verdict = rules.throw(throw, drawn)
    if verdict.result == "botch":
        spared = pool.spared
        verdict = without_botch(verdict, spared) if spared else merciful(table, pool.actor, verdict, knows)
    return Thrown(rules, throw, verdict, drawn.seal)


def won(verdict: Verdict) -> bool:
    """Whether a roll succeeded."""
    return verdict.result in WON


def rolled_as(traits: Sequence[str], dice: int = 0) -> str:
    """Traits, and dice beside them or in their place, as the roller named them: "Strength + Brawl", "6 dice"."""
    number = f"{dice} {'die' if dice == 1 else 'dice'}" if dice else ""
    return " + ".join((*traits, number) if number else traits)


def is_try(table: Deciding, pool: Pool) -> bool:
    """Whether somebody tries something with it that is in the way still (D13)."""
    return bool(pool.actor and pool.task and table.full.get(Obstacle, pool.task))


def count(table: Deciding, pool: Pool, made: Rolled, knows: Audience, seen: Audience, shown: str = "") -> None:
    """Keep what has to be remembered of a roll that came to nothing, for those who know that it did (D13, G4). `shown`
    is its id for those who saw it and do not."""
    if not pool.actor:  # plain dice are nobody's
        return
    owe(table, pool.actor, pool.reason, made.result, made.id)
    if is_try(table, pool):
        count_try(table, Try(made.id, pool.task, pool.actor, made.result not in WON, knows, seen, shown))


def rolled(table: Deciding, pool: Pool, thrown: Thrown, heard: Audience) -> Rolled:
    """The fact of a roll."""
    throw, came = thrown.throw, thrown.verdict
    on = "" if pool.on and heard != STORYTELLER and hidden(table.full, pool.on) else pool.on
    return Rolled(  # by place, as above
        table.chance.id(heard), pool.who or table.seat.id, pool.actor, pool.reason, pool.all_parts(thrown.rules),
        throw.pool, throw.difficulty, came.faces, came.struck, came.successes, came.ones, came.net, came.result,
        came.degree, came.explanation, throw.willpower, throw.specialty, came.worth, thrown.seal, on,
    )  # fmt: skip


def with_rulings(pool: Pool, rulings: Iterable[Ruling], *, told: bool) -> Pool:
    """The pool with what was ruled on it; `told`: as the Storyteller sees it. What a call keeps back was said without
    what earlier failures add (D13), and who does not know it cannot be told that it is beyond the character: it is 10
    at most. What is ruled on a next roll is all that it is rolled at (G0)."""
    parts = [part(r, told=told) for r in rulings if r.dice]
    named = [min(r.difficulty + pool.dearer, 10) if r.call else r.difficulty for r in rulings if r.difficulty]
    difficulty = max(named, default=0) or pool.difficulty
    return msgspec.structs.replace(pool, parts=(*pool.parts, *parts), difficulty=difficulty)


def on_roll(view: View, pool: Pool, call: str = "", heard: Audience | None = None) -> list[Ruling]:
    """What bears on a roll of this pool and is no part of it yet, as far as the view knows: the rulings on it (X6), and
    hidden circumstances, put as rulings that no roll uses up (X7). `heard` and `call` are as `bearing` has them."""
    unseen = [as_ruling(one.id, pool.actor, *one.part) for one in unseen_circumstances(view, pool)]
    return [*bearing(view, pool.actor, call, heard, pool.kind), *unseen]


def as_ruling(id_: str, actor: str, words: str, dice: int) -> Ruling:
    """A hidden modifier that stays, as what it is on one roll."""
    return Ruling(id_, actor, "", dice, "hidden", words, 0)


def unseen_circumstances(view: View, pool: Pool) -> list[Circumstance]:
    """The hidden circumstances that bear on a roll of this pool, as far as the view knows them (X7)."""
    if not pool.traits:  # whoever named a number of dice has counted circumstances already
        return []
    found = bearing_on(view, pool.actor, pool.traits, acting=pool.kind == "action" or pool.opposing)
    return [one for one in found if one.visibility == "hidden"]


def with_unseen(view: View, pool: Pool) -> Pool:
    """The pool with the hidden circumstances that bear on it, for a roll that only the Storyteller hears (X1, X7)."""
    unseen = tuple(one.part for one in unseen_circumstances(view, pool))
    return msgspec.structs.replace(pool, parts=(*pool.parts, *unseen)) if unseen else pool


def ruled(view: View, pool: Pool, call: str = "", heard: Audience | None = None) -> Pool:
    """The pool with the rulings on it that this view sees: to players the open ones, to the Storyteller all. `heard`:
    who will hear it rolled, by default whoever sees its character; `call`: what it answers."""
    found = on_roll(view, pool, call, heard)
    return with_rulings(pool, found, told=True) if found else pool


def foretold(view: View, pool: Pool, rulings: Sequence[Ruling], heard: Audience | None = None) -> Pool:
    """The pool as this view foresees it rolled with these rulings on it, for `heard` to hear; spared a botch that would
    be free (D12)."""
    knows = STORYTELLER if any(withholds(r) for r in rulings) else heard or face_audience(view, pool.actor)
    spared = FORGIVEN if botch_free(view, pool.actor, knows) else pool.spared
    return msgspec.structs.replace(with_rulings(pool, rulings, told=True), spared=spared)


def openly_ruled(view: View, pool: Pool, call: str = "", heard: Audience | None = None) -> Pool:
    """The pool with what all who hear it know to be ruled on it: so it must be possible to roll it (D19), and so it is
    measured where it is not rolled (D10)."""
    known = openly_bearing(view, pool.actor, call, heard, pool.kind)
    return with_rulings(pool, known, told=True) if known else pool


def pool(rules: RuleSet, sheet: Sheet, traits: Iterable[str]) -> tuple[Part, ...]:
    """The parts that these traits of a character give, as the rules make them (D1, S2); one that stands for another is
    named as what it is rolled with (G0)."""
    return rules.parts([(trait, sheet.dots(trait)) for trait in map(rules.trait, traits)])
