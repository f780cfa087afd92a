"""The catalogue: all registered classes, found by folder.

Events, records and commands are in `features/` and `manoeuvres/`, conditions in `conditions/`, rule sets in
`rulesets/`. The program does not start if a class lacks a declaration or if two have the same name; the message names
the class.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Final, TypeVar

from domain.command import Command
from domain.condition import Condition
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.record import Record
from domain.manoeuvre import Manoeuvre
from domain.rules.ruleset import RuleSet

FOLLOW_UPS: Final = ("combat.advance_marker", "combat.turns_move_clock", "tasks.rounds")
"""The features that have a `follow_up`, in the order in which they run. First the turn advances, then the clock counts
the turns that have passed, and then tasks end whose time is over."""
FOLDERS: Final = ("records", "features", "manoeuvres", "conditions", "rulesets")

T = TypeVar("T")


class CatalogueError(Exception):
    """A mistake in the program. The message names the class and the declaration that it lacks."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All registered classes, by name."""

    records: dict[str, type[Record]]
    events: dict[str, type[Event]]
    commands: dict[str, type[Command]]
    manoeuvres: dict[str, Manoeuvre]
    conditions: dict[str, Condition]
    rulesets: dict[str, type[RuleSet]]
    switches: frozenset[tuple[str, str]]
    """Every pair of a rule set's switch and one of its choices."""
    event_classes: frozenset[type[Event]]
    """The registered event classes. `perform` refuses to emit an event of any other class."""
    follow_ups: tuple[Callable[[Deciding], None], ...]
    """The `follow_up` functions in the order of `FOLLOW_UPS`. They run after every command that changed a public record
    outside the story."""


def modules() -> Iterator[ModuleType]:
    """Import and yield every module of the folders, sorted by name. A module whose name begins with "_" registers no
    classes: it holds base classes for the other modules of its folder."""
    for folder in FOLDERS:
        package = import_module(f"domain.{folder}")
        for found in sorted(m.name for m in walk_packages(package.__path__, f"domain.{folder}.") if not m.ispkg):
            if not found.rpartition(".")[2].startswith("_"):
                yield import_module(found)


def collect(base: type[T], name: Callable[[type[T]], str]) -> dict[str, type[T]]:
    """Return the subclasses of `base` that the folders define, by name."""
    found: dict[str, type[T]] = {}
    for module in modules():
        for value in vars(module).values():
            if not (isinstance(value, type) and issubclass(value, base) and value.__module__ == module.__name__):
                continue
            if value.__name__.startswith("_"):
                continue
            key = name(value)
            if key in found:
                raise CatalogueError(f"{key} is defined twice: in {found[key].__module__} and in {module.__name__}")
            found[key] = value
    return found


def require(type_: type[object], *names: str) -> None:
    """Raise `CatalogueError` unless the class or a parent of it defines every named attribute."""
    for name in names:
        if getattr(type_, name, None) is None:
            raise CatalogueError(f"{type_.__module__}.{type_.__name__} does not say its {name}")


MARKS: Final = tuple(name for name, value in vars(Record).items() if isinstance(value, bool))
"""The names of the class marks of `Record` (`story`, `face`, ...). No record may have a field of the same name, because
the field would hide the mark."""


def check_marks(type_: type[Record]) -> None:
    """Raise `CatalogueError` if a record class has a field with the name of a mark."""
    for name in MARKS:
        if name in type_.__struct_fields__:
            raise CatalogueError(f"{type_.__module__}.{type_.__name__} has a field named like the mark {name!r}")


def follow_ups() -> tuple[Callable[[Deciding], None], ...]:
    """Return the `follow_up` functions in the order of `FOLLOW_UPS`. Raise `CatalogueError` if `FOLLOW_UPS` does not
    list exactly the features that have one."""
    found: dict[str, Callable[[Deciding], None]] = {}
    for module in modules():
        value = getattr(module, "follow_up", None)
        if value is not None and value.__module__ == module.__name__:
            found[module.__name__.removeprefix("domain.features.")] = value
    if set(found) != set(FOLLOW_UPS):
        names = ", ".join(sorted(set(found) ^ set(FOLLOW_UPS)))
        raise CatalogueError(f"FOLLOW_UPS is to name the features that have a follow_up, each once: {names}")
    return tuple(found[name] for name in FOLLOW_UPS)


def lift_record(stored: object) -> object:
    """Convert a record inside an older event to the form of this version. For `Event.lift`."""
    if not isinstance(stored, list) or not stored:
        return stored
    tag, *fields = stored
    type_ = catalogue().records.get(str(tag))
    return stored if type_ is None else [tag, *type_.lift(fields)]


@cache
def catalogue() -> Catalogue:
    """Load the folders, once. Raise `CatalogueError` for a mistake in a class."""
    events = collect(Event, lambda c: c.__name__)
    for event in events.values():
        require(event, "audiences")
    manoeuvres = collect(Manoeuvre, lambda c: str(getattr(c, "name", c.__name__)))
    for manoeuvre in manoeuvres.values():
        require(manoeuvre, "name", "rule", "pools")
    conditions = collect(Condition, lambda c: str(getattr(c, "name", c.__name__)))
    for condition in conditions.values():
        require(condition, "name", "rule")
    rulesets = collect(RuleSet, lambda c: str(getattr(c, "id", c.__name__)))
    for ruleset in rulesets.values():
        require(ruleset, "id", "title")
    records = collect(Record, lambda c: c.__name__)
    for record in records.values():
        check_marks(record)
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
        event_classes=frozenset(events.values()),
        follow_ups=follow_ups(),
    )
