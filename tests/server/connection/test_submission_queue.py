"""Commands that name seats are held until the seats are known to be players of this chronicle."""

from domain.catalogue import catalogue
from server.connection.submission_queue import seat_fields


def test_every_command_that_names_seats_is_known() -> None:
    """G0: a seat named in a command is checked against the chronicle, whatever its field is called. The list is whole:
    a new command with such a field has to be added here."""
    found = {name: seat_fields(command) for name, command in catalogue().commands.items()}
    assert {name: fields for name, fields in found.items() if fields} == {
        "CreateCharacter": ("player",),
        "HandOver": ("player",),
        "ImportCharacter": ("player",),
        "OpenContest": ("to",),
        "OpenTask": ("to",),
        "RevealTask": ("to",),
        "Say": ("to",),
        "TellOutcome": ("to",),
    }


def test_no_field_with_the_name_of_a_seat_has_another_type() -> None:
    """A field `player` or `to` of another type would not be checked."""
    for command in catalogue().commands.values():
        named = {"player", "to"} & set(command.__struct_fields__)
        assert named == set(seat_fields(command)), command.__name__
