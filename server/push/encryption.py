"""The encryption of a push message for one browser (RFC 8291, with the content coding `aes128gcm` of RFC 8188), and the
signature that shows the push service who sends it (VAPID, RFC 8292).

The library `cryptography` does the mathematics. Import this file only when it is needed: the library takes some time
to load. `pywebpush` would do the same, but its `http-ece` exists only as source that must be built on the host's
machine.
"""

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = SECP256R1()
SALT_BYTES: Final = 16
RECORD_BYTES: Final = 4096
"""The length of a record. A message is one record, which is shorter."""
PADDED_TO: Final = 128
"""Every text is padded to this many bytes, so that the length of a message does not tell the reader's language."""
END_OF_TEXT: Final = b"\x02"
"""The byte between the text of the last record and its padding."""


class WrongKeys(Exception):
    """The keys of a subscription are no keys."""


def text64(data: bytes) -> str:
    """Return bytes as base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes64(text: str) -> bytes:
    """Return the bytes of a base64url text without padding. Raise ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check_keys(key: str, auth: str) -> None:
    """Raise `WrongKeys` unless these can be the keys of a subscription: a point of the curve, and 16 bytes."""
    try:
        EllipticCurvePublicKey.from_encoded_point(CURVE, bytes64(key))
        fits = len(bytes64(auth)) == SALT_BYTES
    except ValueError:
        fits = False
    if not fits:
        raise WrongKeys


def encrypt(text: bytes, key: str, auth: str) -> bytes:
    """Return a text, encrypted for the browser with these keys, as the body of a request."""
    padded = text + END_OF_TEXT + bytes(max(PADDED_TO - len(text), 0))
    return encrypt_with(padded, key, auth, generate_private_key(CURVE), secrets.token_bytes(SALT_BYTES))


def encrypt_with(padded: bytes, key: str, auth: str, sender: EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """Return a padded text, encrypted with the sender's key for this message and with this salt."""
    theirs, ours = bytes64(key), point(sender)
    shared = sender.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    secret = _derived(shared, bytes64(auth), b"WebPush: info\0" + theirs + ours, 32)
    content_key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return header + AESGCM(content_key).encrypt(nonce, padded, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def point(key: EllipticCurvePrivateKey) -> bytes:
    """Return the public half of a key, as a point of the curve."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class Signer:
    """Signs requests to push services with the key of this server."""

    def __init__(self, secret: bytes) -> None:
        """`secret`: the 32 bytes that `new_secret` returned."""
        self._key = derive_private_key(int.from_bytes(secret, "big"), CURVE)

    @staticmethod
    def new_secret() -> bytes:
        """Return a new secret."""
        return generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big")

    @property
    def public(self) -> str:
        """The public half of the key: browsers subscribe with it."""
        return text64(point(self._key))

    def authorization(self, audience: str, contact: str, expires: int) -> str:
        """Return the header `Authorization` for the push service at the origin `audience`. `contact`: an address at
        which its operators reach the host. `expires`: seconds since 1970, at most a day from now."""
        claims = {"aud": audience, "exp": expires, "sub": contact}
        parts = [text64(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
        signed = ".".join(parts)
        numbers = decode_dss_signature(self._key.sign(signed.encode(), ECDSA(SHA256())))
        signature = b"".join(number.to_bytes(32, "big") for number in numbers)
        return f"vapid t={signed}.{text64(signature)}, k={self.public}"
