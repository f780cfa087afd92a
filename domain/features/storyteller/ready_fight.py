"""A ready fight: one wish of the Storyteller's brings a scene with opponents, so that a newcomer plays at once."""

from collections.abc import Iterator
from itertools import chain, count

import msgspec

from domain.core.audience import EVERYONE
from domain.core.command import BOTH, Command, Option, Refusal
from domain.core.deciding import Deciding
from domain.core.state import View
from domain.features.cast.hand_over import UNPLAYED
from domain.features.cast.hide_and_reveal import Unseen
from domain.features.characters.absence import Absent
from domain.features.characters.character import Face
from domain.features.characters.conditions import bear
from domain.features.scenes.chat import Said
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import bring, check_bringing
from domain.features.table.scene_list import played_here, scene_open
from domain.features.table.settings import rules_of, setting, storyteller_only
from domain.rules.character_file import Character
from domain.rules.ruleset import RuleSet


class SetUpFight(Command, frozen=True):
    """Bring the rule set's ready fight to the table: between scenes it begins one. Where nobody has a character yet,
    the ready characters come too, free to be taken up by players, so that there is somebody to fight."""

    places = BOTH

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        rules = rules_of(view)
        if rules.fight is None:
            raise Refusal("no-fight", f"There is no ready fight for {rules.title}.")
        check_bringing(view, count=len(people(view, rules)))

    def decide(self, table: Deciding) -> None:
        fight = rules_of(table.full).fight
        if fight is None:
            return
        for someone in people(table.full, rules_of(table.full)):
            against = someone in fight.opponents
            unseen = against and someone.name in fight.hidden
            brought = bring(table, numbered(table.full.public, someone), hidden=unseen)
            if not against:
                bear(table, brought, UNPLAYED, quietly=True)
        if setting(table.full).place == "chronicle":
            BeginScene(fight.name, fight.text).decide(table)
        else:
            table.emit(EVERYONE, Said(table.seat.id, "", "narrated", fight.text))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        fight = rules_of(view).fight
        here = setting(view).place == "scene" or not scene_open(view)
        if view.seat.is_storyteller and fight is not None and here:
            names = ", ".join(someone.name for someone in people(view, rules_of(view)))
            played = setting(view).place == "scene" and any(view.all(Face))
            yield Option(cls.__name__, "", "Set up a ready fight", f"{fight.name}: {names}", "scene", grave=played)


def numbered(view: View, someone: Character) -> Character:
    """Somebody by a name that nobody has of whom this view knows, seen or not: the next one of that name is the second.
    Of what everybody knows, so that no number tells of somebody else (X4)."""
    known: Iterator[Face | Unseen | Absent] = chain(view.all(Face), view.all(Unseen), view.all(Absent))
    taken = {one.name for one in known}
    names = chain((someone.name,), (f"{someone.name} {n}" for n in count(2)))
    return msgspec.structs.replace(someone, name=next(name for name in names if name not in taken))


def people(view: View, rules: RuleSet) -> tuple[Character, ...]:
    """Who comes: the opponents, and somebody to meet them where there is nobody."""
    opponents = rules.fight.opponents if rules.fight is not None else ()
    return opponents if any(view.all(Face)) else (*rules.ready, *opponents)
