"""The callbacks of this process that are called when an access store changes."""

from collections.abc import Callable

from server.access.contract import Changed, OnChange


class ChangeListeners:
    """The callbacks of an access store."""

    def __init__(self) -> None:
        self._listeners: list[OnChange] = []

    def add(self, callback: OnChange) -> Callable[[], None]:
        self._listeners.append(callback)
        return lambda: self._listeners.remove(callback) if callback in self._listeners else None

    def notify(self, changed: Changed) -> None:
        for callback in tuple(self._listeners):
            callback(changed)
