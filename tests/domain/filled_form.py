"""A form as the page shows it: an option and the answers to its inputs."""

from __future__ import annotations

from domain.catalogue import catalogue
from domain.command import Command
from domain.core.option import Input, Option
from domain.rules.declared_action import Action
from tests.in_english import Offered, OfferedInput


def filled(option: Option | Offered, **answers: object) -> Command:
    """Return the command of an option with these answers; each remaining input keeps its default, or the first of
    its list if it needs a value."""
    type_ = catalogue().commands[option.command]
    unknown = answers.keys() - {wanted.name for wanted in option.inputs}
    assert not unknown, f"{option.label} does not ask for {', '.join(sorted(unknown))}"
    given: dict[str, object] = {"actor": option.actor} if "actor" in type_.__struct_fields__ else {}
    given |= {wanted.name: answers.get(wanted.name, untouched(wanted)) for wanted in option.inputs}
    if "manoeuvre" in given:
        own = {name: given.pop(name) for name in Action.__struct_fields__ if name in given}
        rest = {name: given.pop(name) for name in list(given) if name not in type_.__struct_fields__}
        action = Action(**own, details=tuple((n, str(v)) for n, v in rest.items()))  # type: ignore[arg-type]  # as typed
        given |= {"action": action} if option.command == "ChangeAction" else {"actions": (action,)}
    if "place" in given:
        given["place"] = int(str(given["place"]))
    return type_(**given)


def untouched(wanted: Input | OfferedInput) -> object:
    """Return the value of an input that was not filled in."""
    values = [choice.value for choice in wanted.choices]
    match wanted.kind:
        case "choice":
            return wanted.default or values[0]
        case "choices":
            return tuple(values[: wanted.least])
        case "number":
            return int(wanted.default or wanted.least)
        case "text" | "file":
            return "as it comes"
        case "flag":
            return False
        case "seat":
            return "" if wanted.default else "anna"


def of(option: Option | Offered, name: str, label: str) -> str:
    """Return the value of the choice with this label."""
    (asked,) = (wanted for wanted in option.inputs if wanted.name == name)
    (value,) = (choice.value for choice in asked.choices if choice.label == label)
    return value
