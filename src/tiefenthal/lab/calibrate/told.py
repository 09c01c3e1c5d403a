"""Games told elsewhere: a training run that draws its editions from the search space plays tens of thousands of them,
and each says a little about the figures it was played with.

A line is a game: where its figures lie in the space, its set-up and its story (`arena.stories`). A reader of them
has to have the same levers. They are games of a player that explores: they say roughly what a candidate's games say.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

from tiefenthal.lab.arena.balance import Balance
from tiefenthal.lab.arena.lineups import Setting
from tiefenthal.lab.arena.stories import GameGroup, GameStory, SelfPlay, story_from_json, story_json
from tiefenthal.lab.calibrate import CalibrationError
from tiefenthal.lab.calibrate.aims import Key, findings
from tiefenthal.lab.calibrate.space import Space, Values

Figures = dict[Key, tuple[float, float, float]]


def told_line(values: Values, modules: int, story: GameStory) -> str:
    """A game as a line."""
    return json.dumps({"values": values, "modules": modules, "story": story_json(story)}, separators=(",", ":"))


def told_games(path: Path, space: Space) -> Iterator[tuple[Values, Figures]]:
    """The games of a file, each with its values and figures."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                found = json.loads(line)
                values = tuple([int(value) for value in found["values"]])
                if len(values) != len(space.levers):
                    raise CalibrationError(f"{path} tells games of another search space; name another file")
                setting = Setting(len(found["story"]["seats"]), int(found["modules"]))
                group = GameGroup(setting, by_lot=False)
                edition = space.kept_edition(values)
                story = story_from_json(found["story"], SelfPlay("", (group,), "", edition))
                told = findings(Balance("", [group], [story], 1, "", edition))
                yield values, {key: (one.figure, one.low, one.high) for key, one in told.items()}
    except OSError as error:
        raise CalibrationError(f"{path} cannot be read: {error.strerror or error}") from None
    except (EOFError, ValueError, KeyError, TypeError, IndexError):
        raise CalibrationError(
            f"{path} is damaged, or no file of told games; name the told.jsonl.gz of a training run"
        ) from None
