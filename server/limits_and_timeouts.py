"""All limits of the server in one table: rates, greatest numbers, time limits, pauses; and the classes that apply them.

A `Rate` allows `per_second` in the long run, and `burst` at the same moment. A `Bucket` applies a rate. It gets the
time as an argument, in seconds.

Limits that belong to a format are kept with the format: those of the log (`BATCH_MOST`, `MISSED_MOST`, `KEYS_KEPT`) in
`server/log/contract.py`, those of frames (`FRAME_MOST`, `HELLO_MOST`, `BEHIND_MOST`) in `server/protocol/frames.py`,
and those of texts and numbers in commands in `domain/core/bounds.py`. The pauses of a Redis connection are in
`server/log/redis`.
"""

import math
from collections import Counter
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network
from typing import Final


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `per_second` in the long run, and `burst` at the same moment."""

    per_second: float
    burst: float


LOCAL_ADDRESSES: Final = ("", "127.0.0.1", "::1")
"""Addresses of this machine: the host, or a proxy on the host's machine. No limit for addresses applies to them."""


def counted_as(address: str) -> str:
    """Return the name under which limits count an address. For IPv6 it is the network of 64 bits: a line of the
    internet has at least such a network, so one person may come from each of its addresses."""
    try:
        found = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if found.ipv4_mapped is not None or address in LOCAL_ADDRESSES:
        return address
    return str(IPv6Network((found, 64), strict=False))


# Network connections (server/http/tcp_limits.py, server/binding.py, server/app.py)

TCP_CONNECTIONS_MOST: Final = 400
"""The most TCP connections from one address, HTTP and WebSocket together. A further one is closed at once. A page uses
up to six while it loads. The connections of a trusted proxy are not counted; instead, the same number limits the
requests of each address that the proxy names (`Throttle`)."""
OPENING_WITHIN: Final = 10.0
"""A connection has this many seconds to send the complete head of its first request, and of each later request. Then it
is closed."""
READING_WITHIN: Final = 60.0
"""A client has this many seconds to read a part of an answer. Then its connection is closed. The time is long, because
on a slow network the operating system takes answers in large pieces."""
HANDLES_MOST: Final = 65_536
"""The most file handles of the process, if the system allows that many. Connections beyond that are closed at once."""
HANDLES_MOST_MACOS: Final = 10_240
"""The most file handles that macOS gives a process, whatever limit it names."""
HANDLES_KEPT: Final = 128
"""How many file handles are kept free for everything except connections."""
BACKLOG: Final = 16_384
"""How many connections may wait to be accepted, if the system allows that many. Further clients try again after 1, 3, 7
and 15 s. The number is large, because after a network failure thousands come back at once."""

# HTTP requests (server/http)

REQUESTS: Final = Rate(100, 1000)
"""The rate of requests of any kind from one address (SEC18). A request beyond it gets 429. When thirty people open the
page at the same time, each needs twenty files."""
WRONG_LINKS: Final = Rate(10 / 60, 10)
"""The rate of wrong links from one address (SEC5): ten at once, ten a minute. A wrong link beyond it gets 429; a valid
link still opens."""
LINK_USES: Final = Rate(6 / 60, 30)
"""The rate at which one address may use the same valid link (INV10). A use beyond it gets 429, because each use may end
the oldest session of the seat."""
DICE_QUESTIONS: Final = Rate(5, 30)
"""The rate of questions about dice from one address, or from one seat. A question beyond it gets 429."""
SENTENCES: Final = Rate(10, 100)
"""The rate of requests for sentences from one seat. One request can ask for many sentences."""
AGAINST_COST: Final = 5.0
"""A question about two pools against each other (E2) counts as this many ordinary questions."""
ODDS_MOST: Final = 50
"""The most dice of a pool for which odds are computed. A larger pool is refused, because computing its odds takes too
long."""
AGAINST_MOST: Final = 30
"""The most dice of each of two pools against each other. Larger pools are refused: these odds take far longer to
compute."""
BODY_MOST: Final = 16 * 1024
"""The most bytes of a request's body. A longer one gets 413."""
BODY_WITHIN: Final = 10.0
"""A request's body has to arrive within this many seconds. Otherwise the request gets 408."""
UPLOADS: Final = Rate(10 / 60, 20)
"""The rate of uploaded pictures from one seat. A picture beyond it gets 429."""
UPLOAD_MOST: Final = 4 * 1024 * 1024
"""The most bytes of an uploaded picture. A longer one gets 413. A page makes a picture smaller before it uploads it."""
UPLOAD_WITHIN: Final = 60.0
"""An uploaded picture has to arrive within this many seconds. Otherwise the request gets 408."""
UPLOAD_PAUSE: Final = 10.0
"""The longest pause in an upload, in seconds. If no byte arrives for longer, the request gets 408."""
UPLOADS_AT_ONCE: Final = 8
"""How many pictures arrive at the same time, at most one of each seat. A further one gets 429."""
UPLOADS_OF_A_CHRONICLE: Final = 4
"""How many pictures arrive for one chronicle at the same time. A further one gets 429."""
UPLOADS_OF_AN_ADDRESS: Final = 2
"""How many pictures arrive from one address at the same time. A further one gets 429."""
DRAWN_AT_ONCE: Final = 2
"""How many uploaded pictures are decoded at the same time. Further ones wait."""
DRAWN_WITHIN: Final = 15.0
"""A picture has to be decoded within this many seconds after its upload."""
PLAYERS_PICTURES: Final = 40
"""The most pictures that a player uploads in a chronicle. A further one gets 409. A stored picture has at most 400 kB
(`server/pictures/_decoder.py`)."""
STORYTELLERS_PICTURES: Final = 200
"""The most pictures that a Storyteller uploads in a chronicle. A further one gets 409."""
ANSWERS_WITHIN: Final = 2.0
"""Seconds in which the log has to answer; a probe waits longer."""

# Seats and sessions (server/access, server/http/seats.py)

SEATS_MOST: Final = 100
"""The most seats of a chronicle. A further one is refused. Many people can share one spectators' link."""
SESSIONS_MOST: Final = 20
"""The most sessions of a seat. A further one ends the oldest."""
WATCHERS_MOST: Final = 1000
"""The most sessions of a spectators' seat, and the most open connections of it. A further session ends the oldest one;
a further connection is refused."""

# Connections of clients (server/connection, server/hub/connections.py)

ADDRESS_MOST: Final = 250
"""The most clients from one address at the same time (SEC19). A further one is closed, with a sentence that says
why."""
TABS_MOST: Final = 40
"""The most open connections of a person's seat (SEC19). A further one is closed, with a sentence that says why."""
HELLO_WITHIN: Final = 5.0
"""A new connection has to send its hello within this many seconds. Otherwise it is closed."""
FRAGMENTS_MOST: Final = 64
"""The most fragments of a WebSocket message. If a message has more, its connection is closed."""
CONTROLS: Final = Rate(2, 30)
"""The rate of pings and pongs on a connection. If there are more, the connection is closed."""
AFTER_CLOSE_MOST: Final = 256
"""How many frames a client may send after the server's close frame. After that, the server stops reading."""
HIGH_WATER: Final = 256 * 1024
"""When a connection has more unsent bytes than this, frames for it are dropped until its buffer has drained; then it
gets the whole view. A connection is never closed because of this size, since a view may be larger."""
BEHIND_ABOVE: Final = 32 * 1024
"""When a client has more unread bytes than this, its options are sent later. This many bytes take a quarter of a second
on a line of 128 KB/s."""
LAG_MOST: Final = 10.0
"""A client with a full buffer may go this many seconds without reading a byte. Then its connection is closed."""
SILENT_MOST: Final = 45.0
"""A client that does not answer ticks and does not read its bytes either is closed after this many seconds."""
TICK_EVERY: Final = 15.0
"""Seconds between two ticks."""
OVERDUE: Final = 2 * TICK_EVERY
"""If a client has not answered a tick for this many seconds, the hub checks whether the client still reads."""
FAREWELL_SECONDS: Final = 2
"""A client has this many seconds to answer a close frame when the server ends, or when the client goes on sending. This
is less than the server waits in all."""

COME_BACK: Final = 2
"""Clients that are sent away come back at random moments within a time: this many milliseconds for each open connection
(SEC29)."""
SEND_AFTER: Final = 0.15
"""Changes are collected for this many seconds, and then sent in one frame `presence`."""
FORGET_AFTER: Final = 40.0
"""If another process has sent no signal for this many seconds, it counts as ended."""

# Messages at a table (server/connection, server/hub)

MESSAGES: Final = Rate(20, 120)
"""The rate of messages on a connection, and of commands of a seat, unless `--rate` sets another. Messages beyond it are
refused; a flood of them ends the connection."""
BYTES_PER_MESSAGE: Final = 200
"""For each message that a seat may send in the long run, its commands may have this many bytes. At 20 messages a second
that is 4,000 bytes a second: hundreds of times as fast as a person types, and a 32nd of what a slow network of 128 KB/s
carries."""
BYTES_BURST: Final = 256 * 1024
"""How many bytes of commands a seat may send at once: 16 texts of 4,000 letters of four bytes each, or four commands of
the largest size. After a minute the seat may send as much again."""
PATIENCE: Final = 200
"""A connection is closed when it has sent this many more messages above its rate limit than within it."""
LOOK_COST: Final = 4.0
"""A look into the past counts as this many ordinary messages, because it reads the log."""
LOOKS_AT_ONCE: Final = 2
"""How many looks are answered at the same time. Further looks wait, because each folds a log and may keep a long story
in memory."""
LOOK_BEAT: Final = 0.1
"""Seconds. For a seat from which events may be hidden, the answer to a look takes a whole number of these."""
PAST_READS_AT_ONCE: Final = 2
"""How many past states are read for commands at the same time. Further commands wait. Looks have their own limit,
because hundreds of looks may wait for one spectators' link."""
BRANCHES_KEPT: Final = 8
"""How many past states are kept for scenes that will soon continue from them. Beyond that, the oldest is dropped and,
when it is needed, read again."""
PREPARED_AT_ONCE: Final = 50
"""How many commands of a connection may wait for preparation. A further one is refused."""

# Push messages (server/push, server/hub/reminders.py)

REMIND_EVERY: Final = 10 * 60 * 1000
"""A seat gets at most one reminder in this many milliseconds."""
PUSHES_AT_ONCE: Final = 8
"""How many push messages are sent at the same time. Further ones wait."""
PUSH_WITHIN: Final = 10.0
"""A push service has to answer within this many seconds."""
PUSH_PAUSES: Final = (0.0, 2.0, 15.0, 60.0)
"""Seconds before each attempt to send a push message. There is a further attempt if the push service does not answer
or is overloaded."""

# The streams of a process (server/hub)

QUIET_TICKS: Final = 40
"""An idle stream is stopped after this many ticks. When it is next used, it is started again from the log."""
TIDY_TICKS: Final = 240
"""How many ticks lie between two removals of expired credentials."""
OPEN_SCENE_WITHIN: Final = 1.0
"""A request waits at most this many seconds to learn which scene is open."""
LEAVE_WITHIN: Final = 0.5
"""When the server ends, it takes at most this many seconds to tell the other processes that its seats are leaving."""
STOP_WITHIN: Final = 5.0
"""When the server stops, the streams have this many seconds to finish their current work."""
CANCEL_WITHIN: Final = 0.5
"""Streams that do not finish in time are cancelled; the server waits this many seconds for them."""

# A live stream (server/stream, server/fold)

WAITING_MOST: Final = 2_000
"""How many commands may wait at a stream. A further one is refused."""
BUSY_AFTER: Final = 2.0
"""A command may wait this many seconds. Then it is refused as busy."""
RETRY_FIRST: Final = 0.05
"""When the log is out of reach, it is tried again after this many seconds. Each later pause is twice as long."""
RETRY_MOST: Final = BUSY_AFTER / 2
"""The longest of these pauses, in seconds. It is shorter than the time after which a command is refused."""
RETRY_AFTER: Final = 2.0
"""Postponed commands are tried again after this many seconds."""
GROUP_MOST: Final = 256
"""The most commands that are decided together. Further commands wait for the next group."""
GROUP_LEAST: Final = 8
"""The greatest size of a group never falls below this. It is halved after each conflict: a smaller group is appended
sooner, and so has a better chance against another process."""
BEATS: Final = (0.005, 0.01, 0.025, 0.05, 0.1)
"""The possible intervals between two beats of a store in seconds, the shortest first (`server/stream/beat.py`). The
store uses the shortest one in which its appends are saved."""
APPENDS_MEASURED: Final = 100
"""The interval between two beats is chosen from this many of the last public appends."""
SLOW_APPENDS: Final = 2
"""Of these appends, this many may take longer than the interval."""
BEAT_ROOM: Final = 1.25
"""The interval between beats is at least this many times as long as an append, because the stream also has to work on
earlier groups in that time."""
CROWD: Final = Rate(25, 130)
"""The rate of public commits (commits that everybody at the table learns of) of a stream. A stream with more does not
wait for beats. The rate is above `MESSAGES`, so that no single seat can reach it."""
CROWDED_FOR: Final = 1.0
"""After a stream had more public commits than that, it does not wait for beats for this many seconds."""
READ_TOGETHER: Final = 256
"""How many entries are folded before a pause in which other streams can go on."""
WAITERS_MOST: Final = 2_000
"""How many connections may wait for commands with an unknown outcome. A further one gets no answer until it sends the
command again."""
OFFERS_MOST: Final = 64 * 1024
"""The most bytes of options in one message, when a seat gets all its options or a slow client catches up. The rest is
sent in further messages."""
OPTION_NUMBERS_MOST: Final = 4_096
"""How many options, inputs, choices and texts of a seat may be numbered after those of its first message. Beyond that,
the seat gets all its open options again, and both the server and the page forget the closed ones."""
RECEIPTS_MOST: Final = 4_096
"""The most receipts that are kept for a seat. Beyond that, the oldest is dropped: if its command is sent again, it is
refused as too old. Each seat has its own receipts, so that no seat learns of hidden commands from this limit."""
RESUMED_MOST: Final = 256 * 1024
"""The most bytes of missed commits that a returning client gets. A client that missed more gets the whole view."""
STORY_BYTES: Final = 64 * 1024
"""The most bytes of story in one answer, for all audiences of a seat together. The rest follows when the client asks
for it. A commit that is larger than this is sent alone."""

# The writer of a SQLite log (server/log/sqlite)

TOGETHER_MOST: Final = 2000
"""The most appends in one transaction. Further appends wait for the next transaction, so that the first is not delayed
for long."""
HEADS_MOST: Final = 10_000
"""The heads of this many streams are remembered. Beyond that, all are forgotten and read again."""
SNAPSHOT_ROOM: Final = 20
"""A snapshot is stored only if this many times its size stays free on the disk: the log needs the space more."""

# A log in Redis (server/log/redis)

CHECK_SECONDS: Final = 2.0
"""How many seconds lie between two checks whether Redis still keeps what it confirms."""

# The server's own log lines

SELDOM: Final = Rate(1 / 60, 1)
"""The rate of warnings that an address was refused. Further warnings are left out, however many addresses are
refused."""


def bytes_rate(messages: Rate) -> Rate:
    """Return the rate of bytes of commands for a seat that may send messages at this rate."""
    return Rate(messages.per_second * BYTES_PER_MESSAGE, max(BYTES_BURST, messages.burst * BYTES_PER_MESSAGE))


class Bucket:
    """A token bucket. It is full at first, and is refilled at its rate."""

    __slots__ = ("_at", "_burst", "_left", "_per_second")

    def __init__(self, rate: Rate, now: float) -> None:
        self._per_second = rate.per_second
        self._burst = self._left = rate.burst
        self._at = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """If the bucket has `cost` tokens, take them and return True; otherwise return False."""
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


class ConnectionCounts:
    """Counts how many connections (or requests) each address or seat has at the same time."""

    def __init__(self) -> None:
        self._here: Counter[str] = Counter()

    def enter(self, name: str, most: int) -> bool:
        """Count one more and return True; if the count is already `most`, return False."""
        if self._here[name] >= most:
            return False
        self._here[name] += 1
        return True

    def count(self, name: str) -> int:
        """Return the present count of this address or seat."""
        return self._here[name]

    def leave(self, name: str) -> None:
        """Count one less."""
        self._here[name] -= 1
        if not self._here[name]:
            del self._here[name]


class Buckets:
    """A bucket for each seat or address. If there are more than `most`, the oldest is dropped."""

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
