"""One client's side of the talk, without a socket: message in, effect out.

    greeting --hello--> entering --(seated)--> seated --> over

In `greeting` only `hello` is heard, at most `HELLO_MOST` bytes of it; in `entering` nothing; in `seated` the rest. What
comes out of turn, or cannot be read, ends the conversation with RFC 6455's code for it. A command that can be read as a
frame but is none of the table's is refused, and the talk goes on.
"""

from typing import Final, Literal

import msgspec

from domain.core.command import Command
from domain.core.refusal import Refusal
from server.fold.commit_codec import digest, read_command
from server.protocol import frames
from server.rate_limits import Bucket

Stage = Literal["greeting", "entering", "seated", "over"]

HEARD: Final[dict[Stage, tuple[type[frames.ClientFrame], ...]]] = {
    "greeting": (frames.Hello,),
    "entering": (),
    "seated": (frames.Submit, frames.Look, frames.Ack, frames.Typing),
    "over": (),
}
PATIENCE: Final = 200
"""Messages over the limit, less those within it, before the connection is closed."""

LOOK_COST: Final = 4.0
"""A look back reads the log, and counts for as many messages."""

UNREADABLE, OUT_OF_TURN, TOO_BIG, BINARY_ONLY = 1007, 1008, 1009, 1003

ClientFrames = frames.Hello | frames.Submit | frames.Look | frames.Ack | frames.Typing
_decoder: msgspec.msgpack.Decoder[ClientFrames] = msgspec.msgpack.Decoder(ClientFrames)


class Enter(msgspec.Struct, frozen=True):
    """Somebody wants to be seated."""

    hello: frames.Hello


class Submitted(msgspec.Struct, frozen=True):
    """A command to be decided."""

    id: bytes
    seen: int
    digest: bytes
    command: Command
    size: int
    """Bytes of the message that it came in."""


class Refuse(msgspec.Struct, frozen=True):
    """A command refused before it reached the table."""

    id: bytes
    refusal: Refusal


class LookBack(msgspec.Struct, frozen=True):
    """Somebody wants to see the table as it was; `within`: not more often than it may."""

    look: frames.Look
    within: bool = True


class Types(msgspec.Struct, frozen=True):
    """Somebody writes, or stopped."""

    on: bool


class Acked(msgspec.Struct, frozen=True):
    """A tick was answered."""

    n: int


class End(msgspec.Struct, frozen=True):
    """The conversation is over; the socket is to be closed with this code."""

    code: int
    sentence: str


class Ignored(msgspec.Struct, frozen=True):
    """Nothing is to be done."""


Effect = Enter | Submitted | Refuse | LookBack | Types | Acked | End | Ignored
TOO_FAST: Final = Refusal("too-fast", "That was too much at once. Wait a moment and try again.")


def too_much(seconds: int) -> Refusal:
    """The refusal of a command whose seat has sent too many bytes, and is to wait this long."""
    wait = "1 second" if seconds == 1 else f"{seconds} seconds"
    return Refusal("too-much", f"Your seat has sent very much text. Wait {wait}, then send this again.")


class Conversation:
    """The state machine of one connection."""

    __slots__ = ("_bucket", "_over_limit", "stage")

    def __init__(self, bucket: Bucket) -> None:
        self.stage: Stage = "greeting"
        self._bucket = bucket
        self._over_limit = 0

    def seated(self) -> None:
        """The client's seat was found and it has been welcomed."""
        if self.stage == "entering":
            self.stage = "seated"

    def receive(self, message: bytes, now: float) -> Effect:
        """What a message from the client amounts to. `now`: steady seconds."""
        if self.stage == "over":
            return Ignored()
        if len(message) > (frames.HELLO_MOST if self.stage == "greeting" else frames.FRAME_MOST):
            return self._end(TOO_BIG, "That message is too big.")
        try:
            frame = _decoder.decode(message)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return self._end(UNREADABLE, "That message is no frame of coterie.1.")
        if not isinstance(frame, HEARD[self.stage]):
            return self._end(OUT_OF_TURN, "That message came out of turn.")
        return self._heard(frame, now, len(message))

    def end(self) -> None:
        """Nothing more is heard."""
        self.stage = "over"

    def text(self) -> End:
        """A text message came: the protocol is binary."""
        return self._end(BINARY_ONLY, "Messages of coterie.1 are binary.")

    def _heard(self, frame: ClientFrames, now: float, size: int) -> Effect:
        within = self._bucket.take(now, LOOK_COST if isinstance(frame, frames.Look) else 1.0)
        if not within:
            self._over_limit += 1
            if self._over_limit > PATIENCE:
                return self._end(OUT_OF_TURN, "That was far too much at once.")
        elif self._over_limit:
            self._over_limit -= 1
        match frame:
            case frames.Submit():
                return self._submitted(frame, size) if within else Refuse(frame.id, TOO_FAST)
            case frames.Hello():
                self.stage = "entering"
                return Enter(frame)
            case frames.Look():
                return LookBack(frame, within)  # answered in any case, for a page asks nothing else before that
            case frames.Ack():
                return Acked(frame.n)
            case frames.Typing():
                return Types(frame.on) if within else Ignored()

    @staticmethod
    def _submitted(frame: frames.Submit, size: int) -> Effect:
        try:
            return Submitted(frame.id, frame.seen, digest(frame.command), read_command(frame.command), size)
        except Refusal as refusal:
            return Refuse(frame.id, refusal)

    def _end(self, code: int, sentence: str) -> End:
        self.stage = "over"
        return End(code, sentence)
