"""Between a chronicle and its scenes: what begins in the one is opened in the other, what closes is kept, once each.

Every step is a command whose key derives from what caused it. So it may be sent again, by any process, after any crash:
it applies once.
"""

from hashlib import sha256

from domain.audience import TABLE
from domain.command import Command
from domain.features.chronicle import KeepScene, SceneCard
from domain.features.scene import OpenScene, members
from domain.features.setting import Setting, setting
from server.live import Live
from server.rounds import Wish


def table_wish(live_now: float, command: Command, cause: str) -> Wish:
    """A command of the table's own. The same cause makes the same key."""
    id_ = sha256(cause.encode()).digest()[:16]
    return Wish(TABLE, id_, id_, b"", command, 0, live_now)


def open_cards(chronicle: Live) -> list[SceneCard]:
    """The chronicle's scenes that are not over yet."""
    return [card for card in chronicle.folded.state.full.all(SceneCard) if card.open]


def opening(chronicle: Live, card: SceneCard, now: float) -> Wish:
    """What opens a scene that the chronicle has begun, with the cast as the chronicle has it."""
    view = chronicle.folded.state.full
    found = setting(view)
    command = OpenScene(card.stream, found.chronicle, card.name, found.rules, found.switches, members(view))
    return table_wish(now, command, f"open {card.stream}")


def keeping(scene: Live, card: SceneCard, now: float) -> Wish:
    """What takes a closed scene's cast back into the chronicle."""
    return table_wish(now, KeepScene(card.id, members(scene.folded.state.full)), f"keep {card.stream}")


def closed(scene: Live) -> bool:
    """Whether a scene has been closed."""
    found = scene.folded.state.full.get(Setting, "setting")
    return found is not None and not found.open
