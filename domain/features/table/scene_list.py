"""The scenes of a chronicle as its list shows them, and the place where the game is played now."""

from typing import ClassVar

from domain.core.record import Record
from domain.core.refusal import Refusal
from domain.core.state import View
from domain.core.words import Words
from domain.features.table.settings import setting


class SceneCard(Record, frozen=True):
    """An entry in the chronicle's list of scenes. `stream` is the scene's stream, `chapter` the id of its chapter or
    "", and `text` the narration at its beginning."""

    irrevocable: ClassVar[bool] = True

    stream: str
    name: str
    open: bool
    chapter: str = ""
    text: Words | str = ""


class Fork(Record, frozen=True):
    """The moment of another scene from which a scene continues: `stream` is the stream of that other scene, and `at`
    the Storyteller's count at that moment. Only the Storyteller knows of it. Its id is the new scene's."""

    irrevocable: ClassVar[bool] = True

    stream: str
    at: int


def open_cards(view: View) -> list[SceneCard]:
    """Return the chronicle's open scenes."""
    return [card for card in view.all(SceneCard) if card.open]


def scene_open(view: View) -> bool:
    """True if a scene of this chronicle is open. The game is then played in that scene."""
    return any(card.open for card in view.all(SceneCard))


def is_played_here(view: View) -> bool:
    """True if the game is played at this table now: in a scene while it is open, otherwise in the chronicle (T1)."""
    return setting(view).open and (setting(view).place == "scene" or not scene_open(view))


def played_here(view: View) -> None:
    """Raise `Refusal` in a chronicle that has an open scene. Until the scene closes, it has the characters, rules,
    clock and tasks, and would then overwrite changes made in the chronicle (T1)."""
    if not is_played_here(view):
        raise Refusal("scene-open", rule="T1")
