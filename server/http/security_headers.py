"""The security headers of every answer, the content security policy among them (SEC21, SEC2, SEC23)."""

HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (
        b"content-security-policy",
        (
            b"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
            b"font-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
            b"frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types coterie"
        ),
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
HSTS = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")
NO_STORE = (b"cache-control", b"no-store")
