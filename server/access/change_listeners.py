"""Who wants to hear of changes within this process."""

from collections.abc import Callable

from server.access.contract import Changed, OnChange


class Callbacks:
    """The callbacks of one store."""

    def __init__(self) -> None:
        self._callbacks: list[OnChange] = []

    def add(self, callback: OnChange) -> Callable[[], None]:
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback) if callback in self._callbacks else None

    def tell(self, changed: Changed) -> None:
        for callback in tuple(self._callbacks):
            callback(changed)
