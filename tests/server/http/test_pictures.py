"""Pictures over HTTP: the rights to upload and to load, and refused files (SEC31, SEC32)."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import NamedTuple
from zipfile import ZipFile

import httpx
import pytest

from domain.features.cast.hide_and_reveal import HideCharacter, RevealCharacter
from domain.features.characters.portrait import SetPortrait
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from domain.features.scenes.handouts import DropHandout, RevealHandout, ShowHandout
from domain.features.scenes.scene import CloseScene
from server.client.enter import Entrance
from server.limits_and_timeouts import UPLOAD_MOST, UPLOADS
from tests.pictures import drawn, opened
from tests.server.whole_server import Client, Guests


class Night(NamedTuple):
    """A chronicle with a Storyteller, two players and a spectator."""

    teller: Entrance
    anna: Entrance
    ben: Entrance
    watcher: Entrance
    guests: Guests

    async def sees(self, who: Entrance, picture: str, stream: str = "") -> bool:
        """True if this seat can load the picture; every refusal looks the same."""
        answer = await self.asked(who, picture, stream)
        assert answer.status_code in (200, 404)
        return answer.status_code == 200

    async def asked(self, who: Entrance, picture: str, stream: str = "") -> httpx.Response:
        return await self.guests.call("GET", f"/api/pictures/{picture}?stream={stream or who.stream}", token=who.token)

    async def seen_by(self, picture: str, stream: str = "") -> list[str]:
        """Return the names of the seats that can load the picture."""
        people = {"teller": self.teller, "anna": self.anna, "ben": self.ben, "watcher": self.watcher}
        return [name for name, who in people.items() if await self.sees(who, picture, stream)]

    async def uploads(self, who: Entrance, colour: str = "red") -> str:
        """Upload a picture and return its id."""
        answer = await self.guests.upload(drawn(colour=colour), who.token)
        assert answer.status_code == 201, answer.text
        found: str = answer.json()["picture"]
        return found


@pytest.fixture
async def night(guests: Guests) -> Night:
    teller = await guests.chronicle()
    anna, ben = await guests.invited(teller, "Anna"), await guests.invited(teller, "Ben")
    return Night(teller, anna, ben, await guests.invited(teller, "Watcher", "spectator"), guests)


def newest(client: Client, type_: str) -> str:
    """Return the id of the newest record of a type on a client's page."""
    ids: list[str] = [
        r[1] for _, _, records in client.page.audiences.values() for r in records.values() if r[0] == type_
    ]
    return ids[-1]


async def test_a_portrait_is_seen_by_all_once_it_is_shown(night: Night) -> None:
    """SEC32: until a command shows it, an uploaded picture does not exist for anybody; then the whole table sees it,
    drawn again, and no cache but the reader's own keeps it."""
    picture = await night.uploads(night.anna)
    assert await night.seen_by(picture) == []
    client = await night.guests.sit(night.anna)
    assert (await client.do(CreateCharacter("Anna")))[0] == "accepted"
    assert (await client.do(SetPortrait(newest(client, "Face"), picture)))[0] == "accepted"
    assert await night.seen_by(picture) == ["teller", "anna", "ben", "watcher"]
    answer = await night.asked(night.ben, picture)
    assert opened(answer.content).size == (40, 30)
    assert answer.headers["content-type"] == "image/webp"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "private" in answer.headers["cache-control"]
    assert answer.headers["vary"] == "Authorization"
    assert (await client.do(SetPortrait(newest(client, "Face"))))[0] == "accepted"
    assert await night.seen_by(picture) == []


async def test_nothing_that_follows_a_picture_in_its_file_is_stored(night: Night) -> None:
    """SEC31: a JPEG that is also a ZIP file and ends with a script is taken, and the stored picture is re-encoded: it
    ends where the WebP ends, and has no eight bytes of what followed the JPEG."""
    archive = BytesIO()
    with ZipFile(archive, "w") as zipped:
        zipped.writestr("run.html", "<script>document.title = 'taken over'</script>")
    appended = archive.getvalue() + b"<script>alert('appended')</script><?php system($_GET['c']); ?>"
    answer = await night.guests.upload(drawn(kind="JPEG") + appended, night.anna.token)
    assert answer.status_code == 201, answer.text
    chronicle = night.anna.stream.removeprefix("chronicle/")
    stored = await night.guests.program.hub.pictures.find(chronicle, answer.json()["picture"])
    assert stored is not None
    assert (stored[:4], stored[8:12]) == (b"RIFF", b"WEBP")
    assert int.from_bytes(stored[4:8], "little") + 8 == len(stored), "nothing follows the WebP"
    pieces = {appended[start : start + 8] for start in range(len(appended) - 7)} - {bytes(8)}
    assert [piece for piece in pieces if piece in stored] == []


async def test_a_hidden_characters_portrait_is_the_storytellers_alone(night: Night) -> None:
    """SEC32, X4: players load it only while the character is revealed, and a picture that does not exist gets the very
    same answer."""
    picture = await night.uploads(night.teller)
    client = await night.guests.sit(night.teller)
    assert (await client.do(CreateCharacter("Shade", hidden=True)))[0] == "accepted"
    shade = newest(client, "Face")
    assert (await client.do(SetPortrait(shade, picture)))[0] == "accepted"
    assert await night.seen_by(picture) == ["teller"]
    hidden, unknown = await night.asked(night.anna, picture), await night.asked(night.anna, "f" * 32)
    assert (hidden.status_code, hidden.content) == (unknown.status_code, unknown.content)
    assert {k: v for k, v in hidden.headers.items() if k != "date"} == dict(unknown.headers.items())
    assert (await client.do(BeginScene("The Docks")))[0] == "accepted"
    scene = next(r[2] for r in client.page.audiences["everyone"][2].values() if r[0] == "SceneCard")
    teller = await night.guests.sit(night.teller, scene)
    assert await night.seen_by(picture, scene) == ["teller"]
    assert (await teller.do(RevealCharacter(shade)))[0] == "accepted"
    assert await night.seen_by(picture, scene) == ["teller", "anna", "ben", "watcher"]
    assert (await teller.do(HideCharacter(shade)))[0] == "accepted"
    assert await night.seen_by(picture, scene) == ["teller"]


async def test_a_handout_is_seen_by_those_it_is_shown_to(night: Night) -> None:
    """SEC32: first nobody, then Anna, then all; a later scene still has it, and after it is taken away nobody sees
    it."""
    picture = await night.uploads(night.teller)
    client = await night.guests.sit(night.teller)
    assert (await client.do(ShowHandout("A map", picture=picture, later=True)))[0] == "accepted"
    map_ = newest(client, "Handout")
    assert await night.seen_by(picture) == ["teller"]
    assert (await client.do(RevealHandout(map_, (night.anna.seat,))))[0] == "accepted"
    assert await night.seen_by(picture) == ["teller", "anna"]
    assert (await client.do(BeginScene("The Docks")))[0] == "accepted"
    scene = next(r[2] for r in client.page.audiences["everyone"][2].values() if r[0] == "SceneCard")
    teller = await night.guests.sit(night.teller, scene)
    assert await night.seen_by(picture, scene) == ["teller", "anna"]
    assert (await teller.do(RevealHandout(map_)))[0] == "accepted"
    assert await night.seen_by(picture, scene) == ["teller", "anna", "ben", "watcher"]
    assert (await teller.do(CloseScene()))[0] == "accepted"
    await client.until(lambda: map_ in {r[1] for r in client.page.audiences["everyone"][2].values()})
    assert await night.seen_by(picture) == ["teller", "anna", "ben", "watcher"]
    assert (await client.do(DropHandout(map_)))[0] == "accepted"
    assert await night.seen_by(picture) == []


async def test_a_command_names_only_pictures_that_its_seat_uploaded(night: Night) -> None:
    """SEC32: neither a picture of another seat nor one of another chronicle nor an unknown one can be named, so no seat
    can make a picture its own by guessing its id."""
    tellers = await night.uploads(night.teller)
    elsewhere = await night.guests.chronicle("Day")
    others = await night.uploads(elsewhere, "blue")
    client = await night.guests.sit(night.anna)
    assert (await client.do(CreateCharacter("Anna")))[0] == "accepted"
    anna = newest(client, "Face")
    for picture in (tellers, others, "f" * 32):
        answer = await client.do(SetPortrait(anna, picture))
        assert (answer[0], answer[2]) == ("refused", "no-such-picture")
    assert await night.uploads(night.anna) == tellers, "the same picture has the same id"
    assert (await client.do(SetPortrait(anna, tellers)))[0] == "accepted"
    assert (await night.asked(elsewhere, tellers)).status_code == 404
    assert (await night.asked(elsewhere, tellers, night.anna.stream)).status_code == 404


async def test_who_has_no_seat_or_only_watches_uploads_nothing(night: Night) -> None:
    """SEC32: strangers get 401, the host and spectators 403."""
    assert (await night.guests.upload(drawn())).status_code == 401
    assert (await night.guests.upload(drawn(), night.watcher.token)).status_code == 403
    assert (await night.guests.upload(drawn(), await night.guests.host())).status_code == 403
    assert (await night.guests.call("GET", f"/api/pictures/{'f' * 32}?stream={night.anna.stream}")).status_code == 401


@pytest.mark.parametrize(
    ("raw", "status"),
    [(b"", 422), (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 422), (b"\xff\xd8\xff" + bytes(UPLOAD_MOST), 413)],
)
async def test_what_is_no_picture_is_refused_with_a_sentence(night: Night, raw: bytes, status: int) -> None:
    """SEC31: other files, and files that are too long, which the server stops reading."""
    answer = await night.guests.upload(raw, night.anna.token)
    assert answer.status_code == status
    assert answer.json()["words"]


async def test_uploads_are_limited(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC31: a seat uploads one picture at a time, not too often, and not more than it may keep."""
    monkeypatch.setattr("server.http.pictures.PLAYERS_PICTURES", 2)
    both = await asyncio.gather(*(night.guests.upload(drawn(colour=c), night.anna.token) for c in ("red", "blue")))
    assert sorted(answer.status_code for answer in both) == [201, 429]
    for colour in ("red", "blue"):
        await night.uploads(night.anna, colour)
    assert (await night.guests.upload(drawn(colour="green"), night.anna.token)).status_code == 409
    codes = [
        (await night.guests.upload(b"no picture", night.ben.token)).status_code for _ in range(int(UPLOADS.burst) + 1)
    ]
    assert codes == [422] * int(UPLOADS.burst) + [429]


async def test_a_chronicle_has_few_uploads_at_once(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC31: the seats of one chronicle cannot take all places for uploads, whatever addresses they come from."""
    monkeypatch.setattr("server.http.pictures.UPLOADS_OF_A_CHRONICLE", 1)
    seats = (night.anna, night.ben)
    both = await asyncio.gather(*(night.guests.upload(drawn(colour="red"), who.token) for who in seats))
    assert sorted(answer.status_code for answer in both) == [201, 429]


async def test_stalled_uploads_block_nobody_else_and_end_soon(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEC31: one address has at most two uploads under way, and an upload that pauses for too long is ended."""
    monkeypatch.setattr("server.http.pictures.LOCAL_ADDRESSES", ())
    monkeypatch.setattr("server.http.pictures.UPLOAD_PAUSE", 1.0)
    host, closed = night.guests.base.removeprefix("http://"), list[asyncio.StreamWriter]()

    async def stalled(who: Entrance) -> asyncio.StreamReader:
        """Begin an upload, and send only its first bytes."""
        reader, writer = await asyncio.open_connection(*host.split(":"))
        head = f"POST /api/pictures HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {who.token}\r\n"
        writer.write(f"{head}Content-Length: 5000\r\n\r\n".encode() + drawn()[:10])
        closed.append(writer)
        return reader

    lines = [await stalled(who) for who in (night.teller, night.anna, night.ben)]
    assert sorted([(await line.readline()).split()[1] for line in lines]) == [b"408", b"408", b"429"]
    await night.uploads(night.anna)
    for writer in closed:
        writer.close()
