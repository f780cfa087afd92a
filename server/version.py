"""The version of the installed program."""

from importlib.metadata import PackageNotFoundError, version


def program_version() -> str:
    """Return the version of the installed package, such as "0.1.0"; "unknown" if Coterie runs without being
    installed."""
    try:
        return version("coterie")
    except PackageNotFoundError:
        return "unknown"
