"""Finds unknown names in stored events: manoeuvres, conditions, rule sets or switches that only a newer version has.
This program knows the type of such an event, but cannot fold the event. So the stream is fenced.

The type of a field says whether the field holds a name (`domain.core.bounds.CatalogueName`). This file collects these
fields once for each type of event.
"""

from collections.abc import Callable, Iterator
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from domain.catalogue import catalogue
from domain.core.bounds import CatalogueName
from domain.core.event import Event
from domain.core.words import Words

Names = Callable[[Any], Iterator[tuple[str, object]]]
"""Yields the names in a value, each with its kind. The kind is the name of the catalogue's attribute that has these
names. A name may be ""."""


def unknown_kind(event: Event) -> str:
    """Return the kind of a name in this event that this program does not know; "" if it knows all names."""
    names = names_in(type(event))
    if names is None:
        return ""
    known = catalogue()
    return next((kind for kind, name in names(event) if name and name not in getattr(known, kind)), "")


@cache
def names_in(type_: Any) -> Names | None:
    """Return a function that finds the names in a value of this type; None if the type has no names. Raises TypeError
    if names are nested in a way that is not supported here."""
    if get_origin(type_) is Annotated:
        plain, *marks = get_args(type_)
        kind = next((mark.kind for mark in marks if isinstance(mark, CatalogueName)), "")
        return (lambda value: iter([(kind, value)])) if kind else names_in(plain)
    if type_ is Words:  # an unknown message is no reason to stop: the reader sees its id and its arguments
        return None
    if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
        hints = get_type_hints(type_, include_extras=True)
        found = [(name, names) for name in type_.__struct_fields__ if (names := names_in(hints[name]))]
        if not found:
            return None
        return lambda value: (each for name, names in found for each in names(getattr(value, name)))
    within = [names for inner in get_args(type_) if (names := names_in(inner))]
    if not within:
        return None
    if get_origin(type_) is tuple and len(get_args(type_)) == 2 and get_args(type_)[1] is ...:
        return lambda value: (each for one in value for each in within[0](one))
    if get_origin(type_) in (Union, UnionType) and all(issubclass(one, msgspec.Struct) for one in get_args(type_)):
        each_of = {one: names_in(one) or _nothing for one in get_args(type_)}
        return lambda value: each_of[type(value)](value)
    raise TypeError(f"names within {type_} are not supported: extend `names_in`")


def _nothing(_value: Any) -> Iterator[tuple[str, object]]:
    return iter(())
