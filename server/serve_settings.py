"""The settings that `coterie serve` takes from its command line."""

import math
from dataclasses import dataclass
from typing import Final

from server.limits_and_timeouts import MESSAGES, Rate

PORTS: Final = range(1, 65536)


class CannotServe(Exception):
    """The server cannot start. The message is a sentence for the host."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one server process."""

    log: str
    """The URL of the log."""
    host: str = "127.0.0.1"
    port: int = 8000
    """The port to listen on; 0 means any free port."""
    lan: bool = False
    """True to serve the local network, over HTTP without encryption."""
    public_url: str = ""
    """The address of the TLS proxy in front, "" for none. With `lan`, it may be one without TLS: then the host's page
    can set another."""
    rate: Rate = MESSAGES
    status: int = 0
    """The loopback port of the status server; 0 for none."""
    base_path: str = ""
    """The path of another site under which people reach this server, such as "/table"; "" for none."""
    hsts_subdomains: bool = False
    """True if browsers must use https for all names below the public one too."""
    typed_log: str = ""
    """The URL of the log as the host types it in a command: without its password, with a full path, and "" for the log
    in the data folder."""
    push_to_loopback: bool = False
    """True if push messages may also go to http://127.0.0.1; only tests set it."""


def check_numbers(settings: Settings) -> None:
    """Raise `CannotServe` if a port is not a possible number, or if no message would ever be accepted at this rate."""
    if not 0 < settings.rate.per_second < math.inf:
        raise CannotServe("--rate is how many messages a second a seat may send: a number that is more than 0.")
    for option, port, none in (
        ("--port", settings.port, "any that is free"),
        ("--status", settings.status, "none"),
    ):
        if port and port not in PORTS:
            raise CannotServe(f"{port} is no port: give {option} one from 1 to 65535, or 0 for {none}.")
