"""The fault plan's figures for the long run, so that a soak can say how much of it it was."""

from __future__ import annotations

from typing import Final, NamedTuple


class Planned(NamedTuple):
    """A fault in a few words, and how often it is to be brought about in the long run (0: the plan does not say)."""

    what: str = ""
    long: int = 0


PLAN: Final = {
    "F1": Planned("a server dies", 1_000),
    "F2": Planned("a server is paused", 300),
    "F3": Planned("Redis dies", 500),
    "F4": Planned("a slow disk, then a kill", 100),
    "F5": Planned("the disk fails", 200),
    "F6": Planned("the disk is full", 100),
    "F7": Planned("power cut, Redis", 1_000),
    "F8": Planned("power cut, SQLite", 1_000),
    "F9": Planned("flipped bits, cut files", 1_000),
    "F10": Planned("a failover loses the end", 200),
    "F11": Planned("and a stale writer", 200),
    "F12": Planned("two masters", 100),
    "F13": Planned("lines to servers", 2_000),
    "F14": Planned("lines to the log", 2_000),
    "F15": Planned("commands twice, late", 10_000),
    "F16": Planned("links stopped one by one", 500),
    "F17": Planned("one-way silence"),
    "F18": Planned("clocks jump; into 2038", 500),
    "F19": Planned("random resume", 10_000),
    "F20": Planned("two tabs, and the door", 1_000),
    "F21": Planned("a server is restarted, or upgraded"),
    "F22": Planned("all come back at once: 1,000, 10,000"),
    "F23": Planned("10,000 nearly idle"),
    "F24": Planned("a slow reader", 20),
    "F25": Planned("malformed frames", 50_000_000),
    "F26": Planned("conversations of 100 steps", 20_000),
    "F28": Planned("questions of each operation over HTTP", 5_000),
    "F30": Planned("pairs whose secrets differ", 100_000),
    "F31": Planned("pairs, one with more that is hidden", 50_000),
    "F32": Planned("a secret roll just before", 10_000),
    "F35": Planned("minutes of 20 tables (a day: tests.soak.hours)", 1_440),
    "F36": Planned("backup during writes", 20),
    "S18": Planned("a seat sends ten times too much: the others"),
    "S19": Planned("10,000 half-open handshakes, and a login"),
    "S11": Planned("hidden, or none: by the clock", 10_000),
}


def planned(fault: str) -> str:
    """What the plan calls a fault that was brought about in some place or way."""
    return fault.partition(" ")[0].rstrip(",")


def in_order(fault: str) -> tuple[int, str]:
    """Rows by the fault's number; those without one last."""
    number = planned(fault).removeprefix("F")
    return (int(number) if number.isdecimal() else 99), fault
