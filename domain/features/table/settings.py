"""The setting: what everybody at a table knows of it before anything happens."""

import re
from functools import cached_property, lru_cache
from typing import ClassVar, Final, get_args

from domain.catalogue import catalogue
from domain.core.audience import Audience, Kind, named
from domain.core.bounds import RulesName, SwitchChoices
from domain.core.command import Choice, Place, Refusal
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.state import View
from domain.rules.equipment import Item
from domain.rules.house_rules import NO_HOUSE_RULES, HouseRules
from domain.rules.rule_types import ManoeuvrePools, Number, Power, Result, Split, Store, Switch, TraitGroup, Word
from domain.rules.ruleset import DOTS, RuleSet

RULE: Final = re.compile(r"\b[A-Z]\d+\b")
"""The number of a rule."""


class Setting(Record, frozen=True, gc=True, dict=True):
    """Which place this is (a chronicle or a scene of one), and what is played there. Its id is "setting"."""

    place: Place
    stream: str
    chronicle: str
    name: str
    rules: RulesName
    switches: SwitchChoices
    open: bool = True
    look_back: bool = False
    """Whether players may look back over the scene."""
    house: HouseRules = NO_HOUSE_RULES
    """What stands in place of the rule set's own tables (G0)."""
    waiting: SwitchChoices = ()
    """Switches that were chosen otherwise while they are fixed: they hold from the next scene on."""
    story_name: str = ""
    chapter_name: str = ""
    """What a scene is part of (T1)."""

    def in_continued_scene(self, began: int) -> None:
        return None

    @cached_property
    def rule_set(self) -> RuleSet:
        """The rule set object with these switches and house rules. Every roll asks, and tables are long to compare."""
        return made(self.rules, self.switches, self.house)


class Rulebook(Record, frozen=True):
    """The rules in force as data, house rules and all: for the page, and for whoever edits them. Its id is "rulebook".
    In a log from before a table was told, that one is empty."""

    title: str
    switches: tuple[Switch, ...]
    traits: tuple[TraitGroup, ...]
    difficulties: tuple[Word, ...]
    splits: Split
    health: tuple[Word, ...]
    dots: tuple[str, ...] = DOTS
    """Words for a trait's dots, from none on; a scale longer than the words has none (D1)."""
    results: tuple[Result, ...] = get_args(Result)
    """What a roll may come to. In a log from before this was told: anything."""
    willpower: bool = True
    """Whether a point of Willpower may be spent on a roll (D11)."""
    specialties: bool = True
    """Whether a specialty changes a roll (D7)."""
    weapons: tuple[Item, ...] = ()
    """Weapons and armour to choose from."""
    stores: tuple[Store, ...] = ()
    """What has points beside a rating (D16)."""
    powers: tuple[Power, ...] = ()
    """The flags that a sheet may carry."""
    aliases: tuple[tuple[str, str], ...] = ()
    """Names of traits, each with the trait that it really is."""
    numbers: tuple[Number, ...] = ()
    """Numbers that a chronicle may set otherwise (G0)."""
    manoeuvres: tuple[Choice, ...] = ()
    """All that can be declared: as a declaration names it, as people do, and the rule."""
    steps: tuple[Word, ...] = ()
    """Words for modifiers (S10)."""
    ratings: tuple[Word, ...] = ()
    """Circumstances and things that are rated: what each gives or takes (S10)."""
    automatic: bool = False
    """Whether a large pool may take a success without a roll (D10)."""
    pools: tuple[ManoeuvrePools, ...] = ()
    """What every manoeuvre rolls that rolls anything (M0)."""
    willpower_gives: str = ""
    """What a point of Willpower gives a roll, in words (D11): "+3 dice", "one success"."""

    def in_continued_scene(self, began: int) -> None:
        return None


class SettingStated(Event, frozen=True):
    """The table is set."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    setting: Setting
    rulebook: Rulebook

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.setting)
        records.put(self.rulebook)


class SceneKey(Record, frozen=True):
    """The stream's sealed seeds, 32 bytes each: ids, public dice, hidden dice. Its id is "key". `groves`: of the pool
    of hidden dice (`domain.core.sealed_dice`), empty where none is published."""

    irrevocable: ClassVar[bool] = True

    ids: bytes
    public: bytes
    hidden: bytes
    groves: bytes = b""


class KeySealed(Event, frozen=True):
    """The seeds of all that chance will hand in."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"sealed"})

    ids: bytes
    public: bytes
    hidden: bytes
    groves: bytes = b""

    def apply(self, records: Partition, at: int) -> None:
        records.put(SceneKey("key", self.ids, self.public, self.hidden, self.groves))


def setting(view: View) -> Setting:
    """The setting of an open stream. Raises `Refusal` where nothing has been opened."""
    found = view.get(Setting, "setting")
    if found is None:
        raise Refusal("not-open", "There is no table here yet (T1).")
    return found


@lru_cache(maxsize=256)
def made(id_: str, switches: SwitchChoices, house: HouseRules) -> RuleSet:
    """The rule set object with these switches and house rules."""
    return catalogue().rulesets[id_](dict(switches), house)


def rules_of(view: View) -> RuleSet:
    """The rule set object that this table plays by, with its switches and house rules."""
    return setting(view).rule_set


def rulebook(rules: RuleSet) -> Rulebook:
    """A rule set's words as a record."""
    return Rulebook(
        "rulebook", rules.title, rules.switches, rules.traits, rules.difficulties, rules.splits, rules.health,
        rules.dots, rules.results, rules.willpower, rules.specialties, rules.weapons, rules.stores, rules.powers,
        rules.aliases, rules.numbers, tuple(Choice(m.name, m.label, m.rule) for m in catalogue().manoeuvres.values()),
        rules.steps, rules.ratings, rules.automatic, pools_in(rules), rules.willpower_gives,
    )  # fmt: skip


def pools_in(rules: RuleSet) -> tuple[ManoeuvrePools, ...]:
    """What every manoeuvre rolls under these rules, as data (M0)."""
    return tuple(
        ManoeuvrePools(m.name, tuple(" + ".join(pool) for pool in m.pools_in(rules)))
        for m in catalogue().manoeuvres.values()
        if m.pools
    )


def check_rules(id_: str, switches: SwitchChoices) -> None:
    """Raises `Refusal` for a rule set or a switch that there is not, naming what there is."""
    known = catalogue().rulesets
    if id_ not in known:
        raise Refusal("no-such-rules", f"There is no rule set {id_!r}: choose one of {', '.join(sorted(known))} (G0).")
    table = {s.name: s for s in known[id_].switches}
    for name, choice in switches:
        if name not in table:
            raise Refusal("no-such-switch", f"{known[id_].title} has no switch {name!r} (G0).")
        if choice not in table[name].choices:
            choices = ", ".join(table[name].choices)
            cited = ", ".join(("G0", *RULE.findall(table[name].label)))
            raise Refusal("no-such-choice", f"The switch {name} is one of: {choices} ({cited}).")


def storyteller_only(view: View) -> None:
    """Raises `Refusal` unless the view is the Storyteller's."""
    if not view.seat.is_storyteller:
        raise Refusal("storyteller-only", "Only the Storyteller can do this (G1).")


CIRCLES_MOST = 24
"""The most circles of three seats or more that a player may be in and open another."""


def check_audience(view: View, audience: Audience) -> None:
    """Raises `Refusal` where one more circle of seats would be more than a table keeps apart: each has a count, a
    chain and a place in every view of those who are in it, for good. What is between two is always free, and players'
    circles do not bind the Storyteller."""
    if view.seat.is_storyteller or len(named(audience)) <= 2:
        return
    known = {partition.audience for partition in view.partitions}
    if audience not in known and sum(len(named(one)) > 2 for one in known) >= CIRCLES_MOST:
        raise Refusal("too-many", "There are too many circles here already that share something: take one of those.")
