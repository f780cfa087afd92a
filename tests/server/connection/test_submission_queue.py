"""Commands that name seats wait until the seats are known to be players of this chronicle."""

from typing import get_type_hints

import pytest

from domain.catalogue import catalogue
from domain.core.bounds import PlayerId, SeatId, SeatIds
from server.connection.submission_queue import names_seats


@pytest.mark.parametrize("name", sorted(catalogue().commands))
def test_every_command_that_names_seats_is_checked(name: str) -> None:
    """G0: a field that holds a seat is called `player` or `to`, or the server would not check its seats against the
    chronicle; and every field of those names holds seats."""
    command = catalogue().commands[name]
    hints = get_type_hints(command, include_extras=True)
    typed = {field for field in command.__struct_fields__ if hints[field] in (SeatId, SeatIds, PlayerId)}
    assert typed == {"player", "to"} & set(command.__struct_fields__)
    assert bool(typed) == names_seats(command)
