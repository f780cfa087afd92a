"""Dice over HTTP: odds from public parameters, a roll explained in words, and the odds of a draft command and its
practice throws."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from msgspec.structs import replace

from domain.command import Command
from domain.core.refusal import Refusal
from domain.core.words import Words
from domain.features.calls.answer_call import AnswerCall
from domain.features.calls.call_for_roll import CallForRoll
from domain.features.rolls.free_roll import Roll, RollInSecret
from domain.features.rolls.roll_modifiers import ModifyNextRoll, Visibility
from domain.features.scenes.chat import Say
from domain.features.scenes.chronicle import BeginScene
from domain.features.scenes.create_character import CreateCharacter
from domain.features.table.settings import build_rule_set
from domain.features.tasks.open_contest import OpenContest
from domain.features.tasks.work_on_task import WorkOnTask
from domain.rules.house_rules import NO_HOUSE_RULES
from domain.rules.rule_types import Throw
from server.client.enter import Entrance
from server.fold.commit_codec import read_command, write
from server.http.odds import DiceQuery, foreseen, odds_of
from server.http.types import Foreseen
from server.limits_and_timeouts import AGAINST_COST, DICE_QUESTIONS
from tests.domain import table as scene
from tests.domain.features.tasks.task_table import AtWork
from tests.in_english import english, parts_text
from tests.server.whole_server import Client, Guests


async def odds(guests: Guests, **asked: Any) -> Any:
    answer = await guests.call("GET", f"/api/odds?{urlencode(asked)}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_odds_are_told_from_the_question_alone(guests: Guests) -> None:
    """D9: the odds follow from the query and its switches alone, without a session or a table."""
    even = await odds(guests, rules="v20", pool=3, difficulty=10, switches="botch=negative-sum")
    chances = {each["result"]: each["chance"] for each in even["results"]}
    assert chances["success"] == chances["botch"]
    uneven = await odds(guests, rules="v20", pool=3, difficulty=10, switches="botch=rule-of-one")
    chances = {each["result"]: each["chance"] for each in uneven["results"]}
    assert chances["success"] != chances["botch"]
    assert uneven["net"][-1] == {"net": 3, "chance": 0.001, "at_least": 0.001}


async def test_odds_of_one_pool_against_another(guests: Guests) -> None:
    """E2: the odds of a resisted roll say how often the first pool wins, the second wins, or both are level."""
    found = await odds(guests, rules="revised", pool=1, against=1, against_difficulty=10)
    assert found["resisted"] == {"first": 0.45, "level": 0.5, "second": 0.05}


def in_english(words: list[Any]) -> str:
    """Return the words of an answer in English."""
    return english(msgspec.convert(words, Words))


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"rules": "chess", "pool": 3}, "no rule set"),
        ({"rules": "v20"}, "number of dice"),
        ({"rules": "v20", "pool": 3, "difficulty": 11}, "from 2 to 10"),
        ({"rules": "v20", "pool": 0}, "No dice are left"),
        ({"rules": "v20", "pool": 51}, "up to 50"),
        ({"rules": "v20", "pool": 3, "against": 31}, "up to 30"),
        ({"rules": "v20", "pool": 31, "against": 3}, "up to 30"),
        ({"rules": "v20", "pool": 3, "switches": "botch"}, "NAME=CHOICE"),
        ({"rules": "v20", "pool": 3, "switches": "botch=never"}, "The switch botch allows only"),
        ({"rules": "v20", "pool": "x"}, "is not valid"),
        ({"rules": "v20", "pool": 3, "seat": "anna"}, "is not valid"),
    ],
)
async def test_what_cannot_be_answered_is_said_in_a_sentence(guests: Guests, asked: Any, says: str) -> None:
    """An invalid query gets 400 and a query that the rules forbid gets 422, each with one sentence under `error`."""
    answer = await guests.call("GET", f"/api/odds?{urlencode(asked)}")
    assert answer.status_code == (400 if says == "is not valid" else 422)
    assert says in answer.json()["error"]


async def test_a_roll_is_explained_die_by_die(guests: Guests) -> None:
    """D4, S4: the explanation follows from the faces in the query."""
    asked = urlencode({"rules": "storytelling", "pool": 3, "faces": "10+4,8,3"})
    answer = await guests.call("GET", f"/api/explain?{asked}")
    told = answer.json()
    assert [in_english(words) for words in told["dice"]] == [
        "10, then 4: 1 success, rolled again once", "8: success", "3: no success",
    ]  # fmt: skip
    assert (in_english(told["explanation"]), told["net"], told["result"]) == ("2 successes.", 2, "success")
    assert told.keys() == {"dice", "explanation", "net", "result"}
    tens = await guests.call("GET", f"/api/explain?{urlencode({'rules': 'storytelling', 'faces': '0+4,8,3'})}")
    assert tens.json() == answer.json()
    wrong = await guests.call("GET", f"/api/explain?{urlencode({'rules': 'v20', 'faces': '11'})}")
    assert (wrong.status_code, "1 to 10" in wrong.json()["error"]) == (422, True)


async def test_who_asks_too_much_waits(guests: Guests) -> None:
    """Questions about dice are limited for each address."""
    codes = [
        (await guests.call("GET", "/api/odds?rules=v20&pool=3")).status_code
        for _ in range(int(DICE_QUESTIONS.burst) + 3)
    ]
    assert codes[0] == 200
    assert 429 in codes


async def test_two_pools_against_each_other_count_for_more(guests: Guests) -> None:
    """E2: a resisted query costs more of the rate limit, because its odds are slow to compute."""
    asked = "/api/odds?rules=v20&pool=3&against=3"
    codes = [(await guests.call("GET", asked)).status_code for _ in range(int(DICE_QUESTIONS.burst / AGAINST_COST) + 3)]
    assert codes[0] == 200
    assert 429 in codes


class Table:
    """A scene with Anna in it, and the odds of draft commands there."""

    def __init__(self, guests: Guests, teller: Entrance, anna: Entrance) -> None:
        self.guests, self.teller, self.anna = guests, teller, anna
        self.stream, self.actor = "", ""
        self.st: Client

    async def open(self) -> Table:
        lobby = await self.guests.sit(self.teller)
        made = CreateCharacter("Anna", player=self.anna.seat, traits=(("Strength", 3), ("Brawl", 2)))
        assert (await lobby.do(made))[0] == "accepted"
        assert (await lobby.do(BeginScene("The Docks")))[0] == "accepted"
        records = lobby.page.audiences["everyone"][2].values()
        self.stream = next(r[2] for r in records if r[0] == "SceneCard")
        self.actor = next(r[1] for r in records if r[0] == "Face")
        self.st = await self.guests.sit(self.teller, self.stream)
        return self

    async def foreseen(self, who: Entrance, command: Command) -> Any:
        draft = msgspec.msgpack.decode(write(command))
        answer = await self.guests.call("POST", "/api/odds", {"stream": self.stream, "command": draft}, who.token)
        return answer.json() if answer.status_code == 200 else (answer.status_code, answer.json()["error"])


@pytest.fixture
async def table(guests: Guests) -> Table:
    teller = await guests.chronicle()
    return await Table(guests, teller, await guests.invited(teller)).open()


async def test_a_pool_is_foreseen_while_it_is_built(table: Table) -> None:
    """D9: a draft gets the parts and the odds of its roll, and no dice are rolled."""
    roll = Roll("", table.actor, ("Strength", "Brawl"), penalty=1, difficulty=7)
    found = await table.foreseen(table.anna, roll)
    assert found.keys() <= set(Foreseen.__struct_fields__)
    assert in_english(found["dice"]) == "4 dice"
    assert found["parts"][:-1] == [["Strength", 3], ["Brawl", 2]]
    name, dice = found["parts"][-1]
    assert (in_english(name), dice) == ("penalty", -1)
    assert (found["pool"], found["difficulty"]) == (4, 7)
    assert sum(each["chance"] for each in found["results"]) == pytest.approx(1)
    records = table.st.page.audiences["everyone"][2].values()
    assert not [r for r in records if r[0] == "Roll"]


async def test_a_draft_that_would_be_refused_says_why(table: Table) -> None:
    """D2, D19: an illegal draft gets the sentence of the refusal."""
    empty = await table.foreseen(table.anna, Roll("", table.actor, ("Strength",), penalty=3))
    assert empty.keys() == {"refusal", "words"}
    assert in_english(empty["words"]) == f"{empty['refusal'].removesuffix('.')} (D19)."
    assert "No dice are left in this pool" in empty["refusal"]
    refused = await table.foreseen(table.anna, RollInSecret("", table.actor, ("Strength",)))
    assert in_english(refused["words"]) == "Only the Storyteller can do this (G1)."
    assert await table.foreseen(table.anna, ModifyNextRoll(table.actor, -2)) == refused, "what rolls nothing, too"


async def test_what_rolls_nothing_has_no_odds(table: Table) -> None:
    """A draft of a command without a roll, such as `Say`, has no odds."""
    assert await table.foreseen(table.anna, Say("hello")) is None


@pytest.mark.parametrize("visibility", ["unexplained", "hidden"])
async def test_odds_hint_at_nothing_hidden(table: Table, visibility: Visibility) -> None:
    """D9, X2: a modifier that the player may not see does not change the player's odds; the Storyteller's odds include
    it."""
    roll = Roll("", table.actor, ("Strength", "Brawl"))
    before = await table.foreseen(table.anna, roll)
    await table.st.do(ModifyNextRoll(table.actor, -2, visibility, "fog"))
    assert await table.foreseen(table.anna, roll) == before
    assert (await table.foreseen(table.teller, roll))["parts"][-1] == ["fog", -2]
    await table.st.do(ModifyNextRoll(table.actor, -1, "open", "rain"))
    assert (await table.foreseen(table.anna, roll))["parts"][-1] == ["rain", -1]


async def test_odds_hint_at_no_hidden_difficulty(table: Table) -> None:
    """D9, X3: a hidden difficulty does not change the player's odds, and a call with an openly hidden difficulty has no
    odds for the player."""
    roll = Roll("", table.actor, ("Strength",))
    before = await table.foreseen(table.anna, roll)
    await table.st.do(ModifyNextRoll(table.actor, difficulty=9))
    assert await table.foreseen(table.anna, roll) == before
    await table.st.do(CallForRoll(table.actor, "", ("Strength",), difficulty=8, hidden_difficulty=True))
    call = next(r[1] for r in table.st.page.audiences["everyone"][2].values() if r[0] == "Call")
    assert await table.foreseen(table.anna, AnswerCall(call)) is None
    assert (await table.foreseen(table.teller, AnswerCall(call)))["difficulty"] == 9


async def test_odds_of_what_is_asked_for_are_told(table: Table) -> None:
    """D9, G3: a call with a known or usual difficulty has odds."""
    await table.st.do(CallForRoll(table.actor, "", ("Strength",), modifier=1))
    call = next(r[1] for r in table.st.page.audiences["everyone"][2].values() if r[0] == "Call")
    found = await table.foreseen(table.anna, AnswerCall(call))
    assert (found["pool"], found["difficulty"]) == (4, 6)


async def test_only_who_sits_there_foresees_anything(table: Table) -> None:
    """Strangers, people of another chronicle, unknown streams and malformed drafts get no odds."""
    guests = table.guests
    roll = msgspec.msgpack.decode(write(Roll(dice=2)))
    assert (await guests.call("POST", "/api/odds", {"stream": table.stream, "command": roll})).status_code == 401
    other = await guests.chronicle("Other")
    for stream in (table.stream, "scene/x/y", "nonsense"):
        answer = await guests.call("POST", "/api/odds", {"stream": stream, "command": roll}, other.token)
        assert answer.status_code == 404
    drafts: list[Any] = [["Nothing"], ["FoundChronicle", "a", "b", "c", "v20"], {}, 7, 2**70, []]
    for draft in drafts:
        answer = await guests.call("POST", "/api/odds", {"stream": table.stream, "command": draft}, table.anna.token)
        assert answer.status_code == 422


async def test_a_draft_of_a_wrong_shape_is_refused_with_the_fields_name(table: Table) -> None:
    """A draft with a wrong or missing field gets the refusal that the same command gets on the socket."""
    roll = msgspec.msgpack.decode(write(Roll(dice=2)))
    wrong = {
        "reason: expected text, got a whole number.": ["Roll", 7, *roll[2:]],
        f"actor: expected all {len(roll) - 1} fields of Roll, got 1.": ["Roll", "sneaking"],
        f"Wrong content: expected all {len(roll) - 1} fields of Roll, got {len(roll)}.": [*roll, 1],
    }
    for sentence, draft in wrong.items():
        with pytest.raises(Refusal) as refused:
            read_command(write(draft))
        for path in ("/api/odds", "/api/practice"):
            answer = await table.guests.call("POST", path, {"stream": table.stream, "command": draft}, table.anna.token)
            assert (answer.status_code, answer.json()["error"]) == (422, f"This input is not valid. {sentence}")
            assert answer.json()["words"] == msgspec.json.decode(msgspec.json.encode(refused.value.words))


def test_a_free_botch_is_no_botch_in_the_odds_until_it_is_used_up() -> None:
    """D12, D9: while the free botch is unused, the odds show a botch as a failure, and the chances of the net successes
    stay the same."""
    table = scene.Table(**{"free-botch": "on"})
    roll = Roll("", "anna", ("Strength",))

    def chances() -> tuple[dict[str, float], Any]:
        found = foreseen(table.state.view(scene.ANNA), roll)
        assert found is not None
        return {each["result"]: each["chance"] for each in found["results"]}, found["net"]

    free, sums = chances()
    table.does(scene.ANNA, roll, 1, 3)
    used, same = chances()
    assert used["botch"] > 0
    assert "botch" not in free
    assert free["failure"] == pytest.approx(used["failure"] + used["botch"])
    assert (free["success"], sums) == (used["success"], same)


@pytest.mark.parametrize("rules", ["revised", "v20", "nightfall"])
@pytest.mark.parametrize("dice", [-3, -4])
def test_the_odds_of_what_hidden_dice_leave_nothing_of_are_a_failure(rules: str, dice: int) -> None:
    """D9, X2 (iii), D19: if a hidden penalty leaves no dice, the Storyteller's odds are a certain failure."""
    table = scene.Table(rules)
    table.does(scene.ST, ModifyNextRoll("anna", dice, "hidden"))
    found = foreseen(table.state.view(scene.ST), Roll("", "anna", ("Dexterity",)))
    assert found is not None
    assert found["results"] == [{"result": "failure", "chance": 1.0}]


def test_a_success_that_is_taken_without_a_roll_has_no_odds() -> None:
    """D10, D9: an automatic success has no odds, and an automatic success that the rules forbid is still refused."""
    table = scene.Table()
    easy = Roll("", "anna", ("Dexterity", "Firearms"), difficulty=5, automatic=True)
    assert foreseen(table.state.view(scene.ANNA), easy) is None
    with pytest.raises(Refusal, match="D10"):
        foreseen(table.state.view(scene.ANNA), replace(easy, difficulty=6))


@pytest.mark.parametrize("penalty", [0, 1, 2])
def test_a_specialty_that_is_a_die_is_foreseen_and_told_among_the_parts(penalty: int) -> None:
    """D7, S1, D9: a specialty die is a part before the penalties, and the odds are those of the number of dice that are
    rolled."""
    table = scene.Table("storytelling", "anna Strength 1")
    roll = Roll("", "anna", ("Strength",), penalty=penalty, specialty=True)
    found = foreseen(table.state.view(scene.ST), roll)
    assert found is not None
    table.does(scene.ST, roll, 2)
    made = table.roll()
    taken = (("penalty", -penalty),) if penalty else ()
    assert found["parts"] == made.parts
    assert parts_text(made.parts) == (("Strength", 1), ("specialty", 1), *taken)
    assert (found["pool"], len(made.faces)) == (made.pool, max(2 - penalty, 1))
    plain = odds_of(DiceQuery("storytelling", 2 - penalty))
    assert found["results"] == plain["results"]


def test_a_resisted_roll_is_foreseen_against_the_other_for_whoever_sees_both() -> None:
    """D9, E2: only the Storyteller, who sees both sheets, gets the odds of a contest; after one side has rolled, the
    remaining roll has its own odds."""
    table = AtWork()
    contest = table.opens(OpenContest("Arms", ("anna",), ("Strength",), opponents=("ben",), their_dice=2))
    mine, view = WorkOnTask(contest, "anna"), table.state.view
    told = foreseen(view(scene.ST), mine)
    assert told is not None
    expected = odds_of(DiceQuery("revised", 3, against=2))
    assert told["resisted"] == expected["resisted"]
    assert told["results"] == expected["results"]
    for_anna = foreseen(view(scene.ANNA), mine)
    assert for_anna is not None
    assert "resisted" not in for_anna
    table.works(contest, "ben", 8, 8)
    after = foreseen(view(scene.ST), mine)
    assert after is not None
    assert "resisted" not in after


async def test_a_practice_throw_is_thrown_for_its_seat_alone(table: Table) -> None:
    """A practice throw has the pool of the roll and dice that the rules judge; the stream gets no commit by it. A
    refused command and a command without a roll throw nothing."""
    before = table.st.page.audiences["everyone"][0]

    async def practise(command: Command) -> Any:
        draft = msgspec.msgpack.decode(write(command))
        body = {"stream": table.stream, "command": draft}
        return (await table.guests.call("POST", "/api/practice", body, table.anna.token)).json()

    thrown = [await practise(Roll("", table.actor, ("Strength", "Brawl"))) for _ in range(8)]
    for made in thrown:
        assert made["parts"] == [["Strength", 3], ["Brawl", 2]]
        assert [len(die) for die in made["faces"]] == [1] * 5
        rules = build_rule_set("revised", (), NO_HOUSE_RULES)
        judged = rules.judge(Throw(5, made["difficulty"]), tuple(map(tuple, made["faces"])))
        assert (made["net"], made["result"]) == (judged.net, judged.result)
    assert len({str(made["faces"]) for made in thrown}) > 1
    assert "refusal" in await practise(RollInSecret("", table.actor, ("Strength",)))
    assert await practise(Say("hello")) is None
    assert (await table.st.do(Say("next")))[0] == "accepted"
    assert table.st.page.audiences["everyone"][0] == before + 1
