"""G0: the Storyteller's overrides are in the story under her name."""

from domain.features.characters.set_health import SetHealth
from domain.features.combat.initiative import SetInitiative
from domain.features.table.story_log import Line
from domain.options import options
from tests.domain.fight import ST, Fight
from tests.in_english import characters_in, line_text


def test_nobody_is_set_to_more_than_the_health_levels() -> None:
    """C29: damage of all kinds together is at most the number of health levels, and the form has that limit."""
    fight = Fight("anna Strength 2 Intuition 2 Dexterity 2")
    said = fight.refused(ST, SetHealth("anna", 3, 4, 1))
    assert said == "8 levels of damage are more than the 7 health levels. Set less damage (C29)."
    (offered,) = [o for o in options(fight.state.view(ST)) if o.command == "SetHealth"]
    assert {(i.name, i.most) for i in offered.inputs} == {("bashing", 7), ("lethal", 7), ("aggravated", 7)}
    fight.does(ST, SetHealth("anna", 3, 3, 1))


def test_overrides_are_told_with_their_author() -> None:
    """G0: setting health or initiative is a line of the story, by the Storyteller's seat."""
    fight = Fight("anna Strength 2 Intuition 2 Dexterity 2\n bert Strength 2 Intuition 1 Dexterity 1")
    fight.starts(anna=1, bert=0)
    fight.does(ST, SetHealth("anna", lethal=2))
    fight.does(ST, SetInitiative("bert", 3))
    ruled = [line for line in fight.full.all(Line) if line.kind == "ruled"]
    assert [(line.who, characters_in(line.text)[0]) for line in ruled] == [("st", "anna"), ("st", "bert")]
    assert "2 lethal" in line_text(ruled[0])
    assert "set to 3" in line_text(ruled[1])
