"""Ready (F3): take a weapon in hand, or load a new clip into the weapon in hand. As the only action of a turn it needs
no roll. Together with another action it is rolled; if the roll fails, the attack that needs the weapon is lost."""

from typing import ClassVar

from msgspec.structs import replace

from domain.core.audience import Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.option import Choice, Input
from domain.core.partition import Partition
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import NO_WORDS, character_ref, named, phrase, term
from domain.features.actions.action_pools import traits_in_words
from domain.features.actions.damage import harm_in_words
from domain.features.actions.declaration import count_sharers, declaration
from domain.features.actions.weapon_in_hand import carried_weapon, empty_marks, in_hand, take_in_hand, weapons
from domain.features.characters.character import FACES, face_audience
from domain.features.rolls.make_roll import RollRequest, roll
from domain.features.table.settings import rules_of
from domain.features.table.story_log import tell
from domain.manoeuvre import Manoeuvre
from domain.rules.declared_action import Action
from domain.rules.equipment import Item
from domain.rules.pool import Pool

SPARED = phrase("why-two-actions", rule="F3")


class NotReady(Event, frozen=True):
    """A character did not get a weapon ready in time."""

    audiences: ClassVar[frozenset[Kind]] = FACES

    id: str
    weapon: str

    def apply(self, records: Partition, at: int) -> None:
        tell(records, at, phrase("line-not-ready", who=character_ref(self.id), weapon=term(self.weapon)))


class Ready(Manoeuvre):
    name = "ready"
    rule = "F3"
    pools = (("Dexterity", "Melee"), ("Dexterity", "Firearms"))
    targets = (0, 0)
    unrolled = True

    def check_available(self, view: View, actor: str) -> None:
        if not self.weapons_to_ready(view, actor):
            raise Refusal("all-ready", rule="F3")

    def weapons_to_ready(self, view: View, actor: str) -> list[Item]:
        """Return the weapons that can be drawn, and the weapon in hand if it needs a reload."""
        held = in_hand(view, actor).name
        return [i for i in weapons(view, actor) if i.name != held or empty_marks(view, actor, i)]

    def inputs(self, view: View, actor: str) -> tuple[Input, ...]:
        held = in_hand(view, actor).name
        known = tuple(
            Choice(i.name, named(i.name), phrase("hint-reload") if i.name == held else harm_in_words(view, i))
            for i in self.weapons_to_ready(view, actor)
        )
        return (
            Input("weapon", phrase("ask-weapon-to-ready"), "choice", known, default=known[0].value if known else ""),
        )

    def check(self, view: View, actor: str, action: Action) -> None:
        item = carried_weapon(view, actor, action.detail("weapon"))
        if not action.detail("weapon"):
            raise Refusal("weapon-missing", rule="F3")
        pool = self.pools_in(rules_of(view))[bool(item.range)]
        if action.traits not in ("", " + ".join(pool)):
            weapon, traits = term(item.name), traits_in_words(view, pool)
            raise Refusal("weapon-pool", rule="F3", manoeuvre=self.words, weapon=weapon, pool=traits)
        beside = action.traits or action.extra
        if beside and in_hand(view, actor).name == item.name and "clip" not in item.flags:
            raise Refusal("no-clip", rule="F3", weapon=term(item.name))

    def readied_item(self, action: Action) -> str:
        return action.detail("weapon")

    def resolve(self, table: Deciding, actor: str, action: Action, pool: Pool) -> None:
        full, item = table.full, carried_weapon(table.full, actor, action.detail("weapon"))
        if pool.parts:
            declared = declaration(full, actor)
            spared = SPARED if declared is not None and count_sharers(full, declared) == 2 else NO_WORDS
            request = RollRequest(replace(pool, spared=spared), visible_effect="success")
            if not roll(table, request).successes:
                table.emit(face_audience(full, actor), NotReady(actor, item.name))
                return
        take_in_hand(table, actor, item)
