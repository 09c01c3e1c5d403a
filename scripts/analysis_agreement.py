"""Does the analysis name what the Master does? Game by game, for `scripts.measure_analysis`."""

from scripts.analysis_positions import Task
from scripts.analysis_works import GameWork, Row
from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.record.notation import read_record
from tiefenthal.engine.rules.actions import READY_NOW, Action
from tiefenthal.engine.rules.phases import PLANNING
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View
from tiefenthal.players.analysis.judge import NOTHING
from tiefenthal.players.analysis.moments import Moment, Moments
from tiefenthal.players.analysis.thinker import TURN, Candidate, Thinker
from tiefenthal.players.bots.neural.bot import NeuralBot
from tiefenthal.players.bots.search import best_turns
from tiefenthal.players.bots.search.solo_turn import act, copy, key_of, open_table


def plan(before: State, seat: int, actions: list[Action]) -> list[tuple[int, int]]:
    """Where the dice stand when a plan is ready."""
    luck = SeededChance("none is needed")
    s = copy(open_table(before, seat), seat)
    for action in actions:
        if action is READY_NOW:
            break
        act(s, seat, action, luck)
    p = s.players[seat]
    return sorted(zip(p.places, p.faces, strict=True))


def agrees(moment: Moment, seat: int, best: Candidate) -> bool:
    """Whether the best option is the move played: the same answer; the same plan; the same table after the serving,
    whatever the order in which it was reached."""
    if moment.kind != TURN:
        return best.actions[0] is moment.actions[0]
    assert moment.after is not None
    if moment.phase == PLANNING:
        return plan(moment.state, seat, best.actions) == plan(moment.state, seat, moment.actions)
    return key_of(best.after, seat) == key_of(moment.after, seat)


def behind(thinker: Thinker, moment: Moment, seat: int, found: list[Candidate]) -> float | None:
    """By how many points the judge, without a look at the next evening, thinks less of what was done than of the best
    option; None for a plan, which is judged by the best turn that is left with it."""
    if moment.kind != TURN:
        return found[0].worth - next(one.worth for one in found if one.actions[0] is moment.actions[0])
    if moment.phase == PLANNING or moment.after is None:
        return None
    best, mine = thinker.judge.judge([found[0].after, moment.after], seat)
    return best - mine


class Agreement(GameWork):
    """Compares the decisions of the Master's games with the analysis."""

    what = "agreement"

    def rows(self, task: Task, text: str) -> list[Row]:
        """One for each decision."""
        seen = Moments(read_record(text))
        thinker = Thinker(self.budget, "0")
        found: list[Row] = []
        for (_, seat), evening in sorted(seen.evenings.items()):
            for moment in evening.decisions:
                _, options = thinker.candidates(View(seat, moment.state))
                same = agrees(moment, seat, options[0])
                row: Row = {"game": task.name, "phase": moment.phase, "agrees": same}
                if not same:
                    row["behind"] = behind(thinker, moment, seat, options)
                found.append(row)
        return found


class OtherMaster(GameWork):
    """Compares the turns of the Master's games with what another Master, whose luck in sampling is another one, finds
    in the same time: more agreement is not to be had."""

    what = "other-master"

    def rows(self, task: Task, text: str) -> list[Row]:
        """One for each plan and each serving."""
        seen = Moments(read_record(text))
        bot = NeuralBot("another")
        found: list[Row] = []
        for (_, seat), evening in sorted(seen.evenings.items()):
            for moment in evening.decisions:
                if moment.kind == TURN:
                    luck = SeededChance("another")
                    turn = best_turns(moment.state, seat, bot.judge, bot.effort, luck, bot.heuristic(moment.state))[0]
                    same = agrees(moment, seat, Candidate(turn.actions, turn.after, NOTHING, turn.worth))
                    found.append({"game": task.name, "phase": moment.phase, "agrees": same})
        return found
