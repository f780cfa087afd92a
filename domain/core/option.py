"""Options: the commands that are open to a seat, with their labels and forms."""

from typing import Literal

import msgspec

from domain.core.words import Words

Preview = Literal["", "pool", "dice"]
Desk = Literal["", "next", "often", "secret"]
InputKind = Literal["choice", "choices", "number", "text", "flag", "file", "seat"]


class Choice(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A value that can be chosen, with its label and a short hint, such as the dice that it gives."""

    value: str
    label: Words | str
    hint: Words | str = ""


class Input(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A field of an option's form. `name` is the field of the command that the answer fills.

    By `kind`:

    - `choice`: one of `choices`; with `least` 1, none is selected beforehand.
    - `choices`: any of `choices`.
    - `number`: from `least` to `most`.
    - `text`: from `least` to `most` characters. With a choice, a page does not ask: the text is the label of that
      choice in the reader's language.
    - `flag`: yes or no.
    - `file`: the text of a file, at most `most` characters.
    - `seat`: a player's seat, "" for the Storyteller. Only the page knows the names of the players.

    `rarely`: few people fill in this field, so a page may hide it behind "More".
    """

    name: str
    label: Words | str
    kind: InputKind
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    default: str = ""
    rarely: bool = False


class Option(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A command that is open to a seat now, with its label and its form.

    - `command`: the type of the command.
    - `actor`: the character that it is for, "" for the seat itself.
    - `group`: the part of the page that it belongs to.
    - `urgent`: the table waits for this command, or the player would easily forget it.
    - `parts`: the modifiers that the game will add to a pool that the player builds, as far as the seat may see them:
      labels and dice.
    - `grave`: the page asks for confirmation, e.g. because the command removes something for good.
    """

    command: str
    actor: str
    label: Words | str
    hint: Words | str = ""
    group: str = ""
    urgent: bool = False
    inputs: tuple[Input, ...] = ()
    parts: tuple[tuple[Words | str, int], ...] = ()
    grave: bool = False
