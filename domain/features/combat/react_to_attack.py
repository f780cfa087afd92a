"""Reactions between the steps of an attack (C21, G0).

The target's player defends, takes the blow, or aborts an action to a defence (I5). The Storyteller lets the attack go
on, or decides the result of a step herself.
"""

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import replace

from domain.command import Command
from domain.core.audience import STORYTELLER
from domain.core.bounds import Count, Id, ShortText
from domain.core.deciding import Deciding
from domain.core.option import Choice, Input, Option
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Words, character_ref, listed, phrase
from domain.features.actions.attack_in_progress import blow_audience, with_levels
from domain.features.actions.hidden_attack_numbers import kept_or_empty, known_blow, release_numbers, still_secret
from domain.features.actions.matching_defence import (
    UsableDefence,
    attack_words,
    chosen_defence,
    defence_pool,
    defence_traits,
    usable_defences,
)
from domain.features.characters.character import Face, by_seat, own
from domain.features.combat.attack_to_hit import at_step, step_pool
from domain.features.combat.resume_attack import resume_attack
from domain.features.rolls.boosts import check_effort, effort_inputs
from domain.features.rolls.modified_pool import with_known_rulings
from domain.features.rolls.pools import in_dice, in_words, size
from domain.features.table.settings import storyteller_only
from domain.features.table.story_log import Overridden
from domain.records.blow import Blow, Waits

Ruled = Annotated[int, Meta(ge=-1, le=50)]
"""The result that the Storyteller rules for a step; -1 means that it is rolled."""


def waiting_attack(view: View, blow: str) -> Blow:
    """Return an attack in progress, as this view knows it. Raise `Refusal` if it is over."""
    found = known_blow(view, blow)
    if found is None:
        raise Refusal("no-such-attack", rule="C21")
    return found


def answer_attack(table: Deciding, blow: Blow, **now: int) -> None:
    """Resume an attack after its answer, with the numbers that were ruled. If it waited for the Storyteller and she did
    not rule the hits, a declared defence may still stop it."""
    waits: Waits = "storyteller" if blow.waits == "storyteller" and "hits" not in now else ""
    ruled = blow.ruled or "hits" in now
    resume_attack(table, with_levels(replace(blow, answered=True, waits=waits, ruled=ruled, **now)))


class Defend(Command, frozen=True):
    """Answer an attack with a declared defence (C15, C16, C18, C19). `place`: the index of the declared action, from 0.
    `means`: the defence to roll, if full defence allows several ("": the one with the most dice). A `specialty` (D7)
    and a point of Willpower (D11) may be added to the roll."""

    usual = 1

    blow: Id
    place: Count = 0
    means: ShortText = ""
    specialty: bool = False
    willpower: bool = False

    def check(self, view: View) -> None:
        blow = waiting_attack(view, self.blow)
        own(view, blow.on)
        if blow.step == "attack":
            raise Refusal("too-early-to-defend", rule="C21")
        if blow.waits != "defence":
            raise Refusal("too-late-to-defend", rule="C21")
        met = chosen_defence(view, replace(blow, defence=self.place, means=self.means))
        if met is None:
            raise Refusal("no-matching-defence", rule="C21")
        pool, traits = defence_pool(view, blow, met), defence_traits(view, blow, met)
        check_effort(view, step_pool(self.with_choices(blow), blow.on, met.means.words, pool, traits), traits)

    def decide(self, table: Deciding) -> None:
        answer_attack(table, self.with_choices(waiting_attack(table.full, self.blow)), defence=self.place)

    def with_choices(self, blow: Blow) -> Blow:
        """Return the attack with the chosen defence and the additions to its roll."""
        return replace(blow, means=self.means, specialty=self.specialty, willpower=self.willpower)

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for blow, face in _attacks_to_answer(view):
            offered: set[tuple[str, Words]] = set()
            for met in usable_defences(view, blow):
                traits = defence_traits(view, blow, met)
                pool = with_known_rulings(
                    view, step_pool(blow, face.id, "", defence_pool(view, blow, met), traits)
                ).parts
                dice = in_dice(view, size(pool))
                if (met.means.name, dice) in offered:
                    continue  # the same defence, declared twice, needs a single button
                offered.add((met.means.name, dice))
                label = phrase("option-defend", defence=met.means.words, dice=dice)
                effort = effort_inputs(view, face.id, traits, pool)
                yield Option(
                    cls.__name__,
                    face.id,
                    by_seat(view, face.id, label),
                    in_words(view, pool),
                    "act",
                    True,
                    (*_defence_inputs(blow, met), *effort),
                )


class GoOn(Command, frozen=True):
    """Take the blow without a defence. The Storyteller uses it to let any waiting attack go on."""

    usual = 3

    blow: Id

    def check(self, view: View) -> None:
        blow = waiting_attack(view, self.blow)
        if blow.waits == "storyteller":
            storyteller_only(view)
        own(view, blow.on)

    def decide(self, table: Deciding) -> None:
        answer_attack(table, waiting_attack(table.full, self.blow))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        for blow, face in _attacks_to_answer(view):
            whose = character_ref(face.id)
            mine = phrase("option-take-blow")
            label = phrase("option-let-take-blow", who=whose) if view.seat.is_storyteller else mine
            yield Option(cls.__name__, face.id, label, attack_words(blow), "act", True, (_attack_input(blow),))
        if view.seat.is_storyteller:
            for blow in view.all(Blow):
                if blow.waits == "storyteller":
                    yield Option(
                        cls.__name__,
                        blow.by,
                        phrase("option-go-on", rule="G0", step=phrase(f"attack-step-{blow.step}")),
                        attack_words(blow),
                        "act",
                        True,
                        (_attack_input(blow),),
                    )


class RuleBlow(Command, frozen=True):
    """Decide the results of an attack without dice (G0): successes that hit, successes of damage, levels soaked. The
    attack goes on with them. If it waits for a defence and the hits are not ruled, it keeps waiting. `over`: True
    cancels the rest of the attack."""

    blow: Id
    hits: Ruled = -1
    dealt: Ruled = -1
    soaked: Ruled = -1
    over: bool = False

    def check(self, view: View) -> None:
        storyteller_only(view)
        blow = waiting_attack(view, self.blow)
        ruled = max(self.hits, self.dealt, self.soaked) >= 0
        if self.over and ruled:
            raise Refusal("over-or-ruled", rule="G0")
        if not (self.over or ruled):
            raise Refusal("nothing-ruled", rule="G0")
        if ruled and blow.step == "consequence":
            raise Refusal("harm-is-done", rule="G0")
        if self.hits >= 0 and blow.step not in ("attack", "defence"):
            raise Refusal("hit-is-settled", rule="C21")

    def decide(self, table: Deciding) -> None:
        blow = waiting_attack(table.full, self.blow)
        ruled = {name: n for name, n in (("hits", self.hits), ("dealt", self.dealt), ("soaked", self.soaked)) if n >= 0}
        self.tell_ruling(table, blow, ruled)
        release_numbers(table, blow, **ruled)
        if self.over:
            resume_attack(table, at_step(blow, "over"))
        elif blow.waits == "defence" and self.hits < 0:
            resume_attack(table, replace(blow, **ruled))  # a ruling on damage must not skip the defender's answer
        else:
            answer_attack(table, blow, **ruled)

    def tell_ruling(self, table: Deciding, blow: Blow, ruled: dict[str, int]) -> None:
        """Announce the ruled numbers to the viewers of the attack. Only the Storyteller is told a number that would
        reveal a hidden one (X2 iii)."""
        secret = still_secret(kept_or_empty(table.full, blow), ruled)
        for audience in dict.fromkeys((blow_audience(table.full, blow), *([STORYTELLER] if secret else ()))):
            kept_back = secret if audience != STORYTELLER else frozenset[str]()
            parts = [
                phrase(f"attack-ruled-{name}-unsaid") if name in kept_back else phrase(f"attack-ruled-{name}", n=n)
                for name, n in ruled.items()
            ]
            what = listed(parts) if parts else phrase("attack-ruled-over")
            words = phrase("override-attack", attack=attack_words(blow), what=what)
            table.emit(audience, Overridden(table.seat.id, blow.by, words))

    @classmethod
    def offer(cls, view: View) -> Iterator[Option]:
        if view.seat.is_storyteller:
            for blow in view.all(Blow):
                face = view.get(Face, blow.by)
                harmed = blow.step == "consequence"
                numbers = (
                    Input(name, phrase(f"ask-ruled-{name}"), "number", least=-1, most=50, default="-1")
                    for name in (() if harmed else RULED)
                )
                over = Input("over", phrase("ask-attack-over"), "flag", default="true" if harmed else "")
                whose = phrase("option-rule-attack", rule="G0", who=character_ref(blow.by))
                label = whose if face else phrase("option-rule-some-attack", rule="G0")
                yield Option(cls.__name__, blow.by, label, group="act", inputs=(_attack_input(blow), *numbers, over))


RULED: Final = ("hits", "dealt", "soaked")
"""The names of the fields of a `Blow` that the Storyteller can rule."""


def _attacks_to_answer(view: View) -> Iterator[tuple[Blow, Face]]:
    """Yield the attacks that wait for a character of this seat, each with that character's face."""
    for blow in view.all(Blow):
        face = view.get(Face, blow.on)
        if blow.waits == "defence" and face is not None and (view.seat.is_storyteller or face.player == view.seat.id):
            yield blow, face


def _attack_input(blow: Blow) -> Input:
    return Input("blow", phrase("ask-attack"), "choice", (Choice(blow.id, attack_words(blow)),), default=blow.id)


def _defence_inputs(blow: Blow, met: UsableDefence) -> tuple[Input, ...]:
    place, means = Choice(str(met.place), str(met.place)), Choice(met.means.name, met.means.words)
    return (
        _attack_input(blow),
        Input("place", phrase("ask-defend-with"), "choice", (place,), default=place.value),
        Input("means", phrase("ask-defend-as"), "choice", (means,), default=means.value),
    )
