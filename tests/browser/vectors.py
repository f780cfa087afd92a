"""Texts that would be a script, a foreign picture or a foreign link if they were read as markup.

Each is markup in some disguise. A script among them would call `ran`; a request would go to `there`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle

MARKUP = (
    "<script>ran(1)</script>", "<script src=//{there}/x></script>", "<img src=//{there}/x onerror=ran(1)>",
    "<svg onload=ran(1)>", "<svg><script>ran(1)</script></svg>", "<iframe src=//{there}/x></iframe>",
    '<iframe srcdoc="<script>parent.ran(1)</script>"></iframe>', "<object data=//{there}/x></object>",
    "<embed src=//{there}/x>", "<link rel=stylesheet href=//{there}/x>", "<base href=//{there}/>",
    '<meta http-equiv=refresh content="0;url=//{there}/x">', "<style>@import '//{there}/x';</style>",
    "<div style=background:url(//{there}/x)>x</div>", "<details open ontoggle=ran(1)>x</details>",
    "<video><source onerror=ran(1) src=x></video>", "<audio src=//{there}/x onerror=ran(1)>",
    "<input autofocus onfocus=ran(1)>", "<body onload=ran(1)>", "<marquee onstart=ran(1)>x</marquee>",
    "<form action=//{there}/x><button>x</button></form>", "<a href=javascript:ran(1)>x</a>",
    "<math><mtext><style><img src=x onerror=ran(1)></style></mtext></math>",
    "<noscript><p title='</noscript><img src=x onerror=ran(1)>'></noscript>",
    "<template><script>ran(1)</script></template>", "<svg><animate onbegin=ran(1) attributeName=x dur=1s>",
    "<svg><a xlink:href=javascript:ran(1)><text>x</text></a></svg>", "<p onpointerenter=ran(1)>x</p>",
    "<svg><foreignObject><img src=x onerror=ran(1)></foreignObject></svg>", "<keygen autofocus onfocus=ran(1)>",
    "<picture><source srcset=//{there}/x><img></picture>", "<x contenteditable onblur=ran(1) autofocus tabindex=1>",
    "<table background=//{there}/x>", "<button popovertarget=x onbeforetoggle=ran(1)>x</button>",
    "<svg><use href=//{there}/x#y></svg>", "<slot onslotchange=ran(1)>", "<dialog open onclose=ran(1)>x</dialog>",
)  # fmt: skip
DISGUISES: tuple[Callable[[str], str], ...] = (
    str, str.upper, lambda s: "".join(f(c) for f, c in zip(cycle((str.upper, str.lower)), s, strict=False)),
    lambda s: s.replace(" ", "/"), lambda s: s.replace(" ", "\n"), lambda s: s.replace(" ", "\t"),
    lambda s: s.replace("<", "&lt;").replace(">", "&gt;"), lambda s: s.replace("<", "\\u003c"),
    lambda s: s.replace("<", "%3C").replace(">", "%3E"), lambda s: s.replace("<", "＜").replace(">", "＞"),
    lambda s: f"\">{s}", lambda s: f"'>{s}", lambda s: f"-->{s}<!--", lambda s: f"</textarea></title>{s}",
    lambda s: f"]]>{s}", lambda s: s.rstrip(">"), lambda s: f"<{s}", lambda s: s.replace("<", "<\x00", 1),
)  # fmt: skip
MARKDOWN: tuple[Callable[[str], str], ...] = (
    lambda s: f"*{s}*", lambda s: f"**{s}**", lambda s: f"_{s}_", lambda s: f"[x]({s})", lambda s: f"[{s}](https://a.example)",
    lambda s: "{0}" + s, lambda s: f"![x]({s})", lambda s: f"`{s}`",
)  # fmt: skip
ADDRESSES = (
    "javascript:ran(1)", "JaVaScRiPt:ran(1)", "java\tscript:ran(1)", "java&#10;script:ran(1)", " javascript:ran(1)",
    "\x01javascript:ran(1)", "javascript&colon;ran(1)", "&#106;avascript:ran(1)", "%6Aavascript:ran(1)",
    "javascript://%0aran(1)", "javascript://https://a.example/%0aran(1)", "data:text/html,<script>ran(1)</script>",
    "data:text/html;base64,PHNjcmlwdD5yYW4oMSk8L3NjcmlwdD4=", "data:image/svg+xml,<svg onload=ran(1)>",
    "vbscript:ran(1)",
    "file:///etc/passwd", "blob:https://a.example/x", "filesystem:x", "about:blank", "ws://{there}/",
    "//{there}/x", "/api/seats",
    "https://user:secret@{there}/", "https:\\\\{there}", "view-source:https://{there}",
    "intent://x#Intent;end", "http:javascript:ran(1)",
)  # fmt: skip
LINKS: tuple[Callable[[str], str], ...] = (
    str, lambda s: f"[x]({s})", lambda s: f"[x](<{s}>)", lambda s: f"[x]({s} 'x')", lambda s: f"<{s}>",
    lambda s: f"[x][1]\n[1]: {s}", lambda s: f"**[x]({s})**", lambda s: f"[x]( {s})", lambda s: f"![x]({s})",
)  # fmt: skip


def vectors(there: str) -> list[str]:
    """All texts, each once. `there`: host and port of the server that must receive no request."""
    return list(dict.fromkeys(v.replace("{there}", there) for v in _made()))


def _made() -> Iterator[str]:
    for markup in MARKUP:
        yield from (disguise(markup) for disguise in DISGUISES)
    for markup in MARKUP[:8]:
        yield from (mark(markup) for mark in MARKDOWN)
    for address in ADDRESSES:
        yield from (link(address) for link in LINKS)
