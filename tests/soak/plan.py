"""The fault plan's figures for the long run, so that a soak can print how much of the plan it did."""

from __future__ import annotations

from typing import Final, NamedTuple


class Planned(NamedTuple):
    """A fault in a few words, and its number in the long run (0: the plan has none)."""

    description: str = ""
    long: int = 0


PLAN: Final = {
    "FLT1": Planned("a server dies", 1_000),
    "FLT2": Planned("a server is paused", 300),
    "FLT3": Planned("Redis dies", 500),
    "FLT4": Planned("a slow disk, then a kill", 100),
    "FLT5": Planned("the disk fails", 200),
    "FLT6": Planned("the disk is full", 100),
    "FLT7": Planned("power cut, Redis", 1_000),
    "FLT8": Planned("power cut, SQLite", 1_000),
    "FLT9": Planned("flipped bits, cut files", 1_000),
    "FLT10": Planned("a failover loses commits", 200),
    "FLT11": Planned("the same, with a stale writer", 200),
    "FLT12": Planned("two masters", 100),
    "FLT13": Planned("connections to servers", 2_000),
    "FLT14": Planned("connections to the log", 2_000),
    "FLT15": Planned("commands twice, late", 10_000),
    "FLT16": Planned("links stopped one by one", 500),
    "FLT17": Planned("one-way silence"),
    "FLT18": Planned("clocks jump; into 2038", 500),
    "FLT19": Planned("random resume", 10_000),
    "FLT20": Planned("a seat with two tabs is closed", 1_000),
    "FLT21": Planned("a server is restarted, or upgraded"),
    "FLT22": Planned("all reconnect at once: 1,000, 10,000"),
    "FLT23": Planned("10,000 nearly idle connections"),
    "FLT24": Planned("a slow reader", 20),
    "FLT25": Planned("malformed frames", 50_000_000),
    "FLT26": Planned("conversations of 100 steps", 20_000),
    "FLT28": Planned("calls of each HTTP operation", 5_000),
    "FLT30": Planned("pairs whose secrets differ", 100_000),
    "FLT31": Planned("pairs, one with more hidden", 50_000),
    "FLT32": Planned("a secret roll under way, or just before", 10_000),
    "FLT35": Planned("minutes of 20 tables (a day: tests.soak.hours)", 1_440),
    "FLT36": Planned("backup during writes", 20),
    "SEC18": Planned("a seat sends ten times its limit: delays of the rest"),
    "SEC19": Planned("10,000 half-open handshakes, and a login"),
    "SEC11": Planned("hidden or absent, by response times", 10_000),
}


def planned(fault: str) -> str:
    """The plan's name for a fault of a certain place or kind."""
    return fault.partition(" ")[0].rstrip(",")


def in_order(fault: str) -> tuple[int, str]:
    """The sort key of a row: the fault's number; faults without a number come last."""
    number = planned(fault).removeprefix("F")
    return (int(number) if number.isdecimal() else 99), fault
