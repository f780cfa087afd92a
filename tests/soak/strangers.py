"""Clients that behave as no page does: mutated frames (FLT25), any frame in any order (FLT26), and a client that never
reads (FLT24)."""

from __future__ import annotations

from random import Random

import hypothesis
import msgpack  # type: ignore[import-untyped]

from domain.features.scenes.chat import Say
from server.connection.conversation import Conversation, End, Enter
from server.limits_and_timeouts import Bucket, Rate
from tests.server.connection.slow_reader import TEXT, fill, narrow
from tests.server.whole_server import running
from tests.simulation.protocol_fuzz import talked
from tests.soak.handler import CODES, SEATS, Handler, framed

AT_ONCE = 5
"""Mutated frames on one connection to a whole server; the connection ends at the first invalid frame."""
FRAMES = [
    msgpack.packb(frame)
    for frame in (
        ["hello", "t" * 43, "scene/night/docks", "", [["everyone", 3, b"c" * 8]]],
        ["command", b"i" * 16, 0, ["Say", "hello", "", [], False]],
        ["command", b"j" * 16, 7, ["Roll", "jump", "anna", ["Strength", "Brawl"], 5]],
        ["look", 1, 5, -1, ""],
        ["ack", 3],
        ["typing", True],
    )
]


def mutated(seed: str, number: int) -> list[str]:
    """Send so many mutated frames (bytes changed, deleted, flipped or inserted) to new or seated conversations. Return
    the violations."""
    random = Random(seed)
    found: list[str] = []
    conversation = _talk(random)
    for _ in range(number):
        message = _mutated(random)
        try:
            effect = conversation.receive(message, 0.0)
        except Exception as error:
            found.append(f"FLT25: {message!r} raises {error!r}")
            effect = None
        if isinstance(effect, End) and effect.code not in CODES:
            found.append(f"FLT25: {message!r} ends with {effect.code}")
        if effect is None or isinstance(effect, End | Enter):
            conversation = _talk(random)
    return found


def handled(seed: str, number: int) -> list[str]:
    """Send so many mutated frames to a whole server, from all kinds of seats. Return the violations."""
    random = Random(seed)
    handler = Handler(seed)
    found: list[str] = []
    for _ in range(number // AT_ONCE):
        found += handler.throw(random.choice(SEATS), b"".join(framed(_mutated(random)) for _ in range(AT_ONCE)))
    handler.close()
    return found


def _talk(random: Random) -> Conversation:
    conversation = Conversation(Bucket(Rate(1e9, 1e9), 0.0))
    if random.random() < 0.9:
        conversation.receive(FRAMES[0], 0.0)
        conversation.seated()
    return conversation


def _mutated(random: Random) -> bytes:
    raw = bytearray(random.choice(FRAMES))
    for _ in range(random.choice([1, 1, 1, 2, 5])):
        at = random.randrange(len(raw))
        match random.randrange(4):
            case 0:
                raw[at] = random.randrange(256)
            case 1:
                raw[at] ^= 1 << random.randrange(8)
            case 2:
                del raw[at : at + random.randint(1, 4)]
            case _:
                raw[at:at] = random.randbytes(random.randint(1, 4))
        if not raw:
            return b""
    return bytes(raw)


def conversed(seed: str, examples: int) -> tuple[int, list[str]]:
    """Run so many conversations of a hundred steps. Return their number, and the violations."""
    calm = list(hypothesis.HealthCheck)  # they are long by design
    hypothesis.settings.register_profile("soak", database=None, deadline=None, suppress_health_check=calm)
    hypothesis.settings.load_profile("soak")
    try:
        return talked(seed, examples, 100)["talks"], []
    except AssertionError as error:
        return examples, [f"FLT26: {error}"]


async def unread() -> list[str]:
    """FLT24: a client stops reading: the server's buffer for it is bounded, and the rest play on; when it reads again,
    it has the same view as the rest."""
    async with running() as guests:
        teller = await guests.chronicle()
        storyteller = await guests.sit(teller)
        client, connection = await narrow(guests, await guests.invited(teller))
        client.socket.transport.pause_reading()
        await fill(storyteller, connection)
        waiting = connection._link.transport.get_write_buffer_size()  # type: ignore[attr-defined]
        for n in range(20):
            assert (await storyteller.do(Say(f"{n}{TEXT[:3000]}")))[0] == "accepted"
        found = []
        if connection._link.transport.get_write_buffer_size() > waiting:  # type: ignore[attr-defined]
            found.append("FLT24: the buffer for a client that does not read grows")
        client.socket.transport.resume_reading()
        await client.until(lambda: client.page.resets)
        await storyteller.do(Say("the end"))
        everyone = storyteller.page.audiences["everyone"]
        await client.until(lambda: client.page.whole and client.page.audiences["everyone"][0] == everyone[0])
        if client.page.audiences["everyone"] != everyone:
            found.append("FLT24: a client that reads again holds different records")
        return found
