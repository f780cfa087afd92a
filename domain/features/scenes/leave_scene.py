"""Leaving a scene: a character leaves, and all records about it leave with it. It can come back to the scene. If it has
not come back when the scene closes, it goes to the chronicle as it was when it left, with all memories of it (T1)."""

from collections.abc import Iterator

from domain.command import BOTH, Command
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.option import Option
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed, phrase
from domain.features.actions.grapples import end_grapple, grips
from domain.features.cast.characters_between_scenes import CarriedMemory, add_memories, carried_memories
from domain.features.cast.follow_character import remove_character
from domain.features.characters.character import Face, name_of, own
from domain.features.characters.opponents import opponents
from domain.features.combat.finish_slot import remember_slot_used
from domain.features.combat.resume_attack import cancel_attacks_of
from domain.features.scenes.scene import CastMember, Departed, cast_members, come_back, leave_scene
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import setting, storyteller_only


def departed_members(view: View) -> tuple[CastMember, ...]:
    """Return the characters that left the scene before it closed."""
    return tuple(record.member for record in view.all(Departed))


def all_memories(view: View) -> tuple[CarriedMemory, ...]:
    """Return all memories of this stream, including those of characters that left it: all of them go to the
    chronicle."""
    of_departed = (memory for record in view.all(Departed) for memory in record.memories)
    return (*carried_memories(view), *of_departed)


def remove(table: Deciding, actor: str) -> None:
    """Remove a character from this scene or chronicle."""
    gone = phrase("no-longer-there", rule="I2", who=Typed(name_of(table.full, actor)))
    cancel_attacks_of(table, actor, gone)
    for grip in grips(table.full, actor):
        end_grapple(table, grip.grapple)
    remember_slot_used(table, actor)
    member = next(member for member in cast_members(table.full) if member.id == actor)
    from_scene = setting(table.full).place == "scene"
    memories = remove_character(table, actor, for_good=not from_scene)
    if from_scene:
        leave_scene(table, member, memories, told=True)


class RemoveCharacter(Command, frozen=True):
    """Remove a character: from a scene, so that it goes back to the chronicle when the scene closes; or from the
    chronicle for good."""

    places = BOTH

    actor: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        own(view, self.actor)
        played_here(view)

    def decide(self, table: Deciding) -> None:
        remove(table, self.actor)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and is_played_here(view):
            here = setting(view).place == "scene"
            label = phrase("option-remove-from-scene") if here else phrase("option-remove-from-chronicle")
            for face in view.all(Face):
                yield Option(cls.__name__, face.id, label, group="cast", grave=True)


class RemoveOpponents(Command, frozen=True):
    """Remove all opponents at once, as `RemoveCharacter` removes one."""

    places = BOTH

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        if not any(opponents(view)):
            raise Refusal("no-opponents-here", rule="T1")

    def decide(self, table: Deciding) -> None:
        for actor in list(opponents(table.full)):
            remove(table, actor)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        count = sum(1 for _ in opponents(view)) if view.seat.is_storyteller and is_played_here(view) else 0
        if count:
            here = setting(view).place == "scene"
            hint = phrase("hint-remove-opponents-here") if here else phrase("hint-remove-opponents-for-good")
            label = phrase("option-remove-opponents", count=count)
            yield Option(cls.__name__, "", label, hint, group="cast", grave=True)


class ReturnCharacter(Command, frozen=True):
    """Bring an absent character into the scene, as it was when it left, or as it is in the chronicle if it was not
    there at the beginning."""

    actor: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        if view.get(Departed, self.actor) is None:
            raise Refusal("not-away", rule="X4")

    def decide(self, table: Deciding) -> None:
        found = table.full.get(Departed, self.actor)
        if found is not None:
            come_back(table, found.member)
            add_memories(table, found.memories)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller and is_played_here(view):
            for found in view.all(Departed):
                yield Option(
                    cls.__name__, found.id, phrase("option-bring-in", name=Typed(found.member.name)), group="cast"
                )
