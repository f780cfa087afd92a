"""Quick opponents: a name, a number of dice and a count are enough, and more of the same kind take one command."""

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import replace

from domain.command import BOTH, Command
from domain.core.bounds import LEVELS_MOST, Id, LevelCount, ShortText
from domain.core.deciding import Deciding
from domain.core.names import check_printable
from domain.core.option import Choice, Input, Option
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import character_ref, named, phrase
from domain.features.cast.hide_and_reveal import names_taken
from domain.features.characters.character import Face, character, hidden, own, sheet
from domain.features.characters.groups import common_name, free_names
from domain.features.characters.health_levels import Levels, levels_by_count, own_levels
from domain.features.characters.opponents import count_as_opponent, is_opponent
from domain.features.combat.initiative import roll_initiative
from domain.features.scenes.create_character import add_character, check_may_add
from domain.features.table.scene_list import is_played_here, played_here
from domain.features.table.settings import rules_of, storyteller_only
from domain.features.table.turn import turns_run
from domain.rules.character_file import Character, ListedItem
from domain.rules.quick_sheet import DICE_MOST, quick_traits

COUNT_MOST: Final = 20
NAME_MOST: Final = 56
"""A name with a number behind it is still a legal name."""
GroupName = Annotated[str, Meta(min_length=1, max_length=NAME_MOST)]
Some = Annotated[int, Meta(ge=1, le=COUNT_MOST)]
Dice = Annotated[int, Meta(ge=1, le=DICE_MOST)]


def add_alike(
    table: Deciding, one: Character, count: int, *, unseen: bool, opponents: bool, health_levels: Levels
) -> None:
    """Add so many characters of the Storyteller's with this sheet. While turns run they get a place in the order.

    `unseen`: they are hidden (X4). `opponents`: the next scene begins without them. `health_levels`: their health
    levels if they have a number of their own (C29)."""
    names = free_names(one.name, names_taken(table, unseen=unseen), several=count > 1)
    added = [
        add_character(table, replace(one, name=next(names)), hidden=unseen, health_levels=health_levels)
        for _ in range(count)
    ]
    if opponents:
        for actor in added:
            count_as_opponent(table, actor)
    if turns_run(table.full):
        roll_initiative(table, added)


class AddOpponents(Command, frozen=True):
    """Add `count` characters of the Storyteller's that roll `dice` dice for every usual pool (D2), each with its own
    health. `hidden`: the players do not see them (X4). `weapon`: a weapon of these rules that they have in hand, or
    "". `health`: how many health levels each has (C29), 0 for as many as the rules say."""

    places = BOTH
    desk = "often"
    later_fields = 1

    name: GroupName
    dice: Dice
    count: Some = 1
    hidden: bool = False
    weapon: ShortText = ""
    health: LevelCount = 0

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        check_printable(self.name)
        check_may_add(view, count=self.count)
        if self.weapon and all(item.name != self.weapon for item in rules_of(view).weapons):
            raise Refusal("no-such-weapon", rule="D17")

    def decide(self, table: Deciding) -> None:
        rules = rules_of(table.full)
        carried = tuple(ListedItem.of(item) for item in rules.weapons if item.name == self.weapon)
        one = Character(self.name.strip(), traits=quick_traits(rules, self.dice), items=carried)
        levels = levels_by_count(table.full, self.health)
        add_alike(table, one, self.count, unseen=self.hidden, opponents=True, health_levels=levels)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not (view.seat.is_storyteller and is_played_here(view)):
            return
        usual = len(rules_of(view).health)
        weapons = (
            Choice("", phrase("choice-no-weapon")),
            *(Choice(i.name, named(i.name)) for i in rules_of(view).weapons),
        )
        inputs = (
            Input("name", phrase("ask-name"), "text", least=1, most=NAME_MOST),
            Input("dice", phrase("ask-opponent-dice", rule="D2"), "number", least=1, most=DICE_MOST, default="5"),
            Input(
                "health",
                phrase("ask-opponent-health", rule="C29"),
                "number",
                least=1,
                most=LEVELS_MOST,
                default=str(usual),
            ),
            Input("count", phrase("ask-opponent-count"), "number", least=1, most=COUNT_MOST, default="1"),
            Input("hidden", phrase("ask-opponent-hidden", rule="X4"), "flag"),
            Input("weapon", phrase("ask-opponent-weapon"), "choice", weapons, rarely=True),
        )
        yield Option(cls.__name__, "", phrase("option-add-opponents"), group="cast", inputs=inputs)


class AddMoreAlike(Command, frozen=True):
    """Add `count` more characters with the sheet and the health levels of one of the Storyteller's, unhurt and with all
    points. They are hidden if it is hidden (X4), and opponents if it is one."""

    places = BOTH
    usual = 2

    actor: Id
    count: Some = 3

    def check(self, view: View) -> None:
        storyteller_only(view)
        played_here(view)
        own(view, self.actor)
        if character(view, self.actor).player:
            raise Refusal("more-of-a-player", rule="G1")
        check_may_add(view, count=self.count)

    def decide(self, table: Deciding) -> None:
        face, written = character(table.full, self.actor), sheet(table.full, self.actor)
        full = tuple((name, rating, rating) for name, rating, _ in written.pools)
        carried = tuple(ListedItem.of(item) for item in written.items)
        one = Character(
            common_name(face.name), face.concept, face.kind, written.traits, written.specialties, full, carried,  # type: ignore[arg-type]
            written.flags,
        )  # fmt: skip
        add_alike(
            table,
            one,
            self.count,
            unseen=hidden(table.full, self.actor),
            opponents=is_opponent(table.full, face),
            health_levels=own_levels(table.full, self.actor),
        )

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if not (view.seat.is_storyteller and is_played_here(view)):
            return
        count = Input(
            "count", phrase("ask-opponent-count"), "number", least=1, most=COUNT_MOST, default="3", rarely=True
        )
        for face in view.all(Face):
            if not face.player:
                label = phrase("option-add-alike", who=character_ref(face.id))
                yield Option(cls.__name__, face.id, label, phrase("hint-add-alike"), "cast", inputs=(count,))
