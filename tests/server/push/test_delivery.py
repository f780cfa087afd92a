"""Push messages: the encryption of the RFC's example, the signature, the addresses, and what follows each answer."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import derive_private_key
from httpcore import AnyIOBackend, ConnectError

from server.access.contract import PUSH_KEY, PushSubscription
from server.access.memory import MemoryAccessStore
from server.public_internet import is_public
from server.push.addresses import PublicBackend, WrongEndpoint, check_endpoint
from server.push.delivery import PushDelivery, WrongSubscription
from server.push.encryption import CURVE, Signer, WrongKeys, bytes64, check_keys, encrypt, encrypt_with, text64
from tests.server.push_service import Browser, claims, push_service
from tests.server.socketless_tables import FakeClock

# The example of RFC 8291, 5.
RFC_TEXT = b"When I grow up, I want to be a watermelon"
RFC_BROWSER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
RFC_SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RFC_KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
RFC_AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
RFC_SALT = "DGv6ra1nlYgDCS1FRnbzlw"
RFC_BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
    "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def key(text: str) -> Any:
    return derive_private_key(int.from_bytes(bytes64(text), "big"), CURVE)


def test_the_example_of_the_rfc_is_encrypted_to_its_bytes() -> None:
    """RFC 8291, 5: the same keys, salt and text give the same body; and the test's browser decrypts it."""
    body = encrypt_with(RFC_TEXT + b"\x02", RFC_KEY, RFC_AUTH, key(RFC_SENDER), bytes64(RFC_SALT))
    assert text64(body) == RFC_BODY
    assert Browser(key(RFC_BROWSER), bytes64(RFC_AUTH)).decrypt(body) == RFC_TEXT


def test_a_message_has_the_same_length_in_each_language() -> None:
    """A push service does not learn the reader's language from the length of the message."""
    browser = Browser()
    bodies = [
        encrypt(text.encode(), **browser.keys) for text in ("The table waits for you.", "Der Tisch wartet auf dich.")
    ]
    assert len(set(map(len, bodies))) == 1
    assert browser.decrypt(bodies[0]) == b"The table waits for you."


@pytest.mark.parametrize(
    ("key_", "auth"),
    [
        ("", RFC_AUTH),
        (RFC_KEY, ""),
        (RFC_KEY, "AAAA"),
        (RFC_KEY[:-4], RFC_AUTH),
        (text64(b"\x04" + bytes(64)), RFC_AUTH),  # no point of the curve
        ("ü", RFC_AUTH),
        ("A", RFC_AUTH),
    ],
)
def test_keys_that_are_none_are_refused(key_: str, auth: str) -> None:
    """SEC33: a subscription with wrong keys is refused when it is made, not when a message is sent."""
    with pytest.raises(WrongKeys):
        check_keys(key_, auth)
    check_keys(RFC_KEY, RFC_AUTH)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.com/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://2130706433/x",
        "https://localhost/x",
        "https://push.example.com:8443/x",
        "https://user@push.example.com/x",
        "https://push.example.com/ x",
        "https://push.example.com/\n",
        "https://pűsh.example.com/",
        "https://[x/",
        "https://a..b/x",
        f"https://{'a' * 64}.example.com/x",
        "file:///etc/passwd",
        "",
        "https://push.example.com/" + "x" * 1000,
        "http://127.0.0.1:1/x",
    ],
)
def test_only_the_url_of_a_push_service_is_accepted(endpoint: str) -> None:
    """SEC33: the URL must be https, with a name and the usual port."""
    with pytest.raises(WrongEndpoint):
        check_endpoint(endpoint, to_loopback=False)
    check_endpoint("https://updates.push.services.mozilla.com/wpush/v2/abc", to_loopback=False)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "::1", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1", "::",
    ],
)  # fmt: skip
def test_addresses_of_the_own_network_are_not_public(address: str) -> None:
    """SEC33: no message goes to the server's machine or network, in any notation."""
    assert not is_public(address)


async def test_a_name_that_cannot_be_looked_up_is_not_reached() -> None:
    """SEC33: a wrong name in a subscription that was stored earlier fails like a name that does not exist."""
    with pytest.raises(ConnectError):
        await PublicBackend(to_loopback=False).connect_tcp("a..b", 443)


def test_addresses_of_the_internet_are_public() -> None:
    """Addresses of real push services are accepted."""
    assert is_public("142.250.186.106")
    assert is_public("2a00:1450:4001:82f::200a")


class Sender:
    """A delivery to a push service of the test, without pauses."""

    def __init__(self, *, to_loopback: bool = True) -> None:
        self.store = MemoryAccessStore()
        self.clock = FakeClock()
        self.paused: list[float] = []
        self.delivery = PushDelivery(
            self.store, self.clock, lambda: "https://table.example", to_loopback=to_loopback, sleep=self.sleep
        )

    async def sleep(self, seconds: float) -> None:
        self.paused.append(seconds)


def subscription(endpoint: str, browser: Browser, language: str = "en") -> PushSubscription:
    return PushSubscription("session", "anna", endpoint, **browser.keys, language=language)


@pytest.mark.parametrize(
    ("language", "text"), [("en", "The table waits for you."), ("de", "Der Tisch wartet auf dich.")]
)
async def test_the_message_is_the_sentence_alone(language: str, text: str) -> None:
    """SEC33: the whole message is one sentence in the reader's language; the request is signed for this push service
    and names the host's address."""
    sender, browser = Sender(), Browser()
    async with push_service() as service:
        assert await sender.delivery.send(subscription(f"{service.origin}/to/me", browser, language))
        await sender.delivery.close()
    (request,) = service.requests
    assert request.path == "/to/me"
    assert browser.decrypt(request.body) == text.encode()
    signed = claims(request.headers["authorization"])
    assert signed["aud"] == service.origin
    assert signed["sub"] == "https://table.example"
    assert 0 < signed["exp"] - sender.clock.wall() // 1000 <= 24 * 3600
    assert signed["k"] == await sender.delivery.public_key()
    assert set(request.headers) == {
        "host", "authorization", "content-encoding", "content-type", "content-length", "ttl", "topic", "urgency",
    }  # fmt: skip


async def test_the_key_is_made_once() -> None:
    """Two processes that need the key at the same time, and a later start, sign with the same key."""
    sender = Sender()
    another = PushDelivery(sender.store, sender.clock, lambda: "")
    keys = await asyncio.gather(sender.delivery.public_key(), another.public_key())
    assert len(set(keys)) == 1
    assert Signer(await sender.store.kept(PUSH_KEY)).public == keys[0]


@pytest.mark.parametrize("status", [404, 410, 403])
async def test_a_subscription_that_ended_is_reported(status: int) -> None:
    """If the push service no longer knows the subscription, there is no further attempt."""
    sender = Sender()
    async with push_service() as service:
        service.answers = [status]
        assert not await sender.delivery.send(subscription(f"{service.origin}/x", Browser()))
        await sender.delivery.close()
    assert len(service.requests) == 1


async def test_an_overloaded_push_service_is_asked_again() -> None:
    """After 429 and 5xx there are further attempts, after growing pauses."""
    sender = Sender()
    async with push_service() as service:
        service.answers = [503, 429, 201]
        assert await sender.delivery.send(subscription(f"{service.origin}/x", Browser()))
        await sender.delivery.close()
    assert len(service.requests) == 3
    assert sender.paused == [0, 2, 15]


@pytest.mark.parametrize("answers", [[500] * 4, [400], [302]])
async def test_a_message_that_is_not_taken_is_given_up(answers: list[int], caplog: pytest.LogCaptureFixture) -> None:
    """A push service that goes on failing, refuses the message or redirects it: the attempts end, the host's log says
    so, and the subscription stays. A redirect is not followed."""
    sender = Sender()
    async with push_service() as service:
        service.answers = list(answers)
        assert await sender.delivery.send(subscription(f"{service.origin}/x", Browser()))
        await sender.delivery.close()
    assert len(service.requests) == len(answers)
    assert "did not take a message" in caplog.text


async def test_a_push_service_that_is_away_is_given_up(caplog: pytest.LogCaptureFixture) -> None:
    """If nobody answers at the address, all attempts fail, and nothing else does."""
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    sender = Sender()
    assert await sender.delivery.send(subscription(f"http://127.0.0.1:{port}/x", Browser()))
    await sender.delivery.close()
    assert sender.paused == [0, 2, 15, 60]
    assert "last answer: none" in caplog.text


async def test_a_name_of_the_own_network_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC33: a public name is not called if one of its addresses is internal. Otherwise the connection goes to the
    address that was looked up, and the name is not looked up again."""
    sender = Sender(to_loopback=False)
    addresses = ["142.250.186.106", "127.0.0.1"]
    asked: list[str] = []
    called: list[str] = []

    async def lookup(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [(0, 0, 0, "", (address, port)) for address in addresses]

    async def connect(_: AnyIOBackend, host: str, *__: Any) -> Any:
        called.append(host)
        raise ConnectError

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", lookup)
    monkeypatch.setattr(AnyIOBackend, "connect_tcp", connect)
    target = subscription("https://inside.example.com/x", Browser())
    sender.delivery.check(target)
    assert await sender.delivery.send(target)
    assert (set(asked), called) == ({"inside.example.com"}, [])
    addresses.pop()
    assert await sender.delivery.send(target)
    await sender.delivery.close()
    assert set(called) == {"142.250.186.106"}


async def test_a_subscription_with_a_wrong_url_or_key_is_refused() -> None:
    """A subscription is checked before it is stored."""
    delivery = Sender(to_loopback=False).delivery
    for wrong in (
        subscription("http://127.0.0.1:1/x", Browser()),
        PushSubscription("s", "anna", "https://push.example.com/", "AAAA", RFC_AUTH, "en"),
    ):
        with pytest.raises(WrongSubscription):
            delivery.check(wrong)
