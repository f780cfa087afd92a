"""House rules: the tables that a chronicle uses in place of its rule set's own, as data (G0, D1, D17).

A rule set takes them when it is made (`RuleSet.__init__`). The types here bound each table; `check_house` in
`domain/rules/house_rules_check.py` checks that the tables agree with each other.
"""

from collections.abc import Iterator
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.core.bounds import LEVELS_MOST, Name
from domain.rules.equipment import Item
from domain.rules.rule_types import ManoeuvrePools, Power, Store, TraitGroup, Word

Groups = Annotated[tuple[TraitGroup, ...], Meta(min_length=1, max_length=30)]
DotWords = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=11)]
Difficulties = Annotated[tuple[Word, ...], Meta(max_length=9)]
Levels = Annotated[tuple[Word, ...], Meta(min_length=1, max_length=LEVELS_MOST)]
Weapons = Annotated[tuple[Item, ...], Meta(max_length=60)]
Stores = Annotated[tuple[Store, ...], Meta(max_length=20)]
Powers = Annotated[tuple[Power, ...], Meta(max_length=40)]
Aliases = Annotated[tuple[tuple[Name, Name], ...], Meta(max_length=40)]
Steps = Annotated[tuple[Word, ...], Meta(max_length=20)]
Ratings = Annotated[tuple[Word, ...], Meta(max_length=60)]
Pools = Annotated[tuple[ManoeuvrePools, ...], Meta(max_length=60)]
Numbers = Annotated[tuple[tuple[Name, Annotated[int, Meta(ge=-1000, le=1000)]], ...], Meta(max_length=40)]

HOUSE_MOST: Final = 16 * 1024
"""The most bytes of a chronicle's house rules: eight times the size of a rule set's own tables. They are limited
because every view contains them twice: as house rules, and as part of the rulebook."""
TABLES: Final = (
    "traits", "dots", "difficulties", "health", "weapons", "stores", "powers", "aliases", "steps", "ratings",
    "pools",
)  # fmt: skip
"""The names of the tables. A table has the same name here and in `RuleSet`."""


class HouseRules(msgspec.Struct, frozen=True, array_like=True):
    """A chronicle's own tables. Null means that the rule set's table is in force. `numbers` and `pools` list only the
    entries that differ."""

    traits: Groups | None = None
    dots: DotWords | None = None
    difficulties: Difficulties | None = None
    health: Levels | None = None
    weapons: Weapons | None = None
    stores: Stores | None = None
    powers: Powers | None = None
    aliases: Aliases | None = None
    numbers: Numbers = ()
    steps: Steps | None = None
    ratings: Ratings | None = None
    pools: Pools | None = None

    def tables(self) -> Iterator[tuple[str, object]]:
        """Yield the name and the content of each table that replaces a table of the rule set."""
        return ((name, table) for name in TABLES if (table := getattr(self, name)) is not None)


NO_HOUSE_RULES: Final = HouseRules()
