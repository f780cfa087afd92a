"""House rules: a chronicle's switches and tables. The Storyteller changes them, and the change is in force at once (G0,
D17).

They can be changed only where the game is played at the moment: in the chronicle between scenes, or in the open scene.
A scene takes them over from the chronicle when it opens, and the chronicle takes them back when the scene closes. A
switch that is fixed for a scene (how turns advance) takes effect with the next scene.

At the last health level a character is incapacitated; its name does not matter (C29).
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import catalogue
from domain.command import BOTH, Command
from domain.core.audience import EVERYONE, Kind
from domain.core.bounds import Name, SwitchChoices
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.names import check_printable, texts_in
from domain.core.option import Option
from domain.core.partition import Partition
from domain.core.refusal import Refusal, why_not
from domain.core.state import View
from domain.core.words import Typed, Words, lifted, listed, phrase, summed, term
from domain.features.actions.load import update_load
from domain.features.characters.character import Face
from domain.features.characters.wounds import release_if_incapacitated
from domain.features.table.scene_list import played_here, scene_open
from domain.features.table.settings import (
    Rulebook,
    Setting,
    build_rule_set,
    check_rules,
    lifted_rulebook,
    pools_in,
    rulebook,
    rules_of,
    setting,
    storyteller_only,
)
from domain.features.table.story_log import tell
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


class HouseRulesChanged(Event, frozen=True):
    """The rules change from now on. `who` is the seat that changed them, "" if they came from a scene that has
    closed."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})
    version: ClassVar[int] = 2

    who: str
    switches: SwitchChoices
    waiting: SwitchChoices
    house: HouseRules
    rulebook: Rulebook
    what: Words

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1:
            return super().lift(version, fields)
        *ruled, rulebook, what = fields
        return [*ruled, lifted_rulebook(rulebook), lifted(what)]

    def apply(self, records: Partition, at: int) -> None:
        found = records.get(Setting, "setting")
        if found is not None:
            ruled = {"switches": self.switches, "waiting": self.waiting, "house": self.house}
            records.put(msgspec.structs.replace(found, **ruled))
        records.put(self.rulebook)
        tell(records, at, phrase("line-house-rules", changes=self.what), kind="ruled", who=self.who)


class ChangeHouseRules(Command, frozen=True):
    """Change the house rules (G0). A table that is null stays as it is, and so does each switch, number and manoeuvre
    that the command does not name. For the tables in `reset`, the rule set's own are in force again."""

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
        check_printable(*texts_in(self))
        found = setting(view)
        check_unique("switches", [name for name, _ in self.switches])
        check_unique("numbers", [name for name, _ in self.numbers])
        check_unique("pools", [row.manoeuvre for row in self.pools or ()])
        check_rules(found.rules, self.switches)
        after = self.after(found, rules_of(view))
        rules = rules_in_force(after)
        check_pools(rules, after.house.pools or ())
        check_house(rules, after.house, needed_traits(found.rules, rules))
        if not any(differences(found, after)):
            raise Refusal("rules-unchanged", rule="G0")

    def after(self, found: Setting, rules: RuleSet) -> Setting:
        """Return the setting after this command."""
        fixed = {switch.name for switch in rules.switches if switch.fixed} if found.place == "scene" else set()
        now, later = {}, dict(found.waiting)
        for name, choice in self.switches:
            later.pop(name, None)
            if name not in fixed:
                now[name] = choice
            elif choice != rules.choices[name]:
                later[name] = choice
        house = self.tables(found.house, build_rule_set(found.rules, (), NO_HOUSE_RULES), rules)
        switches = sorted_switches(dict(found.switches) | now)
        return msgspec.structs.replace(found, switches=switches, waiting=sorted_switches(later), house=house)

    def tables(self, house: HouseRules, own: RuleSet, now: RuleSet) -> HouseRules:
        """Return the tables after this command; a table equal to the rule set's own is None. `own` are the rules
        without house rules, `now` the rules in force."""
        tables: dict[str, Any] = {}
        for name in TABLES:
            present = None if name in self.reset else getattr(house, name)
            chosen = present if getattr(self, name) is None else getattr(self, name)
            tables[name] = None if chosen == getattr(own, name) else chosen
        reset = "pools" in self.reset
        tables["pools"] = self.changed_pools(() if reset else house.pools or (), own, own if reset else now) or None
        numbers = ({} if "numbers" in self.reset else dict(house.numbers)) | dict(self.numbers)
        for number in own.numbers:
            if numbers.get(number.name) == number.value:
                del numbers[number.name]
        return HouseRules(**tables, numbers=tuple(sorted(numbers.items())))

    def changed_pools(self, kept: Pools, own: RuleSet, now: RuleSet) -> Pools:
        """Return the manoeuvres whose pools are not the rule set's own, with their pools (M0).

        A row that equals the pools in force changes nothing. So if the page sends the whole table with a new pool for
        the attack, disarm still rolls the pool of the attack. A row that equals the pool of the manoeuvre that it would
        follow is dropped, so that it follows that manoeuvre again (C8, C13).
        """
        in_force, usual = pools_in(now), pools_in(own)
        changed = {row.manoeuvre: row for row in self.pools or () if row not in in_force}
        rows = {row.manoeuvre: row for row in kept} | changed
        leading = tuple(row for row in rows.values() if row not in usual and not followed_by(row.manoeuvre))
        followed = pools_in(type(own)(None, HouseRules(pools=leading)))
        own_rows = (row for row in rows.values() if followed_by(row.manoeuvre))
        return (*leading, *(row for row in own_rows if row.manoeuvre not in changed or row not in followed))

    def decide(self, table: Deciding) -> None:
        found = setting(table.full)
        after = self.after(found, rules_of(table.full))
        emit_change(table, after, table.seat.id, one_after_another(list(differences(found, after))))
        for face in table.full.all(Face):
            update_load(table, face.id)
            release_if_incapacitated(table, face.id)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        found = view.get(Setting, "setting")
        if view.seat.is_storyteller and found is not None and (found.place == "scene" or not scene_open(view)):
            yield Option(cls.__name__, "", phrase("option-house-rules", rule="G0"), group="house")


def sorted_switches(choices: dict[str, str]) -> SwitchChoices:
    """Return switches with their choices, sorted by name."""
    return tuple(sorted(choices.items()))


def rules_in_force(found: Setting) -> RuleSet:
    """Return the rule set of a setting. It is not stored for later calls, because the setting may never come into
    force."""
    return catalogue().rulesets[found.rules](dict(found.switches), found.house)


def check_pools(rules: RuleSet, pools: Pools) -> None:
    """Raise `Refusal` unless each manoeuvre exists, has as many pools as its file names, and each pool consists of
    known traits that D2 allows together (M0)."""
    known = catalogue().manoeuvres
    for row in pools:
        chosen = known.get(row.manoeuvre)
        if chosen is None or not chosen.pools:
            raise refusal_of_table("pools", phrase("no-rolling-manoeuvre", name=Typed(row.manoeuvre)), "M0")
        if len(row.pools) != len(chosen.pools):
            usual = listed([summed([term(trait) for trait in pool]) for pool in chosen.pools])
            why = phrase("pool-count", manoeuvre=chosen.words, count=len(chosen.pools), usual=usual)
            raise refusal_of_table("pools", why, "M0")
        for traits in (pool.split(" + ") for pool in row.pools):
            unknown = next((trait for trait in traits if trait not in rules.kinds), None)
            if unknown is not None:
                raise refusal_of_table(
                    "pools", phrase("no-such-trait-for", entry=chosen.words, trait=term(unknown)), "M0"
                )
            if why := why_not(rules.check_traits, traits):
                raise refusal_of_table("pools", phrase("pool-refused", manoeuvre=chosen.words, why=why), why.rule)


def needed_traits(rules: str, after: RuleSet | None = None) -> dict[str, NeededTrait]:
    """Return the traits without which a rule set's own tests, its stores or the manoeuvres do not work, each with the
    parts that need it. `after` are the new rules, which decide the pools of manoeuvres (M0)."""
    own = build_rule_set(rules, (), NO_HOUSE_RULES)
    uses = [(trait, phrase("use-initiative", rule="I1")) for trait in own.initiative]
    uses.append((own.soak, phrase("use-soak", rule="C29")))
    uses += [(store.name, phrase("use-store", rule="D16", store=term(store.name))) for store in own.stores]
    for chosen in catalogue().manoeuvres.values():
        traits = (*(trait for pool in chosen.pools_in(after or own) for trait in pool), *chosen.needed_traits)
        uses += [(trait, chosen.with_rule) for trait in dict.fromkeys(traits)]
    found: dict[str, list[Words]] = {}
    for trait, user in uses:
        if trait in own.kinds:
            found.setdefault(trait, []).append(user)
    return {trait: NeededTrait(own.kinds[trait], users) for trait, users in found.items()}


def emit_change(table: Deciding, after: Setting, who: str, what: Words) -> None:
    """Emit the event with the rules that are in force from now on."""
    book = rulebook(build_rule_set(after.rules, after.switches, after.house))
    table.emit(EVERYONE, HouseRulesChanged(who, after.switches, after.waiting, after.house, book, what))


def differences(before: Setting, after: Setting) -> Iterator[Words]:
    """Yield each difference."""
    old, new = rules_in_force(before), rules_in_force(after)
    switches = {switch.name: switch for switch in new.switches}
    for name, choice in new.choices.items():
        if choice != old.choices.get(name):
            yield phrase("house-switch", switch=switches[name].words, choice=switches[name].choice_words(choice))
    for name, choice in after.waiting:
        if (name, choice) not in before.waiting:
            yield phrase("house-switch-later", switch=switches[name].words, choice=switches[name].choice_words(choice))
    for name, choice in before.waiting:
        if name not in dict(after.waiting) and new.choices.get(name) != choice:
            stays = switches[name].choice_words(new.choices[name])
            yield phrase("house-switch-stays", switch=switches[name].words, choice=stays)
    for number in new.numbers:
        if number.value != old.number(number.name):
            yield phrase("house-number", number=number.words, value=number.value)
    yield from pool_differences(old, new)
    for name in TABLES:
        if name == "pools" and pools_in(old) != pools_in(new):
            continue  # `pool_differences` has already named each row
        if getattr(before.house, name) != getattr(after.house, name):
            restored = getattr(after.house, name) is None
            yield phrase("house-table-restored" if restored else "house-table-new", table=phrase(f"table-{name}"))


def one_after_another(changes: Sequence[Words]) -> Words:
    """Return the words of all changes, joined."""
    return reduce(lambda first, following: phrase("changes-more", first=first, next=following), changes)


def followed_by(name: str) -> tuple[str, ...]:
    """Return the names of the manoeuvres whose pools this manoeuvre rolls if it has no pool of its own (C8, C13)."""
    found = catalogue().manoeuvres.get(name)
    return found.follows if found is not None else ()


def pool_differences(old: RuleSet, new: RuleSet) -> Iterator[Words]:
    """Yield in words each manoeuvre that rolls a different pool under the new rules. Manoeuvres whose pool changed only
    because they roll the pool of another manoeuvre come last, in one sentence (M0)."""
    before, manoeuvres = pools_in(old), catalogue().manoeuvres
    changed = [row for row in pools_in(new) if row not in before]
    own = {row.manoeuvre for row in (*old.pools, *new.pools)}
    following = [row.manoeuvre for row in changed if followed_by(row.manoeuvre) and row.manoeuvre not in own]
    for row in changed:
        if row.manoeuvre not in following:
            rolled = listed([summed([term(trait) for trait in pool.split(" + ")]) for pool in row.pools], "or")
            yield phrase("house-pool", manoeuvre=manoeuvres[row.manoeuvre].words, pools=rolled)
    if following:
        yield phrase("house-pools-follow", names=listed([manoeuvres[name].words for name in following]))


def take_over_rules(table: Deciding, switches: SwitchChoices, house: HouseRules) -> None:
    """Take over the rules of a closed scene, if they were changed there."""
    found = setting(table.full)
    after = msgspec.structs.replace(found, switches=switches, house=house)
    if any(differences(found, after)):
        emit_change(table, after, "", phrase("house-changed-in-scene"))
