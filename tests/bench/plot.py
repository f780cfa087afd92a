"""Plots as SVG for the bench: bars with the least and the greatest value of each, and curves over a logarithm."""

from collections.abc import Mapping, Sequence
from math import log10
from typing import Final
from xml.sax.saxutils import escape

WIDTH: Final = 640
LEFT, RIGHT, TOP, BAR, PLOT = 150, 24, 40, 34, 260
COLOURS: Final = {"raw ws": "#8a8f98", "the append alone": "#2563eb", "coterie, asyncio": "#15803d"}
OURS: Final = "#c2410c"

Point = tuple[float, float]
"""A point of a curve: x and y."""


def text(x: float, y: float, words: str, anchor: str = "start", size: int = 13) -> str:
    """A text element."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{escape(words)}</text>'


def page(height: float, title: str, parts: Sequence[str]) -> str:
    """A whole SVG file."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}" font-family="sans-serif">'
        f'<rect width="100%" height="100%" fill="white"/>{text(16, 24, title, size=15)}{"".join(parts)}</svg>\n'
    )


def bars(values: Mapping[str, Sequence[float]], unit: str, top: float = TOP) -> list[str]:
    """A bar for each median, and a line from the least to the greatest value."""
    most = max(max(each) for each in values.values()) or 1.0
    scale = (WIDTH - LEFT - RIGHT - 110) / most
    parts: list[str] = []
    for place, (name, each) in enumerate(values.items()):
        ordered, y = sorted(each), top + place * BAR
        middle = ordered[len(ordered) // 2] * scale
        parts += [
            text(LEFT - 8, y + 17, name, "end"),
            f'<rect x="{LEFT}" y="{y}" width="{middle:.1f}" height="22" fill="{COLOURS.get(name, OURS)}"/>',
            f'<path d="M{LEFT + ordered[0] * scale:.1f} {y + 11}H{LEFT + ordered[-1] * scale:.1f}" stroke="black"/>',
            text(LEFT + ordered[-1] * scale + 8, y + 17, f"{ordered[len(ordered) // 2]:.2f} {unit}"),
        ]
    return parts


def curves(
    lines: Mapping[str, Sequence[Point]], about: str, ticks: Sequence[tuple[float, str]], top: float
) -> list[str]:
    """Lines over x from the first tick to the last, y logarithmic; `about` is the label of y."""
    heights = [y for line in lines.values() for _, y in line if y > 0]
    low, high = log10(min(heights)), log10(max(heights))
    span = max(high - low, 1.0)  # a flat curve must look flat
    first, last = ticks[0][0], ticks[-1][0]

    def at(x: float, y: float) -> str:
        across = LEFT + (WIDTH - LEFT - RIGHT) * (x - first) / (last - first)
        return f"{across:.1f} {top + PLOT - PLOT * (log10(max(y, 10**low)) - low) / span:.1f}"

    parts = [text(16, top - 8, about)]
    for x, name in ticks:
        across = float(at(x, 10**low).split()[0])
        parts += [
            f'<path d="M{across:.1f} {top}V{top + PLOT}" stroke="#ddd"/>',
            text(across, top + PLOT + 18, name, "middle", 11),
        ]
    for y in (10 ** (low + span * share) for share in (0, 0.25, 0.5, 0.75, 1)):
        parts.append(text(LEFT - 8, float(at(first, y).split()[1]) + 4, f"{y:.3g}", "end", 11))
    for place, (name, line) in enumerate(lines.items()):
        colour = COLOURS.get(name, OURS)
        path = "L".join(at(x, y) for x, y in line)
        parts += [
            f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>',
            f'<g fill="{colour}">{text(LEFT + 8, top + 18 + 17 * place, name)}</g>',
        ]
    return parts


def of_load(title: str, costs: Mapping[str, Sequence[float]], latencies: Mapping[str, Sequence[Point]]) -> str:
    """The plot of a load: the cost of an update, and the time of a command from the median to the slowest."""
    parts = bars(costs, "µs an update")
    top = TOP + BAR * len(costs) + 40
    if latencies:
        nines = {name: [(-log10(1 - share), ms) for share, ms in line] for name, line in latencies.items()}
        ticks = [(0.0, "0 %"), (-log10(0.5), "50 %"), (1.0, "90 %"), (2.0, "99 %"), (3.0, "99.9 %")]
        parts += curves(nines, "ms from send to receipt, of so many of all receipts", ticks, top)
        top += PLOT + 40
    return page(top, title, parts)


def of_growth(title: str, about: str, costs: Mapping[str, Sequence[Point]]) -> str:
    """The plot of a command's cost, over a number that grows tenfold from tick to tick."""
    lines = {name: [(log10(x), y) for x, y in line] for name, line in costs.items()}
    tens = sorted({x for line in lines.values() for x, _ in line})
    ticks = [(x, f"{10**x:,.0f}") for x in tens]
    return page(TOP + PLOT + 70, title, curves(lines, about, ticks, TOP + 30))
