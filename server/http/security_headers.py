"""The security headers of every answer, the content security policy among them (SEC21, SEC2, SEC23)."""

Headers = tuple[tuple[bytes, bytes], ...]
NO_STORE = (b"cache-control", b"no-store")


def headers_for(files: str, sockets: str = "") -> Headers:
    """Return the headers of an answer. The page may load files only from `files`, and open WebSockets only at
    `sockets` (sources of a content security policy; "" where `files` includes them)."""
    policy = (
        f"default-src 'none'; script-src {files}; style-src {files}; connect-src {f'{files} {sockets}'.strip()}; "
        f"img-src {files}; font-src {files}; manifest-src {files}; object-src 'none'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types coterie"
    )
    return (
        (b"content-security-policy", policy.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
    )


HEADERS = headers_for("'self'")
"""The headers where the server has its whole origin for itself."""


def hsts(*, subdomains: bool) -> tuple[bytes, bytes]:
    """Return the header by which a browser uses only https from then on, for this name; with `subdomains`, also for all
    names below it, which other servers may have."""
    return (b"strict-transport-security", b"max-age=31536000" + (b"; includeSubDomains" if subdomains else b""))
