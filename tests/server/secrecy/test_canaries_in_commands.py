"""The list of the fields that carry marks is complete: it is compared with the catalogue (FLT33)."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import inspect

from domain.catalogue import catalogue
from domain.command import Command, TableCommand
from tests.domain.random_play import ID_LENGTH, shape_of
from tests.server.conftest import OpenTable
from tests.server.secrecy.canary_fields import UNMARKED, Secrets, Who
from tests.server.socketless_tables import BEN, STORYTELLER


def takes_words(shape: inspect.Type) -> bool:
    """True if a value of this type contains words; an id does not count."""
    match shape:
        case inspect.StrType():
            return shape.max_length != ID_LENGTH
        case inspect.CollectionType():
            return takes_words(shape.item_type)
        case inspect.TupleType():
            return any(map(takes_words, shape.item_types))
        case inspect.UnionType():
            return any(map(takes_words, shape.types))
        case inspect.StructType():
            return any(takes_words(field.type) for field in shape.fields)
        case _:
            return False


async def test_every_field_that_takes_words_carries_a_mark_or_says_why_not(opened: OpenTable, seed: int) -> None:
    """FLT33: every field of a client's command that takes words carries a mark, or is listed with a reason."""
    table = await opened()
    teller, ben = await table.sit(STORYTELLER), await table.sit(BEN)

    async def do(who: Who, command: Command) -> list[Any]:
        return await (teller if who == "storyteller" else ben).do(command)

    secrets = await Secrets(Random(f"{seed} fields")).hide(table.live_streams[0], do, BEN.id)
    fields = {
        f"{name}.{field.name}"
        for name, command in catalogue().commands.items()
        if not issubclass(command, TableCommand)
        for field in shape_of(command).fields
        if takes_words(field.type)
    }
    assert fields - secrets.fields - UNMARKED.keys() == set()
    assert UNMARKED.keys() - fields == set(), "there are none such any more"
    assert UNMARKED.keys() & secrets.fields == set(), "these carry one"
