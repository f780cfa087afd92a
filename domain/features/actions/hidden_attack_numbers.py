"""Kept counts: what an attack that is under way comes to, where those who see it are not to know (X1, X2 iii, X3).

Law. Once a roll to hit or to defend is kept back, so are the successes that hit, until the attack is over. Everybody
     else learns two things only: hit or miss, and the visible wound. Each roll that would tell the count beside these
     is the Storyteller's alone: the defence against a kept count, damage that further successes or a margin add to
     with the soak that follows it, and the test to keep one's feet against a sweep. Damage that no count bears on is
     rolled openly.

While such an attack goes through its steps, its blow has all its numbers. Where it comes to stand (`hold`), it stands
without those that are kept back, and these are beside it for the Storyteller alone; whoever takes it up from there has
it whole (`standing`).
"""

from collections.abc import Collection
from typing import ClassVar, Final

from msgspec.structs import replace

from domain.core.audience import STORYTELLER, Kind
from domain.core.deciding import Deciding
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.state import View
from domain.features.actions.attack_in_progress import Blow, BlowHeld, _OfAttack, blow_audience, with_levels

NUMBERS: Final = ("hits", "dealt", "soaked", "scored")
"""What an attack comes to that may be kept back, as it is called there."""
ROLL_INPUTS: Final = {"dice": -1, "specialty": False, "willpower": False, "past_cover": False}
"""What goes into its roll to hit, as it is called there, each as those who see the attack have it."""


class KeptCount(_OfAttack, frozen=True):
    """What of an attack those who see it are not to know, for the Storyteller alone: what goes into its roll to hit,
    until that is made; and what it comes to, where they know only that it hits, or is met (X1, X2 iii, X3). Its id is
    the blow's, and each number is as the blow's, -1 where it is not kept back. `roll` is the roll by which the attack
    stands, as the blow's is, and `rolls` are all that were made for it; those that the others have are in the blow."""

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
    """The Storyteller keeps the count of an attack back: this is what she keeps by now."""

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
    """What was kept back of an attack's count no longer matters."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"storyteller"})

    id: str

    def apply(self, records: Partition, at: int) -> None:
        records.drop(KeptCount, self.id)


def kept_count(view: View, blow: Blow) -> KeptCount | None:
    """The count of an attack that the table may not learn, None where nothing is kept back."""
    return view.get(KeptCount, blow.id)


def kept_or_empty(view: View, blow: Blow) -> KeptCount:
    """The same, of which each number is -1 where nothing is."""
    return kept_count(view, blow) or KeptCount(blow.id, blow.by, blow.on)


def known_blows(view: View) -> list[Blow]:
    """The attacks that stand on the table, as far as this view knows them."""
    return [with_kept_numbers(view, blow) for blow in view.all(Blow)]


def known_blow(view: View, blow: str) -> Blow | None:
    """One of them; None where it is over."""
    return next((one for one in known_blows(view) if one.id == blow), None)


def store_blow(table: Deciding, blow: Blow) -> None:
    """An attack stands as this by now, for those who see it; what of it is kept back stays so."""
    kept = kept_or_empty(table.full, blow)
    now = {name: getattr(blow, name) for name in NUMBERS if getattr(kept, name) >= 0}
    now |= {name: getattr(blow, name) if blow.step == "attack" else seen for name, seen in ROLL_INPUTS.items()}
    if replace(kept, **now) != kept:
        keep_numbers(table, blow, **now)
    seen = without_kept_numbers(table.full, blow)
    if seen != table.full.get(Blow, blow.id):
        table.emit(blow_audience(table.full, blow), BlowHeld(seen))


def with_kept_numbers(view: View, blow: Blow) -> Blow:
    """The blow with what this view knows of it that is kept back from others."""
    kept = kept_count(view, blow)
    if kept is None:
        return blow
    back = {name: getattr(kept, name) for name in NUMBERS if getattr(blow, name) < 0}
    for_roll = {name: getattr(kept, name) for name in ROLL_INPUTS} if kept.dice >= 0 else {}
    return with_levels(replace(blow, **back, **for_roll, roll=blow.roll or kept.roll))


def without_kept_numbers(view: View, blow: Blow) -> Blow:
    """The blow as everybody may see it who sees it: nothing says what of it is kept back."""
    kept = kept_or_empty(view, blow)
    return replace(
        blow,
        **ROLL_INPUTS,
        **{name: -1 for name in NUMBERS if getattr(kept, name) >= 0},
        levels=-1 if blow.step == "wound" and max(kept.dealt, kept.soaked) >= 0 else blow.levels,
        roll="" if blow.roll in kept.rolls else blow.roll,
    )


def is_roll_of(view: View, roll: str, blow: Blow) -> bool:
    """Whether a roll was made for an attack that is under way."""
    return roll in (*blow.rolls, *kept_or_empty(view, blow).rolls)


def keep_numbers(table: Deciding, blow: Blow, **now: int | str | tuple[str, ...]) -> None:
    """This of an attack is kept back by now, beside what is already."""
    table.emit(STORYTELLER, CountKept(replace(kept_or_empty(table.full, blow), **now)))


def release_numbers(table: Deciding, blow: Blow, **ruled: int) -> None:
    """The Storyteller rules these numbers of an attack: they are known by now, and no longer stand by a roll that is
    kept back; but one that would tell of another (`untellable`) is kept back itself."""
    kept = kept_or_empty(table.full, blow)
    back = still_secret(kept, ruled)
    now = {name: n if name in back else -1 for name, n in ruled.items()}
    if any(getattr(kept, name) != n for name, n in now.items()):
        stood = any(getattr(kept, name) >= 0 for name in ruled if name != "soaked")
        keep_numbers(table, blow, **now, roll="" if stood else kept.roll)


def still_secret(kept: KeptCount, names: Collection[str]) -> frozenset[str]:
    """Which of these numbers stay the Storyteller's where she rules them: what is soaked, beside the visible wound,
    would tell the damage that she keeps back."""
    return frozenset({"soaked"} & set(names)) if kept.dealt >= 0 and "dealt" not in names else frozenset()


def clear_roll_inputs(table: Deciding, blow: Blow) -> None:
    """What goes into the roll to hit has gone into it."""
    kept = kept_or_empty(table.full, blow)
    if replace(kept, **ROLL_INPUTS) == KeptCount(blow.id, blow.by, blow.on):
        settle_count(table, blow)
    elif kept.dice >= 0:
        keep_numbers(table, blow, **ROLL_INPUTS)


def settle_count(table: Deciding, blow: Blow) -> None:
    """The count of an attack is no longer kept back, if it was."""
    if kept_count(table.full, blow) is not None:
        table.emit(STORYTELLER, CountSettled(blow.id))
