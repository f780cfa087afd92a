"""The fault plan's figures for the long run, so that a soak can print how much of the plan it did."""

from __future__ import annotations

from typing import Final, NamedTuple


class Planned(NamedTuple):
    """A fault in a few words, and its number in the long run (0: the plan has none)."""

    description: str = ""
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
    "F10": Planned("a failover loses commits", 200),
    "F11": Planned("the same, with a stale writer", 200),
    "F12": Planned("two masters", 100),
    "F13": Planned("connections to servers", 2_000),
    "F14": Planned("connections to the log", 2_000),
    "F15": Planned("commands twice, late", 10_000),
    "F16": Planned("links stopped one by one", 500),
    "F17": Planned("one-way silence"),
    "F18": Planned("clocks jump; into 2038", 500),
    "F19": Planned("random resume", 10_000),
    "F20": Planned("a seat with two tabs is closed", 1_000),
    "F21": Planned("a server is restarted, or upgraded"),
    "F22": Planned("all reconnect at once: 1,000, 10,000"),
    "F23": Planned("10,000 nearly idle connections"),
    "F24": Planned("a slow reader", 20),
    "F25": Planned("malformed frames", 50_000_000),
    "F26": Planned("conversations of 100 steps", 20_000),
    "F28": Planned("calls of each HTTP operation", 5_000),
    "F30": Planned("pairs whose secrets differ", 100_000),
    "F31": Planned("pairs, one with more hidden", 50_000),
    "F32": Planned("a secret roll just before", 10_000),
    "F35": Planned("minutes of 20 tables (a day: tests.soak.hours)", 1_440),
    "F36": Planned("backup during writes", 20),
    "S18": Planned("a seat sends ten times its limit: delays of the rest"),
    "S19": Planned("10,000 half-open handshakes, and a login"),
    "S11": Planned("hidden or absent, by response times", 10_000),
}


def planned(fault: str) -> str:
    """The plan's name for a fault of a certain place or kind."""
    return fault.partition(" ")[0].rstrip(",")


def in_order(fault: str) -> tuple[int, str]:
    """The sort key of a row: the fault's number; faults without a number come last."""
    number = planned(fault).removeprefix("F")
    return (int(number) if number.isdecimal() else 99), fault
