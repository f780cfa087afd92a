"""The conversation with one client, without a socket: a message goes in, an effect comes out.

    greeting --hello--> entering --(seated)--> seated --> over

In the stage `greeting` only a `hello` of at most `HELLO_MOST` bytes is accepted; in `entering` no frame; in `seated`
all frames except `hello`. A frame in the wrong stage, or a message that cannot be read, ends the conversation with the
close code of RFC 6455 for this case. For the programmer of the client, the end says which field of which frame is wrong
(`End.detail`); this depends on the message alone. An unknown or malformed command is refused, and the conversation goes
on.
"""

from typing import Final, Literal

import msgspec

from domain.command import Command
from domain.core.refusal import Refusal
from domain.core.words import Typed, Words, phrase
from domain.rules.validation_words import mistake
from server.fold.commit_codec import NAME_MOST, digest, first_text, read_command
from server.limits_and_timeouts import LOOK_COST, PATIENCE, Bucket
from server.protocol import frames
from server.words.texts import in_english

Stage = Literal["greeting", "entering", "seated", "over"]

ACCEPTED_FRAMES: Final[dict[Stage, tuple[type[frames.ClientFrame], ...]]] = {
    "greeting": (frames.Hello,),
    "entering": (),
    "seated": (frames.Submit, frames.Look, frames.Ack, frames.Typing, frames.InSight),
    "over": (),
}


UNREADABLE, OUT_OF_TURN, TOO_BIG, BINARY_ONLY = 1007, 1008, 1009, 1003

ClientFrames = frames.Hello | frames.Submit | frames.Look | frames.Ack | frames.Typing | frames.InSight
_decoder: msgspec.msgpack.Decoder[ClientFrames] = msgspec.msgpack.Decoder(ClientFrames)
_BY_NAME: Final = {str(frame.__struct_config__.tag): frame for frame in frames.CLIENT_FRAMES}


class Enter(msgspec.Struct, frozen=True):
    """The client asks for its seat."""

    hello: frames.Hello


class Submitted(msgspec.Struct, frozen=True):
    """A command to decide."""

    id: bytes
    seen: int
    digest: bytes
    command: Command
    size: int
    """The size of the message with this command, in bytes."""


class Refuse(msgspec.Struct, frozen=True):
    """A command that is refused before the table gets it."""

    id: bytes
    refusal: Refusal


class LookBack(msgspec.Struct, frozen=True):
    """The client asks to look back. `within`: True if the connection is within its rate limit."""

    look: frames.Look
    within: bool = True


class TypingChanged(msgspec.Struct, frozen=True):
    """The client began or stopped typing."""

    on: bool


class InSightChanged(msgspec.Struct, frozen=True):
    """The client's page came into sight, or was hidden."""

    on: bool


class Acked(msgspec.Struct, frozen=True):
    """The client answered a tick."""

    n: int


class End(msgspec.Struct, frozen=True):
    """The conversation is over. Close the socket with this code and reason. `detail` says in English what is wrong with
    the client's message, for the programmer of the client; "" if there is nothing to say."""

    code: int
    why: Words
    detail: str = ""


class Ignored(msgspec.Struct, frozen=True):
    """A message without effect."""


Effect = Enter | Submitted | Refuse | LookBack | TypingChanged | InSightChanged | Acked | End | Ignored
TOO_FAST: Final = Refusal("too-fast")


def too_much(seconds: int) -> Refusal:
    """Return the refusal for a seat that has sent too many bytes. It must wait this many seconds."""
    return Refusal("too-much", seconds=seconds)


class Conversation:
    """The state machine of one connection."""

    __slots__ = ("_bucket", "_over_limit", "stage")

    def __init__(self, bucket: Bucket) -> None:
        self.stage: Stage = "greeting"
        self._bucket = bucket
        self._over_limit = 0

    def seated(self) -> None:
        """From now on accept the frames of a seated client, because the client has been welcomed."""
        if self.stage == "entering":
            self.stage = "seated"

    def receive(self, message: bytes, now: float) -> Effect:
        """Return the effect of a message from the client. `now`: the time of `Clock.steady`, in seconds."""
        if self.stage == "over":
            return Ignored()
        if len(message) > (frames.HELLO_MOST if self.stage == "greeting" else frames.FRAME_MOST):
            return self._end(TOO_BIG, phrase("error-too-big"))
        try:
            frame = _decoder.decode(message)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return self._end(UNREADABLE, phrase("error-unreadable"), _mistake_in(message, error))
        if not isinstance(frame, ACCEPTED_FRAMES[self.stage]):
            return self._end(OUT_OF_TURN, phrase("error-out-of-turn"), str(frame.__struct_config__.tag))
        return self._effect(frame, now, len(message))

    def end(self) -> None:
        """Accept no more messages."""
        self.stage = "over"

    def text(self) -> End:
        """Return the `End` after a text message, because the protocol has only binary messages."""
        return self._end(BINARY_ONLY, phrase("error-binary-only"))

    def _effect(self, frame: ClientFrames, now: float, size: int) -> Effect:
        within = self._bucket.take(now, LOOK_COST if isinstance(frame, frames.Look) else 1.0)
        if not within:
            self._over_limit += 1
            if self._over_limit > PATIENCE:
                return self._end(OUT_OF_TURN, phrase("error-flooded"))
        elif self._over_limit:
            self._over_limit -= 1
        match frame:
            case frames.Submit():
                return self._submitted(frame, size) if within else Refuse(frame.id, TOO_FAST)
            case frames.Hello():
                self.stage = "entering"
                return Enter(frame)
            case frames.Look():
                # It is answered even above the limit, because the page sends no look before that.
                return LookBack(frame, within)
            case frames.Ack():
                return Acked(frame.n)
            case frames.Typing():
                return TypingChanged(frame.on) if within else Ignored()
            case frames.InSight():
                return InSightChanged(frame.on) if within else Ignored()

    @staticmethod
    def _submitted(frame: frames.Submit, size: int) -> Effect:
        try:
            return Submitted(frame.id, frame.seen, digest(frame.command), read_command(frame.command), size)
        except Refusal as refusal:
            return Refuse(frame.id, refusal)

    def _end(self, code: int, why: Words, detail: str = "") -> End:
        self.stage = "over"
        return End(code, why, detail)


def _mistake_in(message: bytes, error: Exception) -> str:
    """Return what is wrong with a message that is no frame: "look: at: expected a whole number, got text."."""
    if not isinstance(error, msgspec.ValidationError):
        return str(error)
    name = first_text(message)
    if name is None:
        return in_english(phrase("frame-without-name"))
    frame = _BY_NAME.get(name)
    if frame is None:
        return in_english(phrase("unknown-frame", name=Typed(name[:NAME_MOST])))
    return f"{name}: {in_english(mistake(str(error), frame))}"
