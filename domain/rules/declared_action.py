"""Declared actions as values."""

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.core.bounds import Count, Id, ManoeuvreName, Name, ShortText


class Action(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A declared action. `traits`: a pool of the manoeuvre, its traits joined by " + " ("": the usual pool). `dice`:
    its share of a divided pool (0: the whole pool). `details`: the answers to the manoeuvre's own inputs. `extra`: an
    extra action of Celerity (M3)."""

    manoeuvre: ManoeuvreName
    targets: Annotated[tuple[Id, ...], Meta(max_length=10)] = ()
    traits: ShortText = ""
    dice: Count = 0
    text: ShortText = ""
    details: Annotated[tuple[tuple[Name, ShortText], ...], Meta(max_length=10)] = ()
    extra: bool = False

    def detail(self, name: str, default: str = "") -> str:
        """Return the answer to an input of the manoeuvre, `default` if there is none."""
        return dict(self.details).get(name, "") or default


Actions = Annotated[tuple[Action, ...], Meta(max_length=10)]
