"""Finding names in stored events that this program does not know: a manoeuvre, a condition, a rule set or a switch that
a newer version added. The type of the event is known, but it cannot be folded here, so the stream is fenced.

The types of the fields say which of them hold names (`domain.core.bounds.Of`). This file collects the fields once for
each type of event.
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
"""Yields the names in a value, each with its kind (the attribute of the catalogue that has it). A name may be ""."""


def unknown_kind(event: Event) -> str:
    """The kind of a name in this event that this program does not know; "" if it knows all of them."""
    names = names_in(type(event))
    if names is None:
        return ""
    known = catalogue()
    return next((kind for kind, name in names(event) if name and name not in getattr(known, kind)), "")


@cache
def names_in(type_: Any) -> Names | None:
    """A function that finds the names in a value of this type; None if the type has no names. Raises TypeError if names
    are nested in a way that this function does not support."""
    if get_origin(type_) is Annotated:
        plain, *marks = get_args(type_)
        kind = next((mark.kind for mark in marks if isinstance(mark, CatalogueName)), "")
        return (lambda value: iter([(kind, value)])) if kind else names_in(plain)
    if type_ is Words:  # its message ids are looked up by the reader, which shows the arguments of an unknown one
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
