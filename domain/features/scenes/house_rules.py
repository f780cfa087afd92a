"""House rules: a chronicle's switches and tables, changed by the Storyteller, in force from then on (G0, D17).

They are changed where the game is: in the chronicle between scenes, in the scene while one is played, for that is where
somebody finds that a rule does not suit the table. So they stand in one place at a time; a scene takes them along when
it opens and hands them back when it closes. What is fixed for a scene (how turns go) waits for the next one.

The last health level is the one at which a character can do nothing any more, whatever it is called (C29).
"""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import catalogue
from domain.core.audience import EVERYONE, Kind
from domain.core.bounds import Name, SwitchChoices
from domain.core.command import BOTH, Command, Option, Refusal, why_not
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.state import View
from domain.features.actions.load import weigh
from domain.features.characters.character import Face
from domain.features.characters.wounds import drop_out
from domain.features.table.scene_list import played_here, scene_open
from domain.features.table.settings import (
    Rulebook,
    Setting,
    check_rules,
    made,
    pools_in,
    rulebook,
    rules_of,
    setting,
    storyteller_only,
)
from domain.features.table.story_log import literal, tell
from domain.rules.house_rules import (
    NO_HOUSE_RULES,
    TABLES,
    Aliases,
    Difficulties,
    DotWords,
    Groups,
    HouseRules,
    Levels,
    Numbers,
    Pools,
    Powers,
    Ratings,
    Steps,
    Stores,
    Weapons,
)
from domain.rules.house_rules_check import NeededTrait, check_house, check_unique, refusal_of_table
from domain.rules.ruleset import RuleSet

Chosen = Annotated[tuple[tuple[Name, Name], ...], Meta(max_length=50)]
"""Switches with their choices."""
Reset = Literal[
    "traits",
    "dots",
    "difficulties",
    "health",
    "weapons",
    "stores",
    "powers",
    "aliases",
    "numbers",
    "steps",
    "ratings",
    "pools",
]

SAID: Final = {
    "traits": "traits",
    "dots": "words for dots",
    "difficulties": "words for difficulties",
    "health": "health levels",
    "weapons": "weapons and armour",
    "stores": "stores of points",
    "powers": "powers",
    "aliases": "aliases",
    "steps": "words for modifiers",
    "ratings": "rated circumstances",
    "pools": "pools of manoeuvres",
}
"""What the tables are called in the history."""


class HouseRulesChanged(Event, frozen=True):
    """The chronicle's rules are others from now on. `who` is the seat that said so, "" where a scene brought them."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    who: str
    switches: SwitchChoices
    waiting: SwitchChoices
    house: HouseRules
    rulebook: Rulebook
    what: str

    def apply(self, records: Partition, at: int) -> None:
        found = records.get(Setting, "setting")
        if found is not None:
            ruled = {"switches": self.switches, "waiting": self.waiting, "house": self.house}
            records.put(msgspec.structs.replace(found, **ruled))
        records.put(self.rulebook)
        tell(records, at, f"House rules: {literal(self.what)}", kind="ruled", who=self.who)


class ChangeHouseRules(Command, frozen=True):
    """Change the house rules (G0). A table that is None stays as it is, and so do the switches, numbers and manoeuvres
    that are not named; those in `reset` become the rule set's own again."""

    places = BOTH

    switches: Chosen = ()
    traits: Groups | None = None
    dots: DotWords | None = None
    difficulties: Difficulties | None = None
    health: Levels | None = None
    weapons: Weapons | None = None
    stores: Stores | None = None
    powers: Powers | None = None
    aliases: Aliases | None = None
    numbers: Numbers = ()
    reset: Annotated[tuple[Reset, ...], Meta(max_length=12)] = ()
    steps: Steps | None = None
    ratings: Ratings | None = None
    pools: Pools | None = None

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        found = setting(view)
        check_unique("switches", "switch", [name for name, _ in self.switches])
        check_unique("numbers", "number", [name for name, _ in self.numbers])
        check_unique("pools", "manoeuvre", [row.manoeuvre for row in self.pools or ()])
        check_rules(found.rules, self.switches)
        after = self.after(found, rules_of(view))
        rules = in_force(after)
        check_pools(rules, after.house.pools or ())
        check_house(rules, after.house, needed(found.rules, rules))
        if not any(differences(found, after)):
            raise Refusal("nothing", "These are the rules already: nothing would change (G0).")

    def after(self, found: Setting, rules: RuleSet) -> Setting:
        """The setting as it will be."""
        fixed = {switch.name for switch in rules.switches if switch.fixed} if found.place == "scene" else set()
        now, later = {}, dict(found.waiting)
        for name, choice in self.switches:
            later.pop(name, None)
            if name not in fixed:
                now[name] = choice
            elif choice != rules.choices[name]:
                later[name] = choice
        house = self.tables(found.house, made(found.rules, (), NO_HOUSE_RULES), rules)
        switches = pairs(dict(found.switches) | now)
        return msgspec.structs.replace(found, switches=switches, waiting=pairs(later), house=house)

    def tables(self, house: HouseRules, own: RuleSet, now: RuleSet) -> HouseRules:
        """The tables as they will be: what is as the rule set has it, is none. `own` are the rules without house rules,
        `now` those in force."""
        tables: dict[str, Any] = {}
        for name in TABLES:
            kept = None if name in self.reset else getattr(house, name)
            said = kept if getattr(self, name) is None else getattr(self, name)
            tables[name] = None if said == getattr(own, name) else said
        reset = "pools" in self.reset
        tables["pools"] = self.changed_pools(() if reset else house.pools or (), own, own if reset else now) or None
        numbers = ({} if "numbers" in self.reset else dict(house.numbers)) | dict(self.numbers)
        for number in own.numbers:
            if numbers.get(number.name) == number.value:
                del numbers[number.name]
        return HouseRules(**tables, numbers=tuple(sorted(numbers.items())))

    def changed_pools(self, kept: Pools, own: RuleSet, now: RuleSet) -> Pools:
        """The manoeuvres that roll what the rule set does not say, with what they roll (M0). A row that says what is in
        force already changes nothing, so that disarm goes on following the attack where the whole table is sent with
        another attack; one that says what the attack will roll makes disarm follow it again (C8, C13)."""
        standing, usual = pools_in(now), pools_in(own)
        said = {row.manoeuvre: row for row in self.pools or () if row not in standing}
        rows = {row.manoeuvre: row for row in kept} | said
        leading = tuple(row for row in rows.values() if row not in usual and not followed_by(row.manoeuvre))
        followed = pools_in(type(own)(None, HouseRules(pools=leading)))
        own_rows = (row for row in rows.values() if followed_by(row.manoeuvre))
        return (*leading, *(row for row in own_rows if row.manoeuvre not in said or row not in followed))

    def decide(self, table: Deciding) -> None:
        found = setting(table.full)
        after = self.after(found, rules_of(table.full))
        change(table, after, table.seat.id, "; ".join(differences(found, after)) + ".")
        for face in table.full.all(Face):
            weigh(table, face.id)
            drop_out(table, face.id)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        found = view.get(Setting, "setting")
        if view.seat.is_storyteller and found is not None and (found.place == "scene" or not scene_open(view)):
            yield Option(cls.__name__, "", "Change the house rules", "G0", group="house")


def pairs(choices: dict[str, str]) -> SwitchChoices:
    """Switches with their choices, in the order of their names."""
    return tuple(sorted(choices.items()))


def in_force(found: Setting) -> RuleSet:
    """The rule set object of a setting that may never come to be: it is not kept."""
    return catalogue().rulesets[found.rules](dict(found.switches), found.house)


def check_pools(rules: RuleSet, pools: Pools) -> None:
    """Whether these manoeuvres can roll this (M0): each exists, has as many pools as its file names, and each pool is
    made of known traits that D2 allows together. Raises `Refusal`."""
    known = catalogue().manoeuvres
    for row in pools:
        chosen = known.get(row.manoeuvre)
        if chosen is None or not chosen.pools:
            raise refusal_of_table(
                "pools", f"Pools: {row.manoeuvre} is no manoeuvre that rolls dice; choose one that is (M0)."
            )
        if len(row.pools) != len(chosen.pools):
            usual = ", ".join(" + ".join(pool) for pool in chosen.pools)
            raise refusal_of_table(
                "pools", f"Pools: {chosen.label} needs {len(chosen.pools)}, in the order of {usual} (M0)."
            )
        for traits in (pool.split(" + ") for pool in row.pools):
            unknown = next((trait for trait in traits if trait not in rules.kinds), None)
            if unknown is not None:
                raise refusal_of_table(
                    "pools", f"Pools: {chosen.label} names the trait {unknown!r}, which does not exist (M0)."
                )
            if why := why_not(rules.check_traits, traits):
                raise refusal_of_table("pools", f"Pools: {chosen.label}: {why}")


def needed(rules: str, after: RuleSet | None = None) -> dict[str, NeededTrait]:
    """The traits that a rule set's own tests, its stores and the manoeuvres go by, as far as it has them; `after`: the
    rules that are to be, which say what manoeuvres will roll (M0)."""
    own = made(rules, (), NO_HOUSE_RULES)
    uses = [(trait, "Initiative (I1)") for trait in own.initiative]
    uses.append((own.soak, "Soak (C29)"))
    uses += [(store.name, f"The store of {store.name} (D16)") for store in own.stores]
    for chosen in catalogue().manoeuvres.values():
        traits = (*(trait for pool in chosen.pools_in(after or own) for trait in pool), *chosen.needed_traits)
        uses += [(trait, f"{chosen.label} ({chosen.rule})") for trait in dict.fromkeys(traits)]
    found: dict[str, list[str]] = {}
    for trait, user in uses:
        if trait in own.kinds:
            found.setdefault(trait, []).append(user)
    return {trait: NeededTrait(own.kinds[trait], users) for trait, users in found.items()}


def change(table: Deciding, after: Setting, who: str, what: str) -> None:
    """State the rules as they are from now on."""
    book = rulebook(made(after.rules, after.switches, after.house))
    table.emit(EVERYONE, HouseRulesChanged(who, after.switches, after.waiting, after.house, book, what))


def differences(before: Setting, after: Setting) -> Iterator[str]:
    """What is different, in words, one by one."""
    old, new = in_force(before), in_force(after)
    labels = {switch.name: switch.label for switch in new.switches}
    for name, choice in new.choices.items():
        if choice != old.choices.get(name):
            yield f"{labels[name]}: now {spoken(choice)}"
    for name, choice in after.waiting:
        if (name, choice) not in before.waiting:
            yield f"{labels[name]}: {spoken(choice)} from the next scene on"
    for name, choice in before.waiting:
        if name not in dict(after.waiting) and new.choices.get(name) != choice:
            yield f"{labels[name]}: it stays {spoken(new.choices[name])}"
    for number in new.numbers:
        if number.value != old.number(number.name):
            yield f"{number.label}: now {number.value}"
    yield from pool_differences(old, new)
    for name, said in SAID.items():
        if name == "pools" and pools_in(old) != pools_in(new):
            continue  # said row by row
        if getattr(before.house, name) != getattr(after.house, name):
            yield f"{said} as the rules have them" if getattr(after.house, name) is None else f"new {said}"


def followed_by(name: str) -> tuple[str, ...]:
    """The manoeuvres whose pools the manoeuvre of this name rolls where it has none of its own (C8, C13)."""
    found = catalogue().manoeuvres.get(name)
    return found.follows if found is not None else ()


def pool_differences(old: RuleSet, new: RuleSet) -> Iterator[str]:
    """Which manoeuvres roll other pools than before, in words; those that only follow another one at the end (M0)."""
    before, manoeuvres = pools_in(old), catalogue().manoeuvres
    changed = [row for row in pools_in(new) if row not in before]
    own = {row.manoeuvre for row in (*old.pools, *new.pools)}
    following = [row.manoeuvre for row in changed if followed_by(row.manoeuvre) and row.manoeuvre not in own]
    for row in changed:
        if row.manoeuvre not in following:
            *first, last = row.pools
            rolled = f"{', '.join(first)}, or {last}" if first else last
            yield f"{manoeuvres[row.manoeuvre].label} now rolls {rolled}"
    if following:
        *first, last = [manoeuvres[name].label for name in following]
        yield f"so do {', '.join(first)} and {last}" if first else f"so does {last}"


def spoken(choice: str) -> str:
    """A switch's choice, in words."""
    return choice.replace("-", " ")


def keep_rules(table: Deciding, switches: SwitchChoices, house: HouseRules) -> None:
    """The rules as a scene hands them back, if they were changed there."""
    found = setting(table.full)
    after = msgspec.structs.replace(found, switches=switches, house=house)
    if any(differences(found, after)):
        change(table, after, "", "as the Storyteller changed them in the scene.")
