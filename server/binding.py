"""Network addresses: the socket to listen on, the origins at which people reach the server, and the number of
connections that it can take."""

import errno
import re
import socket
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from server.http.public_address import as_origin, is_public_address
from server.limits_and_timeouts import HANDLES_KEPT, HANDLES_MOST, HANDLES_MOST_MACOS
from server.serve_settings import CannotServe, Settings

BASE_PATH: Final = re.compile(r"(/[A-Za-z0-9._~-]*[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+")
"""A path whose parts need no escapes; none of them is "." or ".."."""
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")


def check_bind(settings: Settings) -> None:
    """Raise `CannotServe` if the server would listen on a public address, unless --lan asks for it or a TLS proxy is in
    front (SEC2)."""
    if settings.base_path and not BASE_PATH.fullmatch(settings.base_path):
        raise CannotServe(
            "--base-path is the path of another site under which people reach this server, such as /table: it begins "
            "with / and has only letters, digits and - . _ ~ between slashes."
        )
    if settings.public_url:
        # --lan allows an address without TLS, so that a container can have links to the address of its machine.
        if not is_public_address(settings.public_url, plain=settings.lan):
            raise CannotServe(
                "--public-url is where people reach this server, such as https://table.example: a name, a port from 1 "
                "to 65535 if need be, and nothing else. With --lan it may begin with http://. A path belongs in "
                "--base-path."
            )
        return
    if not settings.lan and settings.host not in LOOPBACK:
        raise CannotServe(
            f"Coterie does not listen on {settings.host} without protection: add --lan to serve the local network in "
            "plain HTTP on purpose, or --public-url https://... when a TLS proxy stands in front."
        )


def listens_on(settings: Settings) -> str:
    """Return the address to listen on. With --lan these are all addresses of this machine, unless --host names one."""
    everywhere = settings.lan and settings.host in LOOPBACK
    return "0.0.0.0" if everywhere else settings.host  # noqa: S104 - --lan says so on purpose


def bind(settings: Settings, option: str = "--port") -> socket.socket:
    """Return the socket that listens. Raise `CannotServe` if its port is in use or not allowed. The message names
    `option`, the command-line option that sets the port."""
    host = listens_on(settings)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Without this argument, asyncio does not switch off Nagle's algorithm.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    # On Windows, SO_REUSEADDR would let a second server take the same port.
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR if exclusive is None else exclusive, 1)
    try:
        listening.bind((host, settings.port))
        # This is done now, so that a browser that opens the link too early waits instead of failing.
        listening.listen()
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
            raise CannotServe(
                f"{host} is no address of this machine ({error.strerror}): give --host one that is, or leave it out."
            ) from error
        why = "you have no right to it" if error.errno == errno.EACCES else "another program may have it"
        raise CannotServe(
            f"Port {settings.port} on {host} cannot be used ({error.strerror}): {why}. Choose another with {option}."
        ) from error
    return listening


def origins(settings: Settings, port: int, addresses: Sequence[str]) -> tuple[str, ...]:
    """Return the origins at which people reach this server. Links use the first one."""
    if settings.public_url:
        return (as_origin(settings.public_url),)
    hosts = [*addresses, "127.0.0.1", "localhost", "[::1]"]
    if settings.host not in ("0.0.0.0", *LOOPBACK):  # noqa: S104 - compared, not bound
        hosts.insert(0, settings.host)
    return tuple(f"http://{host}:{port}" for host in hosts)


def lan_addresses() -> list[str]:
    """Return the address of this machine on the local network; an empty list if it has none. This only looks up a
    route, and sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # This is an address for documentation. A UDP connect sends nothing: it only chooses the interface.
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return []
    return [] if found.startswith("127.") else [found]


def connections_most() -> int:
    """Raise the limit of file handles of this process as far as the system allows, and return how many connections it
    can then take."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return HANDLES_MOST - HANDLES_KEPT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (HANDLES_MOST, HANDLES_MOST_MACOS):
        most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        with suppress(OSError, ValueError):  # macOS allows fewer than it says
            if soft < most:
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
                soft = most
    return max(min(soft, HANDLES_MOST) - HANDLES_KEPT, 16)
