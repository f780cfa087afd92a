"""A command itself names the past state that it needs."""

from importlib import import_module
from pkgutil import iter_modules

from domain.catalogue import catalogue
from server import hub


def test_the_hub_names_no_command_class() -> None:
    """A command of an addition gets its past state by `back_to` or `origin`, without a change of the server."""
    commands = list(catalogue().commands.values())
    modules = [import_module(f"server.hub.{module.name}") for module in iter_modules(hub.__path__)]
    assert len(modules) > 5
    assert {name for module in modules for name, value in vars(module).items() if value in commands} == set()
