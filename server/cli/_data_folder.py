"""The default place of the chronicles, the same for every subcommand."""

import argparse
import sys
from pathlib import Path

from platformdirs import user_data_path

from server.cli._variables import variable
from server.log.open import url_of


def data_folder() -> Path:
    """Return the folder for the chronicles of this user: the place where the operating system keeps the data of
    applications. On Linux it is ~/.local/share/coterie, unless XDG_DATA_HOME names another place. On macOS, if an
    earlier version left chronicles in ~/.local/share/coterie, that folder is used. --log overrides this folder."""
    earlier = Path.home() / ".local" / "share" / "coterie"
    if sys.platform == "darwin" and (earlier / "coterie.db").exists():
        return earlier
    return user_data_path("coterie", appauthor=False)


def default_log() -> str:
    """Return the URL of the log in the data folder."""
    return url_of(data_folder() / "coterie.db")


def log_argument(parser: argparse.ArgumentParser) -> None:
    """Add the option `--log`, which COTERIE_LOG can set too."""
    help_ = "sqlite:///FILE or redis://... (default: the log in your data folder)"
    variable(parser.add_argument("--log", default=default_log(), help=help_))


def hidden_password(url: str) -> str:
    """Return a URL without its password."""
    scheme, _, rest = url.partition("://")
    credentials, at, host = rest.rpartition("@")
    return f"{scheme}://{credentials.split(':')[0]}:...@{host}" if at else url
