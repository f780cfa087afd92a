"""Lines and rolls of the story as words, for exports and for the bridge. The page has its own drawing of them."""

from collections.abc import Iterable
from typing import Final

from domain.core.audience import Audience
from domain.core.audience import named as seats_named
from domain.core.words import NO_WORDS, Ref, Typed, Words, listed, named, phrase, said, seat_ref, term
from domain.features.rolls.roll import Roll
from domain.features.table.story_log import Line
from domain.rules.rule_types import Part
from server.words.explanation import explanation

SPOKEN: Final = ("said", "whispered")
"""The kinds of lines whose speaker is named before the text."""


def line_in_words(line: Line, audience: Audience, speaker: Ref | Words) -> Words:
    """Return a line of the story in words. `speaker`: who said it, if it was said."""
    if line.kind not in SPOKEN:
        return line.text
    if line.kind == "said":
        return phrase("export-said", who=speaker, text=line.text)
    hearers = [seat_ref(hearer) for hearer in sorted(seats_named(audience) - {line.who})]
    if not hearers:  # the Storyteller reads every whisper, so she is not named as a hearer
        return phrase("export-whispered", who=speaker, text=line.text)
    return phrase("export-whispered-to", who=speaker, to=listed(hearers), text=line.text)


def roll_in_words(roll: Roll, roller: Ref | Words) -> Words:
    """Return a roll in words: who rolls and why, the pool, the faces, the result and its explanation."""
    reason = said(roll.reason)
    rolls = phrase("export-rolls-for", who=roller, reason=reason) if reason else phrase("export-rolls", who=roller)
    pool = phrase("export-pool", roller=rolls, parts=pool_in_words(roll.parts))
    if roll.difficulty:
        pool = phrase("export-against", pool=pool, difficulty=roll.difficulty)
    faces = Typed(" ".join("/".join(map(str, die)) for die in roll.faces))
    result = phrase(f"result-{roll.result.replace('_', '-')}")
    if roll.degree:
        result = phrase("list-more", first=result, next=term(roll.degree))
    thrown = phrase("export-faces", pool=pool, faces=faces) if roll.faces else phrase("export-no-dice", pool=pool)
    told = phrase("export-result", thrown=thrown, result=result)
    why = explanation(roll, willpower=roll.willpower)
    return phrase("export-why", roll=told, why=why) if why else told


def pool_in_words(parts: Iterable[Part]) -> Words:
    """Return the parts of a pool with their dice: "Strength 3 + Brawl 2 − wounds 1"."""
    shown: Words | None = None
    for label, dice in parts:
        part = phrase("export-part", label=named(label), dice=abs(dice))
        if shown is None:
            shown = phrase("export-first-minus", part=part) if dice < 0 else part
        else:
            shown = phrase("export-minus" if dice < 0 else "export-plus", before=shown, part=part)
    return shown or NO_WORDS
