"""Hidden attack numbers: the successes and damage of an attack in progress that its viewers may not know (X1, X2 iii,
X3).

Law. If a roll to hit or to defend is hidden, the successes of the attack stay hidden until the attack is over.
Everybody except the Storyteller learns only two facts: whether the attack hits, and the visible wound. Some rolls would
reveal the hidden count together with these facts, so only the Storyteller sees them: the defence against a hidden
count; damage to which extra successes or a margin add dice, and its soak; and the test to stay on the feet against a
sweep. Damage that does not depend on a hidden count is rolled openly.

While the steps of such an attack run, its `Blow` has all numbers. When it has to wait, `store_blow` stores the `Blow`
without the hidden numbers, and a `KeptCount` with them for the Storyteller alone. `known_blows` puts both together
again.
"""

from collections.abc import Collection
from typing import ClassVar, Final

from msgspec.structs import replace

from domain.core.audience import STORYTELLER, Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.state import View
from domain.features.actions.attack_in_progress import BlowHeld, blow_audience, with_levels
from domain.records.blow import Blow, _OfAttack

NUMBERS: Final = ("hits", "dealt", "soaked", "scored")
"""The fields of a `Blow` for results that may be hidden."""
ROLL_INPUTS: Final = {"dice": -1, "specialty": False, "willpower": False, "past_cover": False}
"""The fields of a `Blow` that decide its roll to hit, each with the value that viewers see while the real one is
hidden."""


class KeptCount(_OfAttack, frozen=True):
    """The hidden part of an attack, for the Storyteller alone: what goes into its roll to hit, until the roll is made;
    and its results, if viewers may learn only whether it hits (X1, X2 iii, X3). The id is that of the `Blow`. The
    numbers are those of the `Blow`, -1 if they are not hidden. `roll`: the latest hidden roll that decided something.
    `rolls`: all hidden rolls of the attack; rolls that viewers see are in the `Blow`."""

    hits: int = -1
    roll: str = ""
    rolls: tuple[str, ...] = ()
    dealt: int = -1
    soaked: int = -1
    dice: int = -1
    specialty: bool = False
    willpower: bool = False
    past_cover: bool = False
    scored: int = -1


class CountKept(Event, frozen=True):
    """The current hidden numbers of an attack."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})
    version: ClassVar[int] = 2

    kept: KeptCount

    @classmethod
    def lift(cls, version: int, fields: list[object]) -> list[object]:
        if version != 1:
            return super().lift(version, fields)
        id_, by, on, hits, roll, met = (*fields, "", "")[:6]
        return [["KeptCount", id_, by, on, hits, roll, [one for one in (roll, met) if one]]]

    def apply(self, records: Partition, at: int) -> None:
        records.put(self.kept)


class CountSettled(Event, frozen=True):
    """The hidden numbers of an attack are dropped, because they no longer matter."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(KeptCount, self.id)


def kept_count(view: View, blow: Blow) -> KeptCount | None:
    """Return the hidden numbers of an attack, or None if it has none."""
    return view.get(KeptCount, blow.id)


def kept_or_empty(view: View, blow: Blow) -> KeptCount:
    """Return the hidden numbers of an attack; each is -1 if the attack has no hidden numbers."""
    return kept_count(view, blow) or KeptCount(blow.id, blow.by, blow.on)


def known_blows(view: View) -> list[Blow]:
    """Return the attacks in progress, with all numbers that this view knows."""
    return [with_kept_numbers(view, blow) for blow in view.all(Blow)]


def known_blow(view: View, blow: str) -> Blow | None:
    """Return an attack in progress with all numbers that this view knows, or None if it is over."""
    return next((one for one in known_blows(view) if one.id == blow), None)


def store_blow(table: Deciding, blow: Blow) -> None:
    """Store an attack that has to wait: the `Blow` that its viewers may see, and its hidden numbers for the
    Storyteller."""
    kept = kept_or_empty(table.full, blow)
    now = {name: getattr(blow, name) for name in NUMBERS if getattr(kept, name) >= 0}
    now |= {name: getattr(blow, name) if blow.step == "attack" else seen for name, seen in ROLL_INPUTS.items()}
    if replace(kept, **now) != kept:
        keep_numbers(table, blow, **now)
    seen = without_kept_numbers(table.full, blow)
    if seen != table.full.get(Blow, blow.id):
        table.emit(blow_audience(table.full, blow), BlowHeld(seen))


def with_kept_numbers(view: View, blow: Blow) -> Blow:
    """Return the blow with the hidden numbers that this view knows."""
    kept = kept_count(view, blow)
    if kept is None:
        return blow
    back = {name: getattr(kept, name) for name in NUMBERS if getattr(blow, name) < 0}
    for_roll = {name: getattr(kept, name) for name in ROLL_INPUTS} if kept.dice >= 0 else {}
    return with_levels(replace(blow, **back, **for_roll, roll=blow.roll or kept.roll))


def without_kept_numbers(view: View, blow: Blow) -> Blow:
    """Return the blow that all its viewers may see. It does not show which numbers are hidden."""
    kept = kept_or_empty(view, blow)
    return replace(
        blow,
        **ROLL_INPUTS,
        **{name: -1 for name in NUMBERS if getattr(kept, name) >= 0},
        levels=-1 if blow.step == "wound" and max(kept.dealt, kept.soaked) >= 0 else blow.levels,
        roll="" if blow.roll in kept.rolls else blow.roll,
    )


def is_roll_of(view: View, roll: str, blow: Blow) -> bool:
    """True if a roll was made for this attack in progress."""
    return roll in (*blow.rolls, *kept_or_empty(view, blow).rolls)


def keep_numbers(table: Deciding, blow: Blow, **now: int | str | tuple[str, ...]) -> None:
    """Hide more numbers of an attack: `now` adds to the hidden numbers, or replaces them."""
    table.emit(STORYTELLER, CountKept(replace(kept_or_empty(table.full, blow), **now)))


def release_numbers(table: Deciding, blow: Blow, **ruled: int) -> None:
    """Make the numbers public that the Storyteller decided herself, because they no longer depend on a hidden roll. A
    number stays hidden if it would reveal another hidden number (`still_secret`)."""
    kept = kept_or_empty(table.full, blow)
    back = still_secret(kept, ruled)
    now = {name: n if name in back else -1 for name, n in ruled.items()}
    if any(getattr(kept, name) != n for name, n in now.items()):
        stood = any(getattr(kept, name) >= 0 for name in ruled if name != "soaked")
        keep_numbers(table, blow, **now, roll="" if stood else kept.roll)


def still_secret(kept: KeptCount, names: Collection[str]) -> frozenset[str]:
    """Return those ruled numbers that stay hidden. If the damage is hidden, the soak stays hidden too, because soak and
    visible wound together would reveal the damage."""
    return frozenset({"soaked"} & set(names)) if kept.dealt >= 0 and "dealt" not in names else frozenset()


def clear_roll_inputs(table: Deciding, blow: Blow) -> None:
    """Drop the hidden inputs of the roll to hit, because the roll is made now."""
    kept = kept_or_empty(table.full, blow)
    if replace(kept, **ROLL_INPUTS) == KeptCount(blow.id, blow.by, blow.on):
        settle_count(table, blow)
    elif kept.dice >= 0:
        keep_numbers(table, blow, **ROLL_INPUTS)


def settle_count(table: Deciding, blow: Blow) -> None:
    """Drop the hidden numbers of an attack, if it has any."""
    if kept_count(table.full, blow) is not None:
        table.emit(STORYTELLER, CountSettled(blow.id))
