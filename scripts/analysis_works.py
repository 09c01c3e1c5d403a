"""Work for `scripts.measure_analysis` on whole games: reviews of the levels, luck, positions played on."""

import json
from pathlib import Path

from scripts.analysis_positions import Task, kept_game, moments, outcome
from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.game import Game
from tiefenthal.engine.record.notation import read_record
from tiefenthal.engine.view import View, determinize
from tiefenthal.players.analysis.luck import luck_of
from tiefenthal.players.analysis.moments import Moments
from tiefenthal.players.analysis.review import Part, Reviewer
from tiefenthal.players.analysis.thinker import Thinker
from tiefenthal.players.driver import drive, seated_bots
from tiefenthal.players.workers import Work

Row = dict[str, object]


class GameWork(Work[Task, str]):
    """A computation on a game that leaves a file of JSON lines beside its record."""

    what = ""

    def __init__(self, folder: Path, seed: str, budget: int) -> None:
        self.folder = folder
        self.seed = seed
        self.budget = budget

    def path(self, task: Task) -> Path:
        """The file of the lines."""
        return self.folder / f"{task.name}-{self.what}-{self.budget}.jsonl"

    def do(self, task: Task) -> str:
        """One game, unless it is done."""
        path = self.path(task)
        if not path.exists():
            rows = self.rows(task, kept_game(task, self.folder, self.seed))
            beside = path.with_suffix(".part")
            beside.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
            beside.replace(path)
        return task.name

    def rows(self, task: Task, text: str) -> list[Row]:
        """The lines of a game."""
        raise NotImplementedError

    def lost(self, task: Task, why: str) -> str:
        """Say so."""
        return f"{task.name}: {why}"


class Positions(GameWork):
    """The expectations in a game, and its result."""

    what = "positions"

    def rows(self, task: Task, text: str) -> list[Row]:
        """One for each position."""
        final = Game.from_record(text)
        thinker = Thinker(self.budget, "0")
        found: list[Row] = []
        for view, moment in moments(text, task.name):
            _, options = thinker.candidates(view)
            s = view.state
            found.append(
                {
                    "game": task.name,
                    "players": task.players,
                    "modules": task.modules,
                    "seat": view.seat,
                    "moment": moment,
                    "left": s.setup.edition.rounds - s.round,
                    "raw": [round(figure, 4) for figure in options[0].raw],
                    "out": outcome(final, view.seat),
                }
            )
        return found


class PlayedOn(GameWork):
    """A position of a game, played on again and again by the swift bot, with other luck in all that is hidden: what the
    chance to win was."""

    what = "played-on"
    times = 8

    def rows(self, task: Task, text: str) -> list[Row]:
        """The chance that was expected, and who won."""
        thinker = Thinker(self.budget, "0")
        there = list(moments(text, task.name))
        view, moment = there[(7 * task.number + 5 * task.modules + 3 * task.players) % len(there)]
        _, options = thinker.candidates(view)
        s = view.state
        return [
            {
                "game": task.name,
                "players": task.players,
                "moment": moment,
                "left": s.setup.edition.rounds - s.round,
                "win": round(options[0].raw.win, 4),
                "won": [self.played_on(view, f"{task.name} {time}") for time in range(self.times)],
            }
        ]

    def played_on(self, view: View, seed: str) -> float:
        """The seat's share of the victory."""
        luck = SeededChance(f"{seed} hidden")
        game = Game.from_state(determinize(view, luck), SeededChance(seed), seed)
        drive(game, seated_bots(["swift"] * game.players, seed))
        return outcome(game, view.seat)[2]


class Fortunes(GameWork):
    """The sums of luck with cards and dice."""

    what = "luck"

    def rows(self, task: Task, text: str) -> list[Row]:
        """One for each evening of a seat."""
        seen = Moments(read_record(text))
        thinker = Thinker(self.budget, "0")
        found: list[Row] = []
        for (number, seat), evening in sorted(seen.evenings.items()):
            thinker.start_afresh()
            luck = luck_of(thinker, evening, seen.ends.get(number - 1))
            if luck is not None:
                bot = seen.record.tags[f"Seat{seat + 1}"]
                found.append({"game": task.name, "bot": bot, "round": number, "cards": luck.cards, "dice": luck.dice})
        return found


class Levels(GameWork):
    """The accuracy of each seat, by review without the luck (`Fortunes`)."""

    what = "graded"

    def rows(self, task: Task, text: str) -> list[Row]:
        """One for each seat."""
        reviewer = Reviewer(text, self.budget)
        found = reviewer.gather([Part(*unit, reviewer.graded(unit), None) for unit in reviewer.units()])
        return [
            {
                "game": task.name,
                "bot": seat.name,
                "accuracy": seat.accuracy[0].accuracy,
                "cost": seat.cost,
                "score": seat.score,
                "costs": [(one.round, one.phase, one.cost) for one in found.decisions if one.seat == seat.seat],
                "expected": [standing.expected[seat.seat] for standing in found.standings[1:]],
                "chances": [standing.chances[seat.seat] for standing in found.standings],
            }
            for seat in found.seats
        ]
