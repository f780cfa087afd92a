"""Messages reach the target once each, in their order, whatever happens to the target and to the bridge."""

from __future__ import annotations

import hmac
from hashlib import sha256
from pathlib import Path

import pytest

from server.bridge.discord import LENGTH_MOST, Discord, escaped
from server.bridge.messages import Message, Paragraph
from server.bridge.posted import REMEMBERED, PostedFile, PostedTable, UnreadableFile
from server.bridge.poster import Poster, TargetEnded
from server.bridge.target import Answer, Request
from server.bridge.webhook import Webhook
from server.words.printable import printable
from tests.server.bridge.fake_discord import FakeDiscord, Fault, shown

STREAM = "scene/c/s"


def message(n: int, text: str = "", *, content: str = "", kind: str = "said", taken_back: bool = False) -> Message:
    text = text or f"line {n}"
    return Message(f"entry {n}", n, 1_700_000_000_000, content or text, (Paragraph(kind, text, taken_back),))


class Run:
    """A run of the bridge, as far as posting is concerned. A second run reads the file of the first."""

    def __init__(self, discord: FakeDiscord, path: Path) -> None:
        self.file = PostedFile(path)
        self.table = self.file.content.tables.setdefault(STREAM, PostedTable(0))
        self.poster = Poster(Discord(discord.url), self.file, discord, discord.sleep)

    async def post(self, *messages: Message) -> None:
        after = self.table.after or 0
        await self.poster.post(STREAM, self.table, [each for each in messages if each.n > after])


@pytest.fixture
def discord() -> FakeDiscord:
    return FakeDiscord()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "posted.json"


async def test_each_message_is_posted_once(discord: FakeDiscord, path: Path) -> None:
    """Neither a further look at the same story nor a new start posts a message again."""
    run = Run(discord, path)
    await run.post(message(1), message(2))
    await run.post(message(1), message(2), message(3))
    await Run(discord, path).post(message(1), message(2), message(3), message(4))
    assert discord.texts == ["line 1", "line 2", "line 3", "line 4"]
    assert discord.edits == 0


async def test_a_message_that_grows_is_edited(discord: FakeDiscord, path: Path) -> None:
    """An exchange is one message, also over a new start of the bridge; an act that was taken back is struck
    through."""
    run = Run(discord, path)
    first, second = Paragraph("roll", "Ilse strikes: 4", False), Paragraph("roll", "Rook dodges: 2", False)
    await run.post(Message("group 1", 1, 0, "a", (first,)), message(3))
    await Run(discord, path).post(Message("group 1", 1, 0, "b", (first, second)), message(3))
    assert discord.texts == ["> Ilse strikes\\: 4\n> Rook dodges\\: 2", "line 3"]
    taken_back = tuple(paragraph._replace(taken_back=True) for paragraph in (first, second))
    await run.post(Message("group 1", 1, 0, "c", taken_back), message(3))
    assert discord.texts[0] == "> ~~Ilse strikes\\: 4~~\n> ~~Rook dodges\\: 2~~"


@pytest.mark.parametrize("fault", ["limited", "error", "unheard"])
async def test_a_passing_fault_loses_and_doubles_nothing(discord: FakeDiscord, path: Path, fault: Fault) -> None:
    """429, 5xx and a request that did not arrive: the message comes later, before the next one."""
    discord.faults = [fault, fault, fault]
    await Run(discord, path).post(message(1), message(2))
    assert discord.texts == ["line 1", "line 2"]
    assert sum(discord.waits) >= (7.5 if fault == "limited" else 7)


async def test_discords_own_waiting_time_is_kept(discord: FakeDiscord, path: Path) -> None:
    """After 429 the bridge waits for exactly `retry_after`, and not for the whole seconds of the header."""
    discord.faults = ["limited"]
    await Run(discord, path).post(message(1))
    assert discord.waits == [2.5]


async def test_a_limit_that_is_used_up_is_not_run_into(discord: FakeDiscord, path: Path) -> None:
    """If an answer says that the limit is used up, the bridge waits before the next request."""
    run = Run(discord, path)

    async def answer(request: Request) -> Answer:
        found = await discord(request)
        return found._replace(headers={"x-ratelimit-remaining": "0", "x-ratelimit-reset-after": "1.5"})

    run.poster._exchange = answer
    await run.post(message(1), message(2))
    assert discord.waits == [1.5]


async def test_an_hour_without_discord_is_made_up_for(discord: FakeDiscord, path: Path) -> None:
    """Discord is down for an hour, and the bridge starts again in the meantime: all messages come, once each and in
    order, and the attempts are at most a minute apart."""
    discord.down_until = 3600
    run = Run(discord, path)
    await run.post(*(message(n) for n in range(1, 40)))
    await Run(discord, path).post(*(message(n) for n in range(1, 60)))
    assert discord.texts == [f"line {n}" for n in range(1, 60)]
    assert max(discord.waits) == 60
    assert len(discord.requests) < 200


async def test_a_webhook_that_was_deleted_ends_the_bridge(discord: FakeDiscord, path: Path) -> None:
    """A sentence says that the webhook no longer exists; a later start with a new webhook goes on from there."""
    discord.faults = ["gone"]
    run = Run(discord, path)
    with pytest.raises(TargetEnded, match="404"):
        await run.post(message(1))
    await Run(discord, path).post(message(1))
    assert discord.texts == ["line 1"]


async def test_a_message_that_a_moderator_deleted_stays_deleted(discord: FakeDiscord, path: Path) -> None:
    """Editing it fails once; it is neither posted again nor tried again."""
    run = Run(discord, path)
    await run.post(message(1), message(2))
    del discord.channel["1000"]
    for _ in range(2):
        await run.post(message(1, content="changed"), message(2))
    assert discord.texts == ["line 2"]
    assert len(discord.requests) == 3


async def test_a_crash_between_two_parts_repeats_none(discord: FakeDiscord, path: Path) -> None:
    """A long message has several parts. A bridge that ends between two of them goes on with the next part."""
    long = message(1, " ".join(f"word-{n}" for n in range(500)))
    run = Run(discord, path)
    save, saves = run.file.save, list[None]()

    def crash() -> None:
        save()
        saves.append(None)
        raise OSError("the bridge ends here")

    run.file.save = crash  # type: ignore[method-assign]
    with pytest.raises(OSError, match="ends here"):
        await run.post(long)
    assert len(discord.texts) == 1
    await Run(discord, path).post(long)
    assert "".join(discord.texts).replace("\\", "").count("word-") == 500
    assert len(discord.texts) == len(set(discord.texts)) == len(Discord(discord.url).parts(long))


async def test_what_was_posted_long_ago_is_forgotten_without_being_repeated(discord: FakeDiscord, path: Path) -> None:
    """The file stays small: old messages are forgotten, and neither posted nor edited again."""
    run, many = Run(discord, path), [message(n) for n in range(1, REMEMBERED + 51)]
    await run.post(*many)
    again = Run(discord, path)
    await again.post(*(each._replace(content="changed") for each in many))
    assert len(discord.texts) == len(many)
    assert discord.edits == REMEMBERED
    assert len(again.table.messages) == REMEMBERED


async def test_an_answer_that_was_lost_repeats_a_message_with_the_same_key(path: Path) -> None:
    """If no answer comes, nobody knows whether the message was taken. The JSON target gets the same key again, so it
    can leave out the repeat."""
    requests: list[Request] = []

    async def exchange(request: Request) -> Answer:
        requests.append(request)
        return Answer(0 if len(requests) == 1 else 204, {}, b"")

    async def sleep(_: float) -> None: ...

    file, now = PostedFile(path), iter((100.0, 200.0, 300.0))
    target = Webhook("https://example.com/hook", b"secret", "Low Water", lambda: next(now))
    poster, table = Poster(target, file, exchange, sleep), PostedTable(0)
    await poster.post(STREAM, table, [message(1)])
    first, second = requests
    assert first.headers["Idempotency-Key"] == second.headers["Idempotency-Key"]
    assert first.headers["X-Coterie-Timestamp"] == "100"
    await poster.post(STREAM, table, [message(1, "line 1, once more")])
    changed = requests[-1]
    assert changed.headers["Idempotency-Key"] != first.headers["Idempotency-Key"]
    assert (shown(first)["event"], shown(changed)["event"]) == ("posted", "changed")
    assert shown(first)["id"] == shown(changed)["id"]


def test_json_is_signed() -> None:
    """The signature covers the time and the body, as docs/bridge.md says."""
    target = Webhook("https://example.com/hook", b"secret", "Low Water", lambda: 1_700_000_000.9)
    (part,) = target.parts(message(7, "Hello | *there*"))
    request = target.post(part, "key")
    signed = hmac.new(b"secret", b"1700000000." + request.body, sha256).hexdigest()
    assert request.headers["X-Coterie-Signature"] == f"sha256={signed}"
    assert shown(request) | {"id": ""} == {
        "format": 1,
        "event": "posted",
        "id": "",
        "table": "Low Water",
        "at": 1_700_000_000_000,
        "text": "Hello | *there*",
        "paragraphs": [{"kind": "said", "text": "Hello | *there*", "taken_back": False}],
    }


def test_only_the_owner_reads_the_file(path: Path) -> None:
    """The file has mode 0600, also if files of an earlier run can be read by everybody."""
    for earlier in (path, path.with_name("posted.json.new")):
        earlier.write_text('{"tables": {}}')
        earlier.chmod(0o644)
    PostedFile(path).save()
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_that_cannot_be_read_is_not_overwritten(path: Path) -> None:
    """A damaged file stops the bridge with a sentence: without it, all would be posted again."""
    path.write_text("{")
    with pytest.raises(UnreadableFile, match="is damaged"):
        PostedFile(path)
    assert path.read_text() == "{"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("@everyone come", "\\@everyone come"),
        ("<@123> **bold** _it_ `x`", "\\<\\@123\\> \\*\\*bold\\*\\* \\_it\\_ \\`x\\`"),
        ("# big\n- list\n1. one\n> quoted", "\\# big\n↳ \\- list\n↳ 1\\. one\n↳ \\> quoted"),
        ("||hidden|| ~~gone~~ :smile: [a](b)", "\\|\\|hidden\\|\\| \\~\\~gone\\~\\~ \\:smile\\: \\[a\\]\\(b\\)"),
    ],
)
def test_what_people_type_is_text(typed: str, expected: str) -> None:
    """SEC20: no mark of Discord's Markdown, no mention and no emoji comes from a person's text."""
    (part,) = Discord("https://discord.com/api/webhooks/1/x").parts(message(1, typed))
    assert part.text == expected


@pytest.mark.parametrize("kind", ["said", "roll", "happened"])
@pytest.mark.parametrize("between", ["\n", "\n\n  ", "\x0b", "\u2028", " x" * 1200 + " ", "y" * 2100])
def test_nobody_types_a_line_of_another_speaker(kind: str, between: str) -> None:
    """SEC20: a further line of a text, and a part after the first, begin with a mark that shows whose text it is."""
    typed = printable(f"Mallory: hm.{between}ST: Mallory gets 5 experience.")
    parts = Discord("https://discord.com/api/webhooks/1/x").parts(message(1, typed, kind=kind))
    first, *further = [line.lstrip("> *") for part in parts for line in part.text.split("\n")]
    assert first.startswith("Mallory\\: hm.")
    assert further
    assert all(line.startswith("↳ ") for line in further)


def test_the_text_of_signed_json_shows_further_lines() -> None:
    """`text` has the mark as well; the paragraphs have what was typed."""
    target = Webhook("https://example.com/hook", b"secret", "Low Water", lambda: 0)
    (part,) = target.parts(message(1, "Mallory: hm.\n\nST: yes."))
    body = shown(target.post(part, "key"))
    assert body["text"] == "Mallory: hm.\n↳ ST: yes."
    assert body["paragraphs"][0]["text"] == "Mallory: hm.\n\nST: yes."


@pytest.mark.parametrize("typed", ["\\" * 3000, "\\" * 1900 + "a", "a" + "\\" * 3000])
@pytest.mark.parametrize("kind", ["said", "roll", "happened"])
def test_backslashes_are_cut_between_two_escapes(typed: str, kind: str) -> None:
    """Many backslashes, each with its escape, neither end the bridge nor keep it busy for ever."""
    parts = Discord("https://discord.com/api/webhooks/1/x").parts(message(1, typed, kind=kind))
    texts = [part.text.strip("> *").removeprefix("↳ ") for part in parts]
    assert all(0 < len(part.text) <= LENGTH_MOST for part in parts)
    assert all(text.count("\\") % 2 == 0 for text in texts)
    assert "".join(texts) == escaped(typed)


@pytest.mark.parametrize("typed", ["x" * 9000, "*" * 5000, "word " * 3000, "a\n" * 3000, "ä" * 4001])
@pytest.mark.parametrize("kind", ["said", "roll", "happened"])
def test_no_part_is_too_long(typed: str, kind: str) -> None:
    """A long text is cut into parts of the allowed length, with nothing lost, and no escape is cut."""
    parts = Discord("https://discord.com/api/webhooks/1/x").parts(message(1, typed, kind=kind, taken_back=True))
    assert all(0 < len(part.text) <= LENGTH_MOST for part in parts)
    for part in parts:
        for line in part.text.split("\n"):
            assert line.endswith("~~")
            assert not line.removesuffix("~~").removesuffix("*").endswith("\\\\\\")
    letters = "".join(part.text for part in parts)
    assert letters.count(typed[0]) >= typed.count(typed[0])


def test_a_thread_is_kept_in_the_address() -> None:
    """A webhook's URL may name a thread; posts and edits go there."""
    target = Discord("https://discord.com/api/webhooks/1/x?thread_id=7&wait=false")
    (part,) = target.parts(message(1))
    assert target.post(part, "").url == "https://discord.com/api/webhooks/1/x?wait=true&thread_id=7"
    assert target.edit(part, "5", "").url == "https://discord.com/api/webhooks/1/x/messages/5?thread_id=7"
