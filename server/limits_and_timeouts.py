"""All limits of the server in one table: rates, caps, time limits and pauses, and the counters that apply them.

A rate has `per_second` in the long run and `burst` at once. A `Bucket` applies it; the time is an argument, in seconds.

Bounds that belong to a format are kept with it: those of the log (`BATCH_MOST`, `MISSED_MOST`, `KEYS_KEPT`) in
`server/log/contract.py`, those of frames (`FRAME_MOST`, `HELLO_MOST`, `BEHIND_MOST`) in `server/protocol/frames.py`,
those of texts and numbers in
commands in `domain/core/bounds.py`, and the pauses of a Redis connection in `server/log/redis`.
"""

import math
from collections import Counter
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Rate:
    """`per_second` in the long run, `burst` at once."""

    per_second: float
    burst: float


LOCAL_ADDRESSES: Final = ("", "127.0.0.1", "::1")
"""Addresses of this machine (the host, or a proxy of hers). No limit on addresses counts them."""

# Network connections (server/http/tcp_limits.py, server/binding.py, server/app.py)

TCP_CONNECTIONS_MOST: Final = 400
"""TCP connections from one address: HTTP and WebSocket together. One more is closed at once. A page uses up to six
while it loads. A trusted proxy's own are not counted; the same bound applies to the requests of each address that it
names (`Throttle`)."""
OPENING_WITHIN: Final = 10.0
"""Seconds in which a connection has to send a request's whole head, its first or the next. Then it is closed."""
READING_WITHIN: Final = 60.0
"""Seconds in which a client has to read a part of an answer. Then its connection is closed. On a slow network the
operating system takes answers in large pieces."""
HANDLES_MOST: Final = 65_536
"""File handles of the process, if the system allows as many. Connections beyond them are closed at once."""
HANDLES_KEPT: Final = 128
"""File handles kept free for everything but connections."""
BACKLOG: Final = 16_384
"""Connections that wait to be accepted, if the system allows as many. A client beyond them tries again after 1, 3, 7
and 15 s; after a network failure thousands come back at once."""

# HTTP requests (server/http)

REQUESTS: Final = Rate(100, 1000)
"""Requests of any kind from one address (SEC18). More get 429. Thirty people who open the page at once need twenty
files each."""
WRONG_LINKS: Final = Rate(10 / 60, 10)
"""Wrong links from one address (SEC5): ten at once, ten a minute. More wrong ones get 429; good links still open."""
LINK_USES: Final = Rate(6 / 60, 30)
"""Uses of the same valid link from one address (INV10). More get 429, because each may end the seat's oldest
session."""
DICE_QUESTIONS: Final = Rate(5, 30)
"""Questions about dice from one address, or from one seat. More get 429."""
AGAINST_COST: Final = 5.0
"""The cost of a question about two pools against each other (E2), in ordinary questions."""
ODDS_MOST: Final = 50
"""Dice of a pool whose odds are computed. A larger pool is refused, because it takes too long."""
AGAINST_MOST: Final = 30
"""Dice of each of two pools against each other, which takes far longer. Larger pools are refused."""
BODY_MOST: Final = 16 * 1024
"""Bytes of a request's body. A longer one gets 413."""
BODY_WITHIN: Final = 10.0
"""Seconds in which a request's body has to arrive. Then it gets 408."""
ANSWERS_WITHIN: Final = 2.0
"""Seconds in which the log has to answer; a probe waits longer."""

# Seats and sessions (server/access, server/http/seats.py)

SEATS_MOST: Final = 100
"""Seats of a chronicle. One more is refused; a spectators' link admits many people."""
SESSIONS_MOST: Final = 20
"""Sessions of a seat. One more ends the oldest."""
WATCHERS_MOST: Final = 1000
"""Sessions, and open connections, of a spectators' seat. One more session ends the oldest; one more connection is
refused."""

# Connections of clients (server/connection, server/hub/connections.py)

ADDRESS_MOST: Final = 250
"""Clients from one address at the same time (SEC19). One more is closed with a sentence."""
TABS_MOST: Final = 40
"""Open connections of a person's seat (SEC19). One more is closed with a sentence."""
HELLO_WITHIN: Final = 5.0
"""Seconds in which a new connection has to send its hello. Then it is closed."""
FRAGMENTS_MOST: Final = 64
"""Fragments of a WebSocket message. A message with more closes its connection."""
CONTROLS: Final = Rate(2, 30)
"""Pings and pongs of a connection. More close it."""
AFTER_CLOSE_MOST: Final = 256
"""Frames that a client may send after the close frame. After so many, reading stops."""
HIGH_WATER: Final = 256 * 1024
"""Unsent bytes of a connection. Above this, frames for it are dropped until its buffer has drained; then it gets the
whole view. No size closes a connection, because a view may be larger."""
BEHIND_ABOVE: Final = 32 * 1024
"""Unread bytes above which options wait: a quarter of a second on a line of 128 KB/s."""
LAG_MOST: Final = 10.0
"""Seconds for which a client with a full buffer may read no byte. Then its connection is closed."""
SILENT_MOST: Final = 45.0
"""Seconds without an answered tick, if the client does not read either. Then its connection is closed."""
TICK_EVERY: Final = 15.0
"""Seconds between two ticks."""
OVERDUE: Final = 2 * TICK_EVERY
"""Seconds without an answered tick after which the hub checks that the connection is still reading."""
FAREWELL_SECONDS: Final = 2
"""Seconds that a client has to answer a close frame when the server ends, or when it goes on sending: less than the
server waits in all."""

COME_BACK: Final = 2
"""Milliseconds for each open connection: the time over which clients that are sent away come back (SEC29)."""
SEND_AFTER: Final = 0.15
"""Seconds for which changes are collected before one `presence` frame is sent."""
FORGET_AFTER: Final = 40.0
"""Seconds without a signal after which another process is taken for gone."""

# Messages at a table (server/connection, server/hub)

MESSAGES: Final = Rate(20, 120)
"""Messages of a connection, and commands of a seat, unless `--rate` says otherwise. More are refused; a flood ends its
connection."""
BYTES_PER_MESSAGE: Final = 200
"""Bytes of commands for each message that a seat may send in the long run. At 20 messages a second that is 4,000 bytes
a second: hundreds of times as fast as a person types, and a 32nd of what a slow network of 128 KB/s carries."""
BYTES_BURST: Final = 256 * 1024
"""Bytes of commands that a seat may send at once: 16 texts of 4,000 letters of four bytes each, or four commands of the
largest size. A minute later the seat has as much again."""
PATIENCE: Final = 200
"""Messages over the rate limit, minus messages within it. More close the connection."""
LOOK_COST: Final = 4.0
"""The cost of a look into the past, in ordinary messages, because it reads the log."""
LOOKS_AT_ONCE: Final = 2
"""Looks that are answered at the same time. More wait, because each folds a log and may keep a long story in memory."""
LOOK_BEAT: Final = 0.1
"""Seconds. For a seat from which events may be hidden, the answer to a look takes a whole number of these."""
PAST_READS_AT_ONCE: Final = 2
"""Past states that are read for commands at the same time. More wait. Looks have a limit of their own: hundreds of them
may wait for one spectators' link."""
BRANCHES_KEPT: Final = 8
"""Past states that are kept for scenes about to go on from them. Beyond them the oldest is dropped and read again."""
PREPARED_AT_ONCE: Final = 50
"""Commands of a connection that wait for preparation. One more is refused."""

# The streams of a process (server/hub)

QUIET_TICKS: Final = 40
"""Ticks after which an idle stream is stopped. Its next user starts it again from the log."""
TIDY_TICKS: Final = 240
"""Ticks between two removals of expired credentials."""
OPEN_SCENE_WITHIN: Final = 1.0
"""Seconds that a request waits to learn which scene is open."""
LEAVE_WITHIN: Final = 0.5
"""Seconds to tell the other processes at the end that the seats here are leaving."""
STOP_WITHIN: Final = 5.0
"""Seconds that the streams have to finish their current work when the server stops."""
CANCEL_WITHIN: Final = 0.5
"""Seconds to wait for streams that were cancelled because they did not finish in time."""

# A live stream (server/stream, server/fold)

WAITING_MOST: Final = 2_000
"""Commands that wait at a stream. One more is refused."""
BUSY_AFTER: Final = 2.0
"""Seconds for which a command may wait. Then it is refused as busy."""
RETRY_FIRST: Final = 0.05
"""Seconds before a log out of reach is tried again for the first time. Each later pause is twice as long."""
RETRY_MOST: Final = BUSY_AFTER / 2
"""The longest of these pauses in seconds: shorter than the time after which a command is refused."""
RETRY_AFTER: Final = 2.0
"""Seconds until postponed commands are tried again."""
GROUP_MOST: Final = 256
"""Commands that are decided together. More wait for the next group."""
GROUP_LEAST: Final = 8
"""The least size of a group. After each conflict the size is halved, because a smaller group is appended sooner and
wins against another process."""
BEATS: Final = (0.005, 0.01, 0.025, 0.05, 0.1)
"""Seconds between two beats of a store, the shortest first (`server/stream/beat.py`). The least is chosen within which
appends are saved."""
APPENDS_MEASURED: Final = 100
"""Public appends from which the beat is chosen."""
SLOW_APPENDS: Final = 2
"""So many of them may be slower than the beat."""
BEAT_ROOM: Final = 1.25
"""A beat is at least so many times as long as an append: it also has to hold the work on the groups before."""
CROWD: Final = Rate(25, 130)
"""Commits of a stream that everybody at the table learns of. A stream with more does not wait for beats. It is above
`MESSAGES`: no seat alone can send as many."""
CROWDED_FOR: Final = 1.0
"""Seconds for which a stream does not wait for beats after it had too many commits."""
READ_TOGETHER: Final = 256
"""Entries folded between two pauses in which other streams go on."""
WAITERS_MOST: Final = 2_000
"""Connections that wait for commands with an unknown outcome. One more is not answered until it sends again."""
OFFERS_MOST: Final = 64 * 1024
"""Bytes of options in one message, if all options of a seat are sent or a slow client catches up. More are sent in
further messages."""
OPTION_NUMBERS_MOST: Final = 4_096
"""Options, inputs, choices and texts of a seat that are numbered after those of its first message. Then the seat gets
all its open options again, and the server and the page forget the closed ones."""
RECEIPTS_MOST: Final = 4_096
"""Receipts of a seat. Beyond them the oldest is dropped, and its command is refused as too old when it is sent again.
They are counted for each seat alone, so that no seat learns of hidden commands from them."""
RESUMED_MOST: Final = 256 * 1024
"""Bytes of missed commits that a returning client gets. A client that missed more gets the whole view."""
STORY_BYTES: Final = 64 * 1024
"""Bytes of story in one answer, of all audiences of a seat together. The rest follows when the client asks. Only a
commit that is larger by itself takes more, and then it is sent alone."""

# The writer of a SQLite log (server/log/sqlite)

TOGETHER_MOST: Final = 2000
"""Appends in one transaction. More wait for the next transaction, so that the first is not delayed for long."""
HEADS_MOST: Final = 10_000
"""Streams whose head is remembered. Beyond them all are forgotten and read again."""
SNAPSHOT_ROOM: Final = 20
"""How many times a snapshot's size has to stay free on the disk. Otherwise it is not kept: the log needs the space."""

# A log in Redis (server/log/redis)

CHECK_SECONDS: Final = 2.0
"""Seconds between two checks whether Redis still keeps what it confirms."""

# The server's own log lines

SELDOM: Final = Rate(1 / 60, 1)
"""Warnings that an address was refused. More are left out, however many addresses are refused."""


def bytes_rate(messages: Rate) -> Rate:
    """Return how many bytes of commands a seat may send, if it may send so many messages."""
    return Rate(messages.per_second * BYTES_PER_MESSAGE, max(BYTES_BURST, messages.burst * BYTES_PER_MESSAGE))


class Bucket:
    """A token bucket: full at first, and refilled at its rate."""

    __slots__ = ("_at", "_burst", "_left", "_per_second")

    def __init__(self, rate: Rate, now: float) -> None:
        self._per_second = rate.per_second
        self._burst = self._left = rate.burst
        self._at = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take `cost` tokens if the bucket has as many, and return True; else return False."""
        left = self._left
        if now > self._at:
            left += (now - self._at) * self._per_second
            if left > self._burst:  # noqa: PLR1730 - runs for every message, and `min` costs as much as all the rest
                left = self._burst
        self._at = now
        within = left >= cost
        self._left = left - cost if within else left
        return within

    def wait(self, cost: float) -> int:
        """Return the whole seconds from the last `take` until the bucket has `cost` tokens."""
        return math.ceil(max(cost - self._left, 0) / self._per_second)

    def give_back(self, cost: float = 1.0) -> None:
        """Put tokens back that shall not count after all."""
        self._left = min(self._burst, self._left + cost)


class ConnectionCounts:
    """The number of connections (or requests) that each address or seat has at the same time."""

    def __init__(self) -> None:
        self._here: Counter[str] = Counter()

    def enter(self, name: str, most: int) -> bool:
        """Add to the count and return True, or return False if it is `most` already."""
        if self._here[name] >= most:
            return False
        self._here[name] += 1
        return True

    def count(self, name: str) -> int:
        """Return how many this address or seat has now."""
        return self._here[name]

    def leave(self, name: str) -> None:
        """Subtract from the count."""
        self._here[name] -= 1
        if not self._here[name]:
            del self._here[name]


class Buckets:
    """A bucket for each seat or address. Beyond `most` buckets the oldest is dropped."""

    def __init__(self, rate: Rate, most: int = 10_000) -> None:
        self._rate = rate
        self._most = most
        self._buckets: dict[str, Bucket] = {}

    def get(self, name: str, now: float) -> Bucket:
        """Return the bucket of this seat or address, which is full at first."""
        found = self._buckets.get(name)
        if found is None:
            if len(self._buckets) >= self._most:
                del self._buckets[next(iter(self._buckets))]
            found = self._buckets[name] = Bucket(self._rate, now)
        return found
