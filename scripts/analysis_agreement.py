"""Does the analysis name what the Master does? Game by game, for `scripts.measure_analysis`."""

import json
from pathlib import Path

from scripts.analysis_positions import Task, kept_game
from tiefenthal.analysis.moments import Moment, Moments
from tiefenthal.analysis.thinker import TURN, Candidate, Thinker
from tiefenthal.arena.workers import Work
from tiefenthal.bots.search.solo_turn import act, copy, key_of, open_table
from tiefenthal.chance import SeededChance
from tiefenthal.record.notation import read_record
from tiefenthal.rules.actions import READY_NOW, Action
from tiefenthal.rules.phases import PLANNING
from tiefenthal.rules.state import State
from tiefenthal.view import View

__all__ = ["Agreement"]


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
    """Whether the best option is what was done: the same answer; the same plan; the same table after the serving,
    whatever the order in which it was reached."""
    if moment.kind != TURN:
        return best.actions[0] is moment.actions[0]
    assert moment.after is not None
    if moment.phase == PLANNING:
        return plan(moment.state, seat, best.actions) == plan(moment.state, seat, moment.actions)
    return key_of(best.after, seat) == key_of(moment.after, seat)


class Agreement(Work[Task, str]):
    """Compares the decisions of the Master's games with the analysis."""

    def __init__(self, folder: Path, seed: str, budget: int) -> None:
        self.folder = folder
        self.seed = seed
        self.budget = budget

    def do(self, task: Task) -> str:
        """One game: how often they agree lies in a file afterwards."""
        path = self.folder / f"{task.name}-agreement-{self.budget}.jsonl"
        if not path.exists():
            moments = Moments(read_record(kept_game(task, self.folder, self.seed)))
            thinker = Thinker(self.budget, "0")
            lines: list[str] = []
            for (_, seat), evening in sorted(moments.evenings.items()):
                for moment in evening.decisions:
                    _, found = thinker.candidates(View(seat, moment.state))
                    same = agrees(moment, seat, found[0])
                    lines.append(json.dumps({"phase": moment.phase, "agrees": same, "options": len(found)}))
            beside = path.with_suffix(".part")
            beside.write_text("\n".join(lines) + "\n", encoding="utf-8")
            beside.replace(path)
        return task.name

    def lost(self, task: Task, why: str) -> str:
        """Say so."""
        return f"{task.name}: {why}"
