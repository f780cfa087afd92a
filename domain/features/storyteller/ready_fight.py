"""A ready fight: with one command the Storyteller gets a scene with opponents, so that a new group can play at once."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.command import BOTH, Command
from domain.core.audience import EVERYONE
from domain.core.bounds import Name
from domain.core.deciding import Deciding
from domain.core.names import check_printable
from domain.core.option import Choice, Input, Option
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Typed, in_a_row, named, phrase, term
from domain.features.cast.hand_over import UNPLAYED
from domain.features.cast.hide_and_reveal import names_taken
from domain.features.characters.character import Face
from domain.features.characters.conditions import add_condition
from domain.features.characters.groups import free_names
from domain.features.characters.opponents import count_as_opponent, opponents
from domain.features.scenes.chat import Said
from domain.features.scenes.chronicle import begin_scene
from domain.features.scenes.create_character import add_character, check_may_add
from domain.features.table.scene_list import played_here, scene_open
from domain.features.table.settings import rules_of, setting, storyteller_only
from domain.rules.character_file import Character
from domain.rules.ruleset import RuleSet


class SetUpFight(Command, frozen=True):
    """Add the opponents of the rule set's ready fight to the table, as opponents like any others. Between scenes this
    also begins a scene, with the name `name`, or with the stored name of the fight, and without the opponents of
    earlier scenes. If there are no characters yet, the ready characters are added too, and players can take them
    over."""

    places = BOTH
    later_fields = 1

    name: Name | None = None

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        rules = rules_of(view)
        if rules.fight is None:
            raise Refusal("no-fight")
        if self.name is not None:
            check_printable(self.name)
        check_may_add(view, count=len(newcomers(view, rules)))

    def decide(self, table: Deciding) -> None:
        fight = rules_of(table.full).fight
        if fight is None:
            return
        away = tuple(opponents(table.full))
        for newcomer in newcomers(table.full, rules_of(table.full)):
            against = newcomer in fight.opponents
            unseen = against and newcomer.name in fight.hidden
            name = next(free_names(newcomer.name, names_taken(table, unseen=unseen)))
            actor = add_character(table, replace(newcomer, name=name), hidden=unseen)
            if against:
                count_as_opponent(table, actor)
            else:
                add_condition(table, actor, UNPLAYED, quietly=True)
        if setting(table.full).place == "chronicle":
            begin_scene(table, table.chance.id(EVERYONE), self.name or fight.name, fight.text, away)
        else:
            table.emit(EVERYONE, Said(table.seat.id, "", "narrated", fight.text))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        fight = rules_of(view).fight
        here = setting(view).place == "scene" or not scene_open(view)
        if view.seat.is_storyteller and fight is not None and here:
            names = in_a_row([Typed(newcomer.name) for newcomer in newcomers(view, rules_of(view))])
            hint = phrase("hint-ready-fight", fight=term(fight.name), names=names)
            in_scene = setting(view).place == "scene"
            # The scene has its name in the language of the Storyteller who sets it up.
            name = Input(
                "name", phrase("ask-scene-name"), "text", (Choice(fight.name, named(fight.name)),), 1, 60, fight.name
            )
            yield Option(
                cls.__name__, "", phrase("option-ready-fight"), hint, "scene", inputs=() if in_scene else (name,),
                grave=in_scene and any(view.all(Face)),
            )  # fmt: skip


def newcomers(view: View, rules: RuleSet) -> tuple[Character, ...]:
    """Return the characters of the ready fight: the opponents, and the ready characters if the table has none."""
    opponents = rules.fight.opponents if rules.fight is not None else ()
    return opponents if any(view.all(Face)) else (*rules.ready, *opponents)
