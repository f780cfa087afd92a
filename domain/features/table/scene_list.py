"""Scene cards: the scenes of a chronicle, as its list shows them, and whether the game is in one of them."""

from typing import ClassVar

from domain.core.command import Refusal
from domain.core.record import Record
from domain.core.state import View
from domain.features.table.settings import setting


class SceneCard(Record, frozen=True):
    """A scene of the chronicle. `stream` is where it is played, `chapter` the chapter that it is part of ("": none),
    `text` what is narrated as it begins."""

    irrevocable: ClassVar[bool] = True

    stream: str
    name: str
    open: bool
    chapter: str = ""
    text: str = ""


class Fork(Record, frozen=True):
    """That a scene goes on from a moment of another, in `stream`: when the Storyteller, who alone knows of it, had been
    told `at` parts of that. Its id is the new scene's."""

    irrevocable: ClassVar[bool] = True

    stream: str
    at: int


def open_cards(view: View) -> list[SceneCard]:
    """The chronicle's scenes that are not over yet."""
    return [card for card in view.all(SceneCard) if card.open]


def scene_open(view: View) -> bool:
    """Whether a scene of this chronicle is being played: what happens, happens there."""
    return any(card.open for card in view.all(SceneCard))


def is_played_here(view: View) -> bool:
    """Whether the game is here: in the scene while one is open, else in the chronicle (T1)."""
    return setting(view).open and (setting(view).place == "scene" or not scene_open(view))


def played_here(view: View) -> None:
    """Raises `Refusal` in a chronicle whose scene is open: characters, rules, clock and tasks are with it until it
    closes, and what was changed here meanwhile would be lost (T1)."""
    if not is_played_here(view):
        raise Refusal("scene-open", "A scene is open: until it closes, this is done there (T1).")
