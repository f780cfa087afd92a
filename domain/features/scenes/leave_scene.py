"""Leaving: a character goes out of the scene, and with it all that is about it. As it left it comes back to its
chronicle when the scene is kept, with what is remembered of it (T1); or into the scene again, before."""

from collections.abc import Iterator

from domain.core.bounds import Id
from domain.core.command import BOTH, Command, Option, Refusal
from domain.core.deciding import Deciding
from domain.core.state import View
from domain.features.actions.grapples import end, grips
from domain.features.cast.carry_over import CarriedMemory, bring_back, remembered
from domain.features.cast.follow_character import take_out
from domain.features.characters.character import Face, name_of, own
from domain.features.combat.take_action import give_up_all, leave_slot
from domain.features.scenes.scene import CastMember, Departed, come_back, leave, members
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import setting, storyteller_only


def departed(view: View) -> tuple[CastMember, ...]:
    """Those who left the scene before it closed."""
    return tuple(record.member for record in view.all(Departed))


def kept_in_mind(view: View) -> tuple[CarriedMemory, ...]:
    """All that a place remembers, of those too who left it: they come back to their chronicle."""
    of_departed = (memory for record in view.all(Departed) for memory in record.memories)
    return (*remembered(view), *of_departed)


class RemoveCharacter(Command, frozen=True):
    """Take a character out of the scene, from which it comes back to its chronicle; or out of it for good."""

    places = BOTH

    actor: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        own(view, self.actor)
        played_here(view)

    def decide(self, table: Deciding) -> None:
        give_up_all(table, self.actor, f"{name_of(table.full, self.actor)} is no longer there (I2).")
        for grip in grips(table.full, self.actor):
            end(table, grip.grapple)
        leave_slot(table, self.actor)
        member = next(member for member in members(table.full) if member.id == self.actor)
        from_scene = setting(table.full).place == "scene"
        memories = take_out(table, self.actor, for_good=not from_scene)
        if from_scene:
            leave(table, member, memories, told=True)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and is_played_here(view):
            place = setting(view).place
            for face in view.all(Face):
                yield Option(cls.__name__, face.id, f"Take {face.name} out of the {place}", group="cast", grave=True)


class ReturnCharacter(Command, frozen=True):
    """Bring a character into the scene that was left out of it or left it, as it was then."""

    actor: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        if view.get(Departed, self.actor) is None:
            raise Refusal("not-away", "Nobody of that id is out of this scene (X4).")

    def decide(self, table: Deciding) -> None:
        found = table.full.get(Departed, self.actor)
        if found is not None:
            come_back(table, found.member)
            bring_back(table, found.memories)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and is_played_here(view):
            for found in view.all(Departed):
                yield Option(cls.__name__, found.id, f"Bring {found.member.name} into the scene", group="cast")
