"""The chart of `coterie plan`: which share of each resource a number of tables uses, and at how many tables it is used
up."""

from math import log10
from typing import Final

from server.cli._plan_resource import Resource

WIDTH, HEIGHT = 760, 420
LEFT, TOP, RIGHT, BOTTOM = 60, 20, 250, 50
TABLES: Final = (10.0, 100_000.0)
SHARES: Final = (0.0001, 10.0)
COLOURS: Final = ("#8c1d2f", "#b5652b", "#6b7a2a", "#2f7a6b", "#2f5a9c", "#6a3d8c")
NAMES_APART: Final = 14


def svg(resources: list[Resource]) -> str:
    """Return the chart as SVG. Both scales are logarithmic."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        ' font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for tables in (10, 100, 1_000, 10_000, 100_000):
        parts += [_line(_x(tables), _y(SHARES[0]), _x(tables), _y(SHARES[1]), "#ddd")]
        parts += [f'<text x="{_x(tables):.0f}" y="{HEIGHT - 30}" text-anchor="middle">{tables:,}</text>']
    for part, name in (
        (0.0001, "0.01 %"),
        (0.001, "0.1 %"),
        (0.01, "1 %"),
        (0.1, "10 %"),
        (1.0, "all of one"),
        (10.0, "10"),
    ):
        parts += [_line(_x(TABLES[0]), _y(part), _x(TABLES[1]), _y(part), "#333" if part == 1 else "#ddd")]
        parts += [f'<text x="{LEFT - 6}" y="{_y(part) + 4:.0f}" text-anchor="end">{name}</text>']
    parts += [
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 10}" text-anchor="middle">tables at once</text>'
    ]
    for row, (resource, colour) in enumerate(zip(resources, COLOURS, strict=True)):
        parts += [_curve(resource, colour)]
        y = TOP + 10 + row * NAMES_APART * 2
        parts += [f'<text x="{WIDTH - RIGHT + 12}" y="{y}" fill="{colour}">{resource.name}:</text>']
        parts += [f'<text x="{WIDTH - RIGHT + 24}" y="{y + NAMES_APART}" fill="{colour}">{_limit(resource)}</text>']
    return "\n".join([*parts, "</svg>\n"])


def _limit(resource: Resource) -> str:
    return f"ends at {resource.limit():,.0f} tables"


def _curve(resource: Resource, colour: str) -> str:
    tables = [10 ** (1 + step / 10) for step in range(41)]
    points = " ".join(
        f"{_x(n):.1f},{_y(used):.1f}" for n in tables if SHARES[0] <= (used := resource.used(n)) <= SHARES[1]
    )
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}" stroke="{colour}"/>'


def _x(tables: float) -> float:
    return _along(tables, TABLES, LEFT, WIDTH - RIGHT)


def _y(part: float) -> float:
    return _along(part, SHARES, HEIGHT - BOTTOM, TOP)


def _along(value: float, scale: tuple[float, float], start: float, end: float) -> float:
    low, high = map(log10, scale)
    return start + (log10(value) - low) / (high - low) * (end - start)
