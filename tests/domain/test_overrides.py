"""G0: what the Storyteller sets otherwise shows in the history, with her name."""

from domain.features.initiative import SetInitiative
from domain.features.story import Line
from domain.features.wounding import SetHealth
from tests.domain.fight import ST, Fight


def test_overrides_are_told_with_their_author() -> None:
    """G0: set health and set initiative are lines of the story, ruled by the Storyteller's seat."""
    fight = Fight("anna Strength 2 Intuition 2 Dexterity 2\n bert Strength 2 Intuition 1 Dexterity 1")
    fight.starts(anna=1, bert=0)
    fight.does(ST, SetHealth("anna", lethal=2))
    fight.does(ST, SetInitiative("bert", 3))
    ruled = [line for line in fight.full.all(Line) if line.kind == "ruled"]
    assert [(line.who, line.refs[0]) for line in ruled] == [("st", "anna"), ("st", "bert")]
    assert "2 lethal" in ruled[0].text
    assert "set to 3" in ruled[1].text
