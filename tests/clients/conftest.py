"""The fixture of a whole server."""

from tests.server.conftest import guests

__all__ = ["guests"]
