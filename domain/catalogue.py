"""What there is, found by folder: events, records and commands in `features/` and `manoeuvres/`, conditions in
`conditions/`, rule sets in `rulesets/`. A class that is missing something, or a name that stands twice, stops the start
with its name."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Final, TypeVar

from domain.condition import Condition
from domain.core.command import Command
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.record import Record
from domain.manoeuvre import Manoeuvre
from domain.rules.ruleset import RuleSet

FOLLOW_UPS: Final = ("combat.advance_marker", "combat.turns_move_clock", "tasks.rounds")
"""The features that have a `follow_up`, in the order in which those run. The turn moves on first; the clock then counts
the turns that went by; and the clock decides which tasks are out of time."""
FOLDERS: Final = ("features", "manoeuvres", "conditions", "rulesets")

T = TypeVar("T")


class CatalogueError(Exception):
    """The program itself is put together wrongly; the message names the class and what it lacks."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything registered, by name."""

    records: dict[str, type[Record]]
    events: dict[str, type[Event]]
    commands: dict[str, type[Command]]
    manoeuvres: dict[str, Manoeuvre]
    conditions: dict[str, Condition]
    rulesets: dict[str, type[RuleSet]]
    switches: frozenset[tuple[str, str]]
    """Each switch of a rule set with each of its choices."""
    known: frozenset[type[Event]]
    """The event classes, for those who state facts."""
    follow_ups: tuple[Callable[[Deciding], None], ...]
    """The features' `follow_up`s, in the order of `FOLLOW_UPS`: run after every command that changed what everybody
    sees of the table."""


def modules() -> Iterator[ModuleType]:
    """Every module of the folders, in the order of their names; `_name` is what siblings build on, no entry."""
    for folder in FOLDERS:
        package = import_module(f"domain.{folder}")
        for found in sorted(m.name for m in walk_packages(package.__path__, f"domain.{folder}.") if not m.ispkg):
            if not found.rpartition(".")[2].startswith("_"):
                yield import_module(found)


def collect(base: type[T], name: Callable[[type[T]], str]) -> dict[str, type[T]]:
    """The subclasses of `base` that the folders define, by name."""
    found: dict[str, type[T]] = {}
    for module in modules():
        for value in vars(module).values():
            if not (isinstance(value, type) and issubclass(value, base) and value.__module__ == module.__name__):
                continue
            if value.__name__.startswith("_"):
                continue
            key = name(value)
            if key in found:
                raise CatalogueError(f"{key} stands twice: in {found[key].__module__} and in {module.__name__}")
            found[key] = value
    return found


def declared(type_: type[object], *names: str) -> None:
    """Raises `CatalogueError` unless the class (or a parent other than the bare base) says all of these."""
    for name in names:
        if getattr(type_, name, None) is None:
            raise CatalogueError(f"{type_.__module__}.{type_.__name__} does not say its {name}")


MARKS: Final = tuple(name for name, value in vars(Record).items() if isinstance(value, bool))
"""What a class of records says of itself, which a field of the same name would hide."""


def unhidden(type_: type[Record]) -> None:
    """Raises `CatalogueError` where a record has a field named like one of the marks."""
    for name in MARKS:
        if name in type_.__struct_fields__:
            raise CatalogueError(f"{type_.__module__}.{type_.__name__} has a field named like the mark {name!r}")


def follow_ups() -> tuple[Callable[[Deciding], None], ...]:
    """The `follow_up`s in their order. Raises `CatalogueError` where a feature has one that has no place in it."""
    found: dict[str, Callable[[Deciding], None]] = {}
    for module in modules():
        value = getattr(module, "follow_up", None)
        if value is not None and value.__module__ == module.__name__:
            found[module.__name__.removeprefix("domain.features.")] = value
    if set(found) != set(FOLLOW_UPS):
        names = ", ".join(sorted(set(found) ^ set(FOLLOW_UPS)))
        raise CatalogueError(f"FOLLOW_UPS is to name the features that have a follow_up, each once: {names}")
    return tuple(found[name] for name in FOLLOW_UPS)


@cache
def catalogue() -> Catalogue:
    """Load the folders, once. Raises `CatalogueError`."""
    events = collect(Event, lambda c: c.__name__)
    for event in events.values():
        declared(event, "audiences")
    manoeuvres = collect(Manoeuvre, lambda c: str(getattr(c, "name", c.__name__)))
    for manoeuvre in manoeuvres.values():
        declared(manoeuvre, "name", "label", "rule", "pools")
    conditions = collect(Condition, lambda c: str(getattr(c, "name", c.__name__)))
    for condition in conditions.values():
        declared(condition, "name", "label", "rule", "ends")
    rulesets = collect(RuleSet, lambda c: str(getattr(c, "id", c.__name__)))
    for ruleset in rulesets.values():
        declared(ruleset, "id", "title", "about")
    records = collect(Record, lambda c: c.__name__)
    for record in records.values():
        unhidden(record)
    return Catalogue(
        records=records,
        events=events,
        commands=collect(Command, lambda c: c.__name__),
        manoeuvres={name: type_() for name, type_ in manoeuvres.items()},
        conditions={name: type_() for name, type_ in conditions.items()},
        rulesets=rulesets,
        switches=frozenset(
            (s.name, choice) for rules in rulesets.values() for s in rules.switches for choice in s.choices
        ),
        known=frozenset(events.values()),
        follow_ups=follow_ups(),
    )
