"""The settings of a table, which everybody reads: its place, rule set, switches and house rules."""

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import ClassVar, Final, get_args

import msgspec

from domain.catalogue import catalogue
from domain.command import Place
from domain.core.audience import Audience, Kind, named
from domain.core.bounds import RulesName, SwitchChoices
from domain.core.event import Event
from domain.core.option import Choice
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, Typed, Words, lifted, listed, phrase
from domain.rules.equipment import Item
from domain.rules.house_rules import NO_HOUSE_RULES, HouseRules
from domain.rules.rule_types import ManoeuvrePools, Number, Power, Result, Split, Store, Switch, TraitGroup, Word
from domain.rules.ruleset import DOTS, RuleSet

RULE: Final = re.compile(r"\b[A-Z]\d+\b")
"""Finds the number of a rule in a label of version 1."""


class Setting(Record, frozen=True, gc=True, dict=True):
    """The place (a chronicle, or a scene of a chronicle), and the rules that are in force there. Its id is
    "setting"."""

    read_everywhere: ClassVar[bool] = True

    place: Place
    stream: str
    chronicle: str
    name: str
    rules: RulesName
    switches: SwitchChoices
    open: bool = True
    look_back: bool = False
    """True if players may look back over the scene."""
    house: HouseRules = NO_HOUSE_RULES
    """Tables that replace the rule set's own (G0)."""
    waiting: SwitchChoices = ()
    """Switches with a new choice that takes effect in the next scene, because they are fixed in this one."""
    story_name: str = ""
    chapter_name: str = ""
    """The story and chapter that a scene is part of (T1)."""

    def in_continued_scene(self, began: int) -> None:
        return None

    @cached_property
    def rule_set(self) -> RuleSet:
        """The rule set with these switches and house rules. It is cached, because every roll asks for it and house
        rules are slow to compare."""
        return build_rule_set(self.rules, self.switches, self.house)


class Rulebook(Record, frozen=True):
    """The rules in force as data, including house rules. A page can show and edit them. Its id is "rulebook". A table
    that is missing in an old log is empty."""

    title: str
    switches: tuple[Switch, ...]
    traits: tuple[TraitGroup, ...]
    difficulties: tuple[Word, ...]
    splits: Split
    health: tuple[Word, ...]
    dots: tuple[str, ...] = DOTS
    """The words for the dots of a trait, beginning with 0. A rating beyond the last word has no word (D1)."""
    results: tuple[Result, ...] = get_args(Result)
    """The results that a roll may have. A log without them allows all."""
    willpower: bool = True
    """True if a point of Willpower may be spent on a roll (D11)."""
    specialties: bool = True
    """True if a specialty changes a roll (D7)."""
    weapons: tuple[Item, ...] = ()
    """Weapons and armour to choose from."""
    stores: tuple[Store, ...] = ()
    """Traits with points besides a rating (D16)."""
    powers: tuple[Power, ...] = ()
    """The flags that a sheet may have."""
    aliases: tuple[tuple[str, str], ...] = ()
    """Further names of traits, each with the trait that is rolled for it."""
    numbers: tuple[Number, ...] = ()
    """Numbers that a chronicle may change (G0)."""
    manoeuvres: tuple[Choice, ...] = ()
    """All manoeuvres that can be declared: the name of each, and its words with the number of its rule."""
    steps: tuple[Word, ...] = ()
    """Words for modifiers (S10)."""
    ratings: tuple[Word, ...] = ()
    """Rated circumstances and objects, with their dice (S10)."""
    automatic: bool = False
    """True if a large pool may take a success without a roll (D10)."""
    pools: tuple[ManoeuvrePools, ...] = ()
    """The pools of each manoeuvre that rolls dice (M0)."""
    willpower_gives: Words = NO_WORDS
    """The gain from a point of Willpower on a roll (D11): "+3 dice", "one success"."""

    def in_continued_scene(self, began: int) -> None:
        return None

    @classmethod
    def lift(cls, fields: list[object]) -> list[object]:
        switches = fields[cls.__struct_fields__.index("switches")]
        if isinstance(switches, list) and any(not is_label(entry[2]) for entry in switches):
            return fields  # it already has the numbers of rules
        lifted_fields = lifted_rulebook([cls.__name__, *fields])
        return lifted_fields[1:] if isinstance(lifted_fields, list) else fields


class SettingStated(Event, frozen=True):
    """The setting and rulebook of the table."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})
    version: ClassVar[int] = 2

    setting: Setting
    rulebook: Rulebook

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1:
            return super().lift(version, fields)
        setting, rulebook = fields
        return [setting, lifted_rulebook(rulebook)]

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.setting)
        records.put(self.rulebook)


def lifted_rulebook(stored: object) -> object:
    """Convert a stored rulebook with English labels to one with the numbers of rules. The label of a switch or number
    ended with its rule in brackets: "Who declares first (I2)". A manoeuvre had its rule beside the label."""
    if not isinstance(stored, list):
        return stored
    places = {name: place for place, name in enumerate(("", *Rulebook.__struct_fields__))}
    found = list(stored)
    for name in ("switches", "numbers"):
        if places[name] < len(found):
            found[places[name]] = [with_rule(entry) for entry in found[places[name]]]
    if places["manoeuvres"] < len(found):
        named = found[places["manoeuvres"]]
        found[places["manoeuvres"]] = [
            [name, msgspec.to_builtins(phrase(f"manoeuvre-{name.replace('_', '-')}", rule=rule))]
            for name, _label, rule in named
        ]
    if places["willpower_gives"] < len(found):
        found[places["willpower_gives"]] = lifted(found[places["willpower_gives"]])
    return found


def is_label(text: object) -> bool:
    """True if this is a label of a switch from an older version: a sentence, and not the number of a rule."""
    return " " in str(text)


def with_rule(entry: Sequence[object]) -> list[object]:
    """Return a stored switch or number with the number of its rule in place of its label."""
    name, value, label, *rest = entry
    cited = RULE.search(str(label))
    return [name, value, cited[0] if cited else "", *rest]


class SceneKey(Record, frozen=True):
    """The stream's sealed seeds, 32 bytes each, for ids, public dice and hidden dice. Its id is "key". `groves`: hashes
    over the pool of hidden dice (`domain.core.dice_from_seed`), empty if no seal is published."""

    irrevocable: ClassVar[bool] = True

    ids: bytes
    public: bytes
    hidden: bytes
    groves: bytes = b""


class KeySealed(Event, frozen=True):
    """The seeds from which ids and dice are computed."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"sealed"})

    ids: bytes
    public: bytes
    hidden: bytes
    groves: bytes = b""

    def apply(self, records: Partition, at: int) -> None:
        records.put(SceneKey("key", self.ids, self.public, self.hidden, self.groves))


def setting(view: View) -> Setting:
    """Return the setting of an open stream. Raise `Refusal` if the stream is not open."""
    found = view.get(Setting, "setting")
    if found is None:
        raise Refusal("not-open", rule="T1")
    return found


@lru_cache(maxsize=256)
def build_rule_set(id_: str, switches: SwitchChoices, house: HouseRules) -> RuleSet:
    """Build a rule set with its switches and house rules."""
    return catalogue().rulesets[id_](dict(switches), house)


def rules_of(view: View) -> RuleSet:
    """Return the rule set of this table, with its switches and house rules."""
    found = view.get(Setting, "setting")
    return setting(view).rule_set if found is None else found.rule_set


def rulebook(rules: RuleSet) -> Rulebook:
    """Return the words and tables of a rule set as a `Rulebook`."""
    return Rulebook(
        "rulebook", rules.title, rules.switches, rules.traits, rules.difficulties, rules.splits, rules.health,
        rules.dots, rules.results, rules.willpower, rules.specialties, rules.weapons, rules.stores, rules.powers,
        rules.aliases, rules.numbers, tuple(Choice(m.name, m.with_rule) for m in catalogue().manoeuvres.values()),
        rules.steps, rules.ratings, rules.automatic, pools_in(rules), rules.willpower_gives,
    )  # fmt: skip


def pools_in(rules: RuleSet) -> tuple[ManoeuvrePools, ...]:
    """Return the pools of every manoeuvre under a rule set (M0)."""
    return tuple(
        ManoeuvrePools(m.name, tuple(" + ".join(pool) for pool in m.pools_in(rules)))
        for m in catalogue().manoeuvres.values()
        if m.pools
    )


def check_rules(id_: str, switches: SwitchChoices) -> None:
    """Raise `Refusal` if a rule set, switch or choice does not exist, and list the existing ones."""
    known = catalogue().rulesets
    if id_ not in known:
        known_ids = listed([Typed(one) for one in sorted(known)], "or")
        raise Refusal("no-such-rules", rule="G0", rules=Typed(id_), known=known_ids)
    table = {s.name: s for s in known[id_].switches}
    for name, choice in switches:
        if name not in table:
            raise Refusal("no-such-switch", rule="G0", rules=Typed(id_), switch=Typed(name))
        if choice not in table[name].choices:
            choices = listed([Typed(one) for one in table[name].choices], "or")
            raise Refusal("no-such-choice", rule=table[name].rule or "G0", switch=Typed(name), choices=choices)


def storyteller_only(view: View) -> None:
    """Raise `Refusal` unless the view is the Storyteller's."""
    if not view.seat.is_storyteller:
        raise Refusal("storyteller-only", rule="G1")


CIRCLES_MOST = 24
"""A player cannot create another audience of three or more seats once the table has this many."""


def check_audience(view: View, audience: Audience) -> None:
    """Raise `Refusal` if a player would create one more audience of three or more seats than a table may have. Their
    number is limited, because each is stored for ever: with a count, with a chain, and in its members' views. Audiences
    of two are always free. The Storyteller has no limit."""
    if view.seat.is_storyteller or len(named(audience)) <= 2:
        return
    known = {partition.audience for partition in view.partitions}
    if audience not in known and sum(len(named(one)) > 2 for one in known) >= CIRCLES_MOST:
        raise Refusal("too-many-circles")
