"""Groups that act together: with one command the rest of a group declares the actions of its first member (I2)."""

from collections.abc import Iterator

from domain.command import Command
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.option import Option
from domain.core.refusal import Refusal, allowed
from domain.core.state import View
from domain.core.words import character_ref, in_a_row, phrase
from domain.features.actions.declaration import declaration
from domain.features.characters.character import Face, own
from domain.features.characters.groups import group_of
from domain.features.combat.declare_action import DeclareAction, declare, may_declare
from domain.features.table.settings import storyteller_only
from domain.features.table.turn import turns_run


def followers(view: View, actor: str) -> list[DeclareAction]:
    """Return the declarations by which the rest of a character's group would do the same: of each member whose time it
    is to declare, and that can."""
    led = declaration(view, actor)
    if led is None or led.used:
        return []
    same = (DeclareAction(face.id, led.actions) for face in group_of(view, actor) if may_declare(view, face.id))
    return [command for command in same if allowed(command.check, view)]


class DeclareSame(Command, frozen=True):
    """Let the rest of a character's group declare what this character has declared: each member whose time it is to
    declare, and that can do the same (I2)."""

    desk = "next"

    actor: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        own(view, self.actor)
        if not (turns_run(view) and followers(view, self.actor)):
            raise Refusal("nobody-follows", rule="I2")

    def decide(self, table: Deciding) -> None:
        # A declaration may change the time of the next declaration, and its options.
        for command in followers(table.view, self.actor):
            if allowed(command.check, table.view):
                declare(table, command.declared(table.full, command.check(table.view)), "declares")

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not (view.seat.is_storyteller and turns_run(view)):
            return
        offered = set()
        for face in view.all(Face):
            # Members that have declared the same lead the same others: one of them is offered.
            led = declaration(view, face.id)
            group = frozenset({face.id, *(one.id for one in group_of(view, face.id))})
            if led is None or (group, led.actions) in offered:
                continue
            offered.add((group, led.actions))
            if found := followers(view, face.id):
                label = phrase("option-declare-same", rule="I2", who=character_ref(face.id))
                names = in_a_row([character_ref(one.actor) for one in found])
                yield Option(cls.__name__, face.id, label, names, "declare", urgent=True)
