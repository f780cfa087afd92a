"""The HTTP API and the hello of a WebSocket, on a real server: credentials, limits, and answers that reveal no secret.
Long because HTTP and the WebSocket check the same credentials, and the tests share these clients."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import zlib
from collections.abc import Awaitable
from typing import Any

import httpx
import msgspec
import pytest
import websockets
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from domain.features.characters.set_health import SetHealth
from domain.features.rolls.free_roll import Roll
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.scene import CloseScene
from server.access.sessions import DAY, LINK_FOR, SESSION_FOR, SecretExpired, UnknownSecret
from server.cli._logging import TextFormatter
from server.client.enter import Entrance
from server.connection.websocket import TableSocket
from server.fold.commit_codec import Unreadable
from server.fold.stream_fold import Diverged
from server.limits_and_timeouts import BODY_MOST, FRAGMENTS_MOST, HELLO_WITHIN, SILENT_MOST, TICK_EVERY
from server.log.contract import LogError, OutcomeUnknown
from server.protocol.frames import HELLO_MOST
from tests.in_english import page_text
from tests.server.socketless_tables import FakeClock, slowed
from tests.server.whole_server import Client, Guests

CANARY = "5f0c1d9ab37e46c2"
BAD_BODIES = [b"", b"{", b"[]", b"7", b'{"secret": 7}', b'{"secret": "x", "seat": "y"}', b"\xff", b"[" * 5000, b"NaN"]


async def begun(guests: Guests, teller: Client) -> str:
    """Begin a scene of the chronicle and return its stream."""
    assert (await teller.do(BeginScene("The Docks")))[0] == "accepted"
    records = teller.page.audiences["everyone"][2].values()
    stream: str = next(r[2] for r in records if r[0] == "SceneCard")
    return stream


async def test_a_link_is_256_bits_in_the_fragment(guests: Guests) -> None:
    """SEC5: the secret of a link is long, is unique, and comes after the #, so a browser never sends it to a server."""
    teller = await guests.chronicle()
    links = [(await guests.invited(teller, str(n))).link for n in range(5)]
    for link in links:
        address, _, secret = link.partition("#")
        assert address.endswith("/")
        assert len(secret) >= 43
    assert len(set(links)) == 5


async def test_the_host_link_opens_once(guests: Guests) -> None:
    """SEC5: the host link opens exactly once, also if five clients try at the same time, and its session has no seat at
    a table."""
    secret = await guests.program.sessions.host_link()
    answers = await asyncio.gather(*(guests.call("POST", "/api/enter", {"secret": secret}) for _ in range(5)))
    codes = sorted(answer.status_code for answer in answers)
    assert codes[0] == 200
    assert codes.count(200) == 1
    assert set(codes[1:]) <= {404, 410}
    token = next(a.json()["token"] for a in answers if a.status_code == 200)
    assert (await guests.call("GET", "/api/seats", token=token)).status_code == 403


async def test_looking_at_a_link_does_not_use_it(guests: Guests) -> None:
    """SEC5: a GET request changes no state, so a link that was only looked at can still be opened."""
    secret = await guests.program.sessions.host_link()
    for path in ("/", "/api/enter", f"/?{secret}", "/api/chronicles", "/health"):
        await guests.call("GET", path)
    assert (await guests.call("POST", "/api/enter", {"secret": secret})).status_code == 200


async def test_the_eleventh_wrong_link_is_turned_away(guests: Guests) -> None:
    """SEC5: ten wrong secrets within a minute get 404 and the eleventh gets 429, also if all come at once; after a
    minute the next guess gets 404, and good links do not count."""
    teller = await guests.chronicle()
    for n in range(12):
        await guests.invited(teller, str(n))
    guesses = [guests.call("POST", "/api/enter", {"secret": f"wrong{n}"}) for n in range(11)]
    codes = sorted([answer.status_code for answer in await asyncio.gather(*guesses)])
    assert codes == [404] * 10 + [429]
    guests.clock.now += 61
    again = await guests.call("POST", "/api/enter", {"secret": "wrong"})
    assert again.status_code == 404


async def test_wrong_links_keep_no_good_link_out(guests: Guests) -> None:
    """SEC5: an address that sent too many wrong links can still enter with a good link, and then gets the same answer
    for a wrong link and a revoked link."""
    teller = await guests.chronicle()
    anna, ben = await guests.invited(teller, "Anna"), await guests.invited(teller, "Ben")
    assert (await guests.call("DELETE", f"/api/seats/{ben.seat}", token=teller.token)).status_code == 200
    wrong = [{"secret": f"wrong{n}"} for n in range(11)]
    codes = [(await guests.call("POST", "/api/enter", each)).status_code for each in wrong]
    assert codes == [404] * 10 + [429]
    assert (await guests.enter(anna.link)).seat == anna.seat
    over = await guests.call("POST", "/api/enter", {"secret": ben.link.rpartition("#")[2]})
    unknown = await guests.call("POST", "/api/enter", {"secret": "wrong"})
    assert (over.status_code, over.content) == (unknown.status_code, unknown.content)
    assert unknown.status_code == 429


async def test_a_link_that_is_over_is_410_or_404(guests: Guests) -> None:
    """SEC5: a link that was reissued, has expired, or belongs to a revoked seat gets 404 or 410; the links of all
    remaining seats stay good."""
    teller = await guests.chronicle()
    anna, ben, cleo = [await guests.invited(teller, name) for name in ("Anna", "Ben", "Cleo")]
    again = await guests.call("POST", f"/api/seats/{anna.seat}/link", token=teller.token)
    assert again.status_code == 200
    assert (await guests.call("DELETE", f"/api/seats/{ben.seat}", token=teller.token)).status_code == 200
    for entrance in (anna, ben):
        gone = await guests.call("POST", "/api/enter", {"secret": entrance.link.rpartition("#")[2]})
        assert gone.status_code in (404, 410)
    assert (await guests.enter(again.json()["link"])).seat == anna.seat
    assert (await guests.enter(cleo.link)).seat == cleo.seat
    guests.program.sessions._clock = guests.clock
    guests.clock.now += LINK_FOR
    gone = await guests.call("POST", "/api/enter", {"secret": cleo.link.rpartition("#")[2]})
    assert gone.status_code == 410


async def test_only_the_host_founds_and_only_the_storyteller_invites(guests: Guests) -> None:
    """A stranger gets 401, a player creates neither chronicles nor seats (403), and a Storyteller manages only the
    seats of her own chronicle, except her own seat."""
    teller, other = await guests.chronicle("Night"), await guests.chronicle("Day")
    anna = await guests.invited(teller)
    found: dict[str, Any] = {"name": "Mine", "rules": "revised"}
    for token, code in {"": 401, "nonsense": 401, anna.token: 403, teller.token: 403}.items():
        assert (await guests.call("POST", "/api/chronicles", found, token)).status_code == code
        assert (await guests.call("GET", "/api/chronicles", token=token)).status_code == code
        assert (await guests.call("GET", "/api/status", token=token)).status_code == code
        assert (await guests.call("POST", "/api/chronicles/x/link", token=token)).status_code == code
    for token, code in {"": 401, "nonsense": 401, anna.token: 403, await guests.host(): 403}.items():
        assert (await guests.call("GET", "/api/seats", token=token)).status_code == code
        assert (await guests.call("POST", "/api/seats", {"name": "Eve"}, token)).status_code == code
        assert (await guests.call("DELETE", f"/api/seats/{anna.seat}", token=token)).status_code == code
    for seat in (anna.seat, other.seat, "nobody", teller.seat):
        token = other.token if seat == anna.seat else teller.token
        assert (await guests.call("DELETE", f"/api/seats/{seat}", token=token)).status_code == 404
        assert (await guests.call("POST", f"/api/seats/{seat}/link", token=token)).status_code == 404


@pytest.mark.parametrize("body", BAD_BODIES)
async def test_a_bad_body_is_told_what_was_expected(guests: Guests, body: bytes) -> None:
    """A body that is not JSON, or has the wrong shape, gets 400 with one sentence and causes no server error."""
    answer = await guests.http.post(guests.base + "/api/enter", content=body)
    assert answer.status_code == 400
    assert set(answer.json()) == {"error", "words"}
    assert answer.json()["error"].startswith("This input is not valid. ")


async def test_a_body_with_a_wrong_value_is_told_where_it_is_and_what_was_expected_there(guests: Guests) -> None:
    """The answer names the wrong field and its limit in plain words, not in the words of msgspec."""
    teller = await guests.chronicle("Low Water", "nightfall")
    answer = await guests.call("POST", "/api/seats", {"name": "n" * 61}, teller.token)
    assert answer.status_code == 400
    said = "This input is not valid. name: expected text with a length of at most 60."
    assert answer.json()["error"] == said


async def test_a_big_body_is_413(guests: Guests) -> None:
    """SEC30: the server does not read a body to its end if it is longer than any valid request."""
    for content in (b"x" * (BODY_MOST + 1), b'{"secret": "' + b"x" * BODY_MOST + b'"}'):
        answer = await guests.http.post(guests.base + "/api/enter", content=content)
        assert answer.status_code == 413


async def test_unknown_rules_are_named(guests: Guests) -> None:
    """An unknown rule set or switch is refused, and the refusal names the rule sets that exist."""
    host = await guests.host()
    answer = await guests.call("POST", "/api/chronicles", {"name": "Night", "rules": "chess"}, host)
    assert answer.status_code == 422
    assert "nightfall" in answer.json()["error"]
    wrong = {"name": "Night", "rules": "revised", "switches": {"x": "y"}}
    assert (await guests.call("POST", "/api/chronicles", wrong, host)).status_code == 422


async def test_health_says_only_ok(guests: Guests) -> None:
    """The public health page has no counts."""
    assert (await guests.call("GET", "/health")).json() == {"status": "ok"}


async def test_who_says_no_hello_is_closed(guests: Guests) -> None:
    """SEC4: a connection that sends no hello within five seconds is closed; a seated connection stays open."""
    teller = await guests.chronicle()
    seated, silent = await guests.sit(teller), await guests.connect()
    guests.clock.now += HELLO_WITHIN
    guests.hub._sweep()
    assert (await seated.do(Say("still here")))[0] == "accepted"
    guests.clock.now += 1
    guests.hub._sweep()
    assert await silent.ended() == 1008
    assert silent.told[-1][0] == "closing"
    assert (await seated.do(Say("and still")))[0] == "accepted"


async def test_before_the_welcome_one_small_frame_is_read(guests: Guests) -> None:
    """SEC4: before the welcome, a hello over 1 KiB, a second frame, a text message, or a frame of another type ends the
    connection."""
    teller = await guests.chronicle()
    hello = ["hello", teller.token, teller.stream, "", []]
    big, two, text, other = [await guests.connect() for _ in range(4)]
    await big.socket.send(b"\xc0" * (HELLO_MOST + 1))
    assert await big.ended() == 1009
    await two.send(*hello)
    await two.send(*hello)
    assert await two.ended() == 1008
    await text.socket.send("hello")
    assert await text.ended() == 1003
    await other.send("ack", 1)
    assert await other.ended() == 1008
    huge = await guests.connect()
    await huge.socket.send(b"x" * (64 * 1024 + 1))
    assert await huge.ended() == 1009


async def test_a_message_in_many_pieces_is_cut_off(guests: Guests) -> None:
    """SEC16, FLT29: a message in too many fragments ends the connection, even if each fragment has only one byte."""
    client = await guests.connect()

    async def pieces() -> Any:
        for _ in range(1000):
            yield b"x"

    with contextlib.suppress(websockets.ConnectionClosed):  # the server may close while we still send
        await client.socket.send(pieces())
    assert await client.ended() == 1009


async def test_no_line_waits_for_the_other_end_to_have_read(guests: Guests) -> None:
    """Each frame leaves at once; with Nagle's algorithm, each answer would wait about 40 ms for the acknowledgement of
    the data before it."""
    await guests.connect()
    (line,) = guests.program.server.server_state.connections
    assert isinstance(line, TableSocket)
    socket_ = line.transport.get_extra_info("socket")
    assert socket_.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


async def test_what_comes_after_the_end_costs_next_to_nothing(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """FLT29, INV10: after a connection has been closed for a fault, the server parses only the client's close frame."""
    client = await guests.connect()
    parse, parsed = WebSocketsSansIOProtocol.data_received, []

    def counted(line: WebSocketsSansIOProtocol, data: bytes) -> None:
        parsed.append(data)
        parse(line, data)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", counted)
    piece = Frame(Opcode.CONT, b"x", fin=False).serialize(mask=True)
    client.socket.transport.write(Frame(Opcode.BINARY, b"x", fin=False).serialize(mask=True) + piece * 10_000)
    assert await client.ended() == 1009
    assert len(parsed) <= FRAGMENTS_MOST + 3  # the first fragment, one too many, and the close frame


async def test_tokens_that_open_nothing_are_shown_the_door(guests: Guests) -> None:
    """A token of no session, a host's token, and the secret of a link all get 4401, and the page is told not to
    reconnect."""
    teller = await guests.chronicle()
    for token in ("x" * 43, await guests.host(), teller.link.rpartition("#")[2]):
        client = await guests.connect()
        await client.send("hello", token, teller.stream, "", [])
        assert await client.ended() == 4401
        assert client.told[-1][3] == -1


async def test_tables_hidden_absent_and_anothers_are_answered_alike(guests: Guests) -> None:
    """SEC11: a table of another chronicle, a table that does not exist, and an invalid stream name get exactly the same
    answer."""
    teller, other = await guests.chronicle("Night"), await guests.chronicle("Day")
    scene = await begun(guests, await guests.sit(other))
    anna = await guests.invited(teller)
    mine = teller.stream.split("/")[1]
    answers = []
    for stream in (
        other.stream,
        scene,
        f"scene/{mine}/nowhere",
        f"chronicle/{mine}/x",
        "x",
        f"x/{mine}",
        "scene//",
        mine,
    ):
        client = await guests.connect()
        await client.send("hello", anna.token, stream, "", [])
        assert await client.ended() == 4404
        answers.append(client.told)
    assert all(answer == answers[0] for answer in answers)
    assert await guests.program.log.streams(f"scene/{mine}") == []


async def test_a_revoked_seat_is_closed_in_the_middle(guests: Guests) -> None:
    """SEC6, SEC9: when a seat is revoked, its sockets end with 4401, its session is void for HTTP and for new sockets,
    and it receives no further frame; connections of the remaining seats stay."""
    teller = await guests.chronicle()
    anna, ben = await guests.invited(teller, "Anna"), await guests.invited(teller, "Ben")
    first, second, bens, storyteller = [await guests.sit(e) for e in (anna, anna, ben, teller)]
    assert (await guests.call("DELETE", f"/api/seats/{anna.seat}", token=teller.token)).status_code == 200
    await storyteller.do(Say("secret plans"))
    for client in (first, second):
        assert await client.ended() == 4401
        assert "secret plans" not in str(client.told)
    again = await guests.connect()
    await again.send("hello", anna.token, anna.stream, "", [])
    assert await again.ended() == 4401
    assert (await bens.do(Say("I stay")))[0] == "accepted"


async def test_a_client_may_pass_over_the_story(guests: Guests) -> None:
    """A hello that wants no story, as that of a stream overlay, gets its newest commit and the place before that."""
    teller = await guests.chronicle()
    storyteller = await guests.sit(teller)
    for text in ("one", "two", "three"):
        await storyteller.do(Say(text))
    client = await guests.connect()
    await client.send("hello", teller.token, teller.stream, "", [], False)
    assert (await client.heard("earlier"))[2] == []
    welcome, view = [next(f for f in client.told if f[0] == name) for name in ("welcome", "view")]
    assert [line[1] for line in view[4] if line[0] == "Line"] == [f"{welcome[8]}.1"]
    assert welcome[9] == "everyone"


async def test_a_seat_revoked_on_its_way_in_is_not_seated(guests: Guests) -> None:
    """SEC6: a seat that is revoked between the hello and the welcome gets no welcome."""
    teller = await guests.chronicle()
    anna = await guests.invited(teller)
    live = guests.hub.streams.live
    asked, goes_on = asyncio.Event(), asyncio.Event()

    async def slow(stream: str) -> Any:
        asked.set()
        await goes_on.wait()
        return await live(stream)

    guests.hub.streams.live = slow  # type: ignore[method-assign]
    client = await guests.connect()
    await client.send("hello", anna.token, anna.stream, "", [])
    await asked.wait()
    await guests.call("DELETE", f"/api/seats/{anna.seat}", token=teller.token)
    assert await client.ended() == 4401
    goes_on.set()
    guests.hub.streams.live = live  # type: ignore[method-assign]
    storyteller = await guests.sit(teller)
    await storyteller.do(Say("alone"))
    assert not [frame for frame in client.told if frame[0] != "closing"]
    assert len((await live(teller.stream)).subscribers) == 1


@pytest.mark.parametrize("step", ["find_credential", "get_seat"])
@pytest.mark.parametrize("doors_go", [False, True])
async def test_a_door_that_closes_while_it_is_looked_at_seats_nobody(
    guests: Guests, step: str, *, doors_go: bool
) -> None:
    """SEC6, SEC9: if the seat is revoked or its credentials are deleted while the server looks them up for a hello, the
    connection is closed, although the lookup returns the old values."""
    teller = await guests.chronicle()
    anna = await guests.invited(teller)
    store = guests.program.sessions.store
    row = await store.get_seat(anna.seat)
    assert row is not None
    found, may_come = slowed(store, step)
    client = await guests.connect()
    await client.send("hello", anna.token, anna.stream, "", [])
    await found.wait()
    if doors_go:
        await store.delete_credentials(anna.seat)
    else:
        await store.put_seat(msgspec.structs.replace(row, revoked=True))
    await guests.call("GET", "/health")  # after this round trip, the change has taken effect
    may_come.set()
    assert await client.ended() == 4401
    assert [frame[0] for frame in client.told] == ["closing"]


async def test_leaving_closes_that_session_alone(guests: Guests) -> None:
    """SEC9: logging out ends the sockets of that session; a second session of the same seat stays."""
    teller = await guests.chronicle()
    anna = await guests.invited(teller)
    elsewhere = await guests.enter(anna.link)
    here, there = await guests.sit(anna), await guests.sit(elsewhere)
    await guests.call("POST", "/api/leave", token=anna.token)
    assert await here.ended() == 4401
    assert (await there.do(Say("still here")))[0] == "accepted"


async def test_a_session_that_runs_out_ends_its_sockets(guests: Guests) -> None:
    """SEC9: a socket is closed at the moment when its session expires for HTTP; a later session of the same seat
    stays."""
    clock = guests.program.sessions._clock = FakeClock()
    teller = await guests.chronicle()
    anna = await guests.invited(teller)
    clock.now += DAY / 1000
    elsewhere = await guests.enter(anna.link)
    here, there = await guests.sit(anna), await guests.sit(elsewhere)
    clock.now += (SESSION_FOR - DAY) / 1000 - 1
    guests.hub._sweep()
    assert (await here.do(Say("my last words")))[0] == "accepted"
    clock.now += 1
    guests.hub._sweep()
    assert await here.ended() == 4401
    assert await guests.program.sessions.session(anna.token) is None
    assert (await there.do(Say("still here")))[0] == "accepted"


async def test_resuming_gives_what_was_missed_and_no_view(guests: Guests) -> None:
    """A client that reconnects with its position gets the missing commits; with a wrong epoch or position, it gets the
    whole view."""
    teller = await guests.chronicle()
    anna = await guests.invited(teller)
    storyteller, first = await guests.sit(teller), await guests.sit(anna)
    welcome = next(f for f in first.told if f[0] == "welcome")
    position = [[a, count, chain] for a, (count, chain, _) in first.page.audiences.items()]
    await first.socket.close()
    await storyteller.do(Say("while you were away"))
    back = await guests.sit(anna, epoch=welcome[1], position=position, page=first.page)
    assert [f[0] for f in back.told if f[0] in ("welcome", "view", "part")] == ["welcome", "part"]
    for epoch, place in (("wrong", position), (welcome[1], [["everyone", 1, b"x" * 8]]), ("", ())):
        fresh = await guests.sit(anna, epoch=epoch, position=place)
        assert [f[0] for f in fresh.told if f[0] in ("welcome", "view", "part")][:2] == ["welcome", "view"]


async def test_who_answers_no_tick_is_cut_off(guests: Guests) -> None:
    """SEC19: a connection that answers ticks stays open, and a silent connection is closed."""
    teller = await guests.chronicle()
    awake, asleep = await guests.sit(teller), await guests.sit(teller)
    for _ in range(4):
        guests.clock.now += TICK_EVERY
        guests.hub._tick()
        tick = await awake.heard("tick")
        await awake.send("ack", tick[1])
        await awake.do(Say("here"))
    guests.clock.now += SILENT_MOST - 3 * TICK_EVERY
    guests.hub._sweep()
    assert await asleep.ended() == 1001
    assert (await awake.do(Say("here")))[0] == "accepted"


async def test_a_scene_goes_from_its_chronicle_and_back_once(guests: Guests) -> None:
    """A new scene starts with the chronicle's cast, an answer to a link names the open scene, and after the scene has
    closed the chronicle has its result exactly once."""
    teller = await guests.chronicle()
    lobby = await guests.sit(teller)
    await lobby.do(CreateCharacter("Anna"))
    assert (await guests.enter(teller.link)).scene == ""
    stream = await begun(guests, lobby)
    entrances = [
        await guests.enter(teller.link),
        *[await guests.invited(teller, r, r) for r in ("player", "spectator")],
    ]
    assert [entrance.scene for entrance in entrances] == [stream] * 3
    scene = await guests.sit(teller, stream)
    face = next(r for r in scene.page.audiences["everyone"][2].values() if r[0] == "Face")
    await scene.do(SetHealth(face[1], 2, 1, 0))
    await scene.do(CloseScene())
    await lobby.until(lambda: ["Health", face[1], 2, 1, 0] in lobby.page.audiences["everyone"][2].values())
    await lobby.until(
        lambda: not any(r[0] == "SceneCard" and r[4] for r in lobby.page.audiences["everyone"][2].values())
    )
    assert (await guests.enter(teller.link)).scene == ""
    live_streams = await guests.hub.streams.live(teller.stream)
    lines = [page_text(r[6]) for r in lobby.page.audiences["everyone"][2].values() if r[0] == "Line"]
    assert lines.count("A scene ends: The Docks") == 1
    assert live_streams.folded.head.seq == len(await guests.program.log.read(teller.stream, 0))


async def test_presence_counts_who_is_here(guests: Guests) -> None:
    """Presence reports each arrival, departure and typing; it counts spectators without their names."""
    teller = await guests.chronicle()
    anna = await guests.invited(teller)
    watcher: Entrance = await guests.invited(teller, "ConnectionCounts", "spectator")
    storyteller = await guests.sit(teller)
    first, _ = await guests.sit(anna), await guests.sit(watcher)
    await first.send("typing", True)
    while True:
        presence = await storyteller.heard("presence")
        here = {row[1]: (row[3], row[4]) for row in presence[1]}
        if here.get("Anna") == (True, True) and presence[2] == 1:
            break
    assert "ConnectionCounts" not in here
    await first.socket.close()
    while {row[1]: row[3] for row in presence[1]}["Anna"]:
        presence = await storyteller.heard("presence")


async def test_the_page_loads_nothing_from_elsewhere(guests: Guests) -> None:
    """SEC22: the page names no foreign origin."""
    page = await guests.call("GET", "/")
    if page.status_code == 200:
        assert "//" not in page.text.replace("<!doctype html>", "").replace("http://www.w3.org/", "")


async def test_seats_of_a_chronicle_that_is_deleted_meanwhile_are_not_found(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request about a seat that comes while the host deletes the chronicle gets 404, not an error of the server."""
    teller = await guests.chronicle()
    anna = await guests.invited(teller, "Anna")
    host = await guests.host()
    calls = [
        ("POST", "/api/seats", {"name": "Ben", "role": "player"}, teller.token),
        ("POST", f"/api/seats/{anna.seat}/link", None, teller.token),
        ("DELETE", f"/api/seats/{anna.seat}", None, teller.token),
        ("POST", f"/api/chronicles/{teller.stream.split('/')[1]}/link", None, host),
    ]

    async def deleted(*_: object, **__: object) -> None:
        raise UnknownSecret

    for name in ("invite", "reissue", "revoke"):
        monkeypatch.setattr(guests.program.sessions, name, deleted)
    assert [(await guests.call(*call)).status_code for call in calls] == [404] * 4


ERRORS: list[Exception] = [
    kind(CANARY)
    for kind in (
        ZeroDivisionError, KeyError, ValueError, RuntimeError, OSError, TimeoutError, UnicodeError, AssertionError,
        LogError, OutcomeUnknown, Unreadable, Diverged, UnknownSecret, SecretExpired, StopAsyncIteration,
        msgspec.ValidationError,
    )
]  # fmt: skip


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
async def test_an_error_of_any_kind_says_nothing(
    guests: Guests, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    """SEC24: for a server error, the client gets one sentence without any detail, and the log has the error's text only
    if it is a log backend's message for the operator."""

    async def stumble() -> Any:
        raise error

    token = await guests.host()
    guests.program.sessions.chronicles = stumble  # type: ignore[method-assign]
    answer: httpx.Response = await guests.call("GET", "/api/chronicles", token=token)
    out_of_reach = isinstance(error, LogError)
    assert answer.status_code == (503 if out_of_reach else 500)
    assert list(answer.json()) == ["error", "words"]
    assert CANARY not in answer.text + str(answer.headers)
    lines = "".join(TextFormatter().format(record) for record in caplog.records)
    assert out_of_reach or (CANARY not in lines and type(error).__name__ in lines)


async def test_over_http_hidden_absent_and_anothers_are_answered_alike(guests: Guests) -> None:
    """SEC11: over HTTP, a seat, table or character that is hidden or belongs to another chronicle gets the same status,
    headers and bytes as a seat, table or character that does not exist."""
    teller, other = await guests.chronicle("Night"), await guests.chronicle("Day")
    anna = await guests.invited(teller)
    table = await guests.sit(teller)
    assert (await table.do(CreateCharacter("Shade", hidden=True)))[0] == "accepted"
    (shade,) = [key[1] for key in table.page.audiences["storyteller"][2] if key[0] == "Face"]

    async def alike(*asked: Awaitable[httpx.Response]) -> None:
        answers = [(a.status_code, a.content, dict(a.headers)) for a in await asyncio.gather(*asked)]
        assert all(answer == answers[0] for answer in answers)
        assert answers[0][0] in (200, 404)

    seats = (other.seat, teller.seat, "x" * len(other.seat), "x")
    await alike(*(guests.call("DELETE", f"/api/seats/{seat}", token=teller.token) for seat in seats))
    await alike(*(guests.call("POST", f"/api/seats/{seat}/link", token=teller.token) for seat in seats))
    mine = anna.stream.split("/")[1]
    streams = (other.stream, f"scene/{mine}/x", f"chronicle/{mine}x", "x", "/", "scene//")
    draft = msgspec.to_builtins(Roll(dice=3))
    await alike(
        *(guests.call("POST", "/api/odds", {"stream": s, "command": draft}, anna.token) for s in streams),
    )
    actors = (shade, "x" * len(shade))
    drafts = [msgspec.to_builtins(Roll(actor=actor, dice=3)) for actor in actors]
    await alike(
        *(guests.call("POST", "/api/odds", {"stream": anna.stream, "command": d}, anna.token) for d in drafts),
    )


async def test_compression_is_not_spoken(guests: Guests) -> None:
    """SEC16: the server does not agree to compression, and a compressed frame ends the connection."""
    offering = await guests.connect(compression="deflate")
    assert offering.socket.protocol.extensions == []
    bomb = zlib.compress(bytes(64 * 1024 * 1024), 9)[2:-4][: 64 * 1024]
    offering.socket.transport.write(b"\xc2\xff" + len(bomb).to_bytes(8) + bytes(4) + bomb)
    assert await offering.ended() in (1002, 1009)
