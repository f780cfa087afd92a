"""Sealed dice: a scene publishes seals for its dice, and opens them later (`domain.core.dice_from_seed`)."""

from typing import ClassVar

import msgspec

from domain.command import Command
from domain.core.audience import EVERYONE, SEALED, STORYTELLER, Kind
from domain.core.bounds import Id
from domain.core.deciding import Deciding
from domain.core.dice_from_seed import HiddenPool, digest, leaf, path, root
from domain.core.event import Event
from domain.core.partition import Partition
from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import characters_in, phrase, typed_in
from domain.features.characters.character import hidden, name_of
from domain.features.characters.hidden_names import check_tells_of_nobody_hidden
from domain.features.rolls.retractions import roll_taken_back
from domain.features.rolls.roll import CopyShown, Roll, Rolled
from domain.features.table.settings import SceneKey, storyteller_only


class DiceSeal(Record, frozen=True):
    """The published seals of a scene: the digest of the seed for public dice, and the root over the pool of hidden
    dice. `seed` is the public seed, once it is published. Its id is "seal"."""

    irrevocable: ClassVar[bool] = True

    digest: bytes
    root: bytes
    seed: bytes = b""


class OpenLeaf(Record, frozen=True):
    """A leaf of the hidden pool that was published, because the Storyteller showed the roll that used it. The id is the
    roll's."""

    irrevocable: ClassVar[bool] = True

    leaf: bytes
    path: tuple[bytes, ...]


class DiceSealed(Event, frozen=True):
    """The seals of the scene, published before its first roll."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    digest: bytes
    root: bytes

    def apply(self, records: Partition, at: int) -> None:
        records.put(DiceSeal("seal", self.digest, self.root))


class SeedOpened(Event, frozen=True):
    """The public seed is published, and no more rolls are made. With it, everybody can compute the dice of every public
    roll again."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    seed: bytes

    def apply(self, records: Partition, at: int) -> None:
        found = records.get(DiceSeal, "seal")
        if found is not None:
            records.put(msgspec.structs.replace(found, seed=self.seed))


class LeafOpened(Event, frozen=True):
    """The proof of the dice of a hidden roll that is now shown."""

    audiences: ClassVar[frozenset[Kind]] = frozenset({"everyone"})

    roll: str
    leaf: bytes
    path: tuple[bytes, ...]

    def apply(self, records: Partition, at: int) -> None:
        records.put(OpenLeaf(self.roll, self.leaf, self.path))


def seal_dice(table: Deciding) -> None:
    """Publish the seals of a stream. Its secret seeds exist already."""
    key = table.state.partition(SEALED).get(SceneKey, "key")
    if key is not None:
        table.emit(EVERYONE, DiceSealed(digest(key.public), root(key.groves)))


def open_seed(table: Deciding) -> None:
    """Publish the seed of the public dice, if a seal was published for it."""
    key = table.state.partition(SEALED).get(SceneKey, "key")
    if key is not None and table.full.get(DiceSeal, "seal") is not None:
        table.emit(EVERYONE, SeedOpened(key.public))


def hidden_roll(view: View, id_: str) -> Roll:
    """Return a roll that the Storyteller sees and not everybody has seen. Raise `Refusal` if there is none. Also raise
    it if another roll used the same leaf (the chance is 1 in 65,536), because the proof would show both rolls."""
    roll = view.get(Roll, id_)
    if roll is None or roll.seal is None or roll.seal.leaf < 0:
        raise Refusal("no-such-roll-hidden", rule="X1")
    alike = [r for r in view.all(Roll) if r.seal is not None and r.seal.leaf == roll.seal.leaf and r.id != id_]
    if any(r.seal == roll.seal for r in alike):
        raise Refusal("shown", rule="X1")
    if alike:
        raise Refusal("leaf-shared", rule="X1")
    return roll


def check_texts(view: View, roll: Roll) -> None:
    """Raise `Refusal` if a text of the roll names a hidden character: its reason, for example with the opponent that
    made its difficulty, a modifier with its secret reason, or its result."""
    said = (roll.reason, *(label for label, _ in roll.parts), roll.degree, roll.why, roll.ruled)
    texts = [text for words in said for text in typed_in(words)]
    texts += [name_of(view, id_) for words in said for id_ in characters_in(words)]
    check_tells_of_nobody_hidden(view, phrase("this-roll"), phrase("or-tell-in-words"), *texts)


class ShowRoll(Command, frozen=True):
    """Show everybody a roll with hidden dice, and the proof of its dice (X1)."""

    when_closed: ClassVar[bool] = True

    roll: Id

    def check(self, view: View) -> None:
        storyteller_only(view)
        if view.get(DiceSeal, "seal") is None:
            raise Refusal("no-seal", rule="X1")
        roll = hidden_roll(view, self.roll)
        if roll_taken_back(view, roll):
            raise Refusal("taken-back-roll", rule="X1")
        check_texts(view, roll)

    def decide(self, table: Deciding) -> None:
        found = table.full.get(Roll, self.roll)
        key = table.state.partition(SEALED).get(SceneKey, "key")
        if found is None or found.seal is None or key is None:
            return
        actor = "" if found.actor and hidden(table.full, found.actor) else found.actor
        id_ = table.chance.id(EVERYONE)
        shown = {name: getattr(found, name) for name in Rolled.__struct_fields__}
        place = found.seal.leaf
        pool = HiddenPool(key.hidden, key.groves)
        table.emit(
            EVERYONE,
            # Leave out the target: the proof of the dice does not need it, and the target may be hidden (X4). The
            # Storyteller has seen this roll, so it is no new answer to a call.
            Rolled(**{**shown, "id": id_, "actor": actor, "on": "", "called": False}),
            LeafOpened(id_, leaf(key.hidden, place), path(pool, place)),
        )
        table.emit(STORYTELLER, CopyShown(id_, self.roll))
