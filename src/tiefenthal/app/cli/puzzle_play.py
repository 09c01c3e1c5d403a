"""A puzzle in the terminal: the table, a menu, and the verdict."""

import sys
import textwrap
from typing import Final

from tiefenthal.app.terminal import board
from tiefenthal.app.terminal.menu import Menu, make_menu, matching, menu_lines
from tiefenthal.app.terminal.output import say
from tiefenthal.app.terminal.plain import note
from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.phases import PLANNING, phase_of
from tiefenthal.engine.rules.refusal import IllegalActionError
from tiefenthal.engine.wording.refusals import refusal_words
from tiefenthal.i18n import Catalogue
from tiefenthal.players.analysis.words import reasons_words, steps_words
from tiefenthal.players.puzzles import Attempt, Puzzle, Verdict, judge_attempt
from tiefenthal.players.puzzles.data import DRAFT

INDENT: Final = "   "


class PuzzleSession:
    """You, a puzzle, and as many tries as you like."""

    def __init__(self, words: Catalogue, puzzle: Puzzle) -> None:
        self.words = words
        self.puzzle = puzzle
        self.attempt = Attempt(puzzle)
        self.queue: list[str] = []

    def run(self) -> None:
        """Until it is solved, shown or left."""
        say(self._title(), style="bold")
        if self.puzzle.older:
            note(self.words.say("puzzles.older.words"))
        say(self.words.say(f"puzzles.ask.{self.puzzle.kind}"))
        self._table()
        note(self.words.say("puzzles.commands", undo="u", again="r", answer="a", quit="q"))
        while not self.attempt.over:
            menu = make_menu(self.words, self.attempt.state, self.puzzle.seat, self.attempt.legal_actions())
            if not self.queue:
                self._moment(menu)
                try:
                    typed = self._read(menu)
                except EOFError:
                    return
                self.queue = [part.strip() for part in typed.replace(";", ",").split(",")] if typed.strip() else [""]
            command = self.queue.pop(0)
            if command in ("q", "quit"):
                return
            if command in ("a", "answer"):
                self._answer()
                return
            if not self._obey(command, menu):
                self.queue = []
        self._verdict(judge_attempt(self.puzzle, [action.text for action in self.attempt.actions]))

    def _title(self) -> str:
        theme = self.words.say(f"puzzles.theme.{self.puzzle.theme}")
        grade = self.words.say(f"puzzles.grade.{self.puzzle.grade}")
        modules = self.words.say("terminal.modules", n=self.puzzle.modules)
        return f"{self.words.say('puzzles.one', id=self.puzzle.id)}: {theme} · {grade} · {modules}"

    def _table(self) -> None:
        s, seat = self.attempt.start, self.puzzle.seat
        say(board.header(self.words, s, self.words.say("terminal.your-turn")))
        names = [self.words.say("seat.you") if one == seat else f"p{one + 1}" for one in range(len(s.players))]
        for one, name in enumerate(names):
            if one != seat:
                for line in board.other(self.words, s, one, name):
                    say(line)
        for line in board.market(self.words, s):
            say(line)
        for line in board.tavern(self.words, s, seat, True):
            say(line)
        if self.puzzle.kind == DRAFT:
            for line in board.coasters(self.words, s, names):
                say(line)

    def _moment(self, menu: Menu) -> None:
        s, seat = self.attempt.state, self.puzzle.seat
        say()
        if self.puzzle.kind != DRAFT:
            planning = phase_of(s) == PLANNING
            for line in (board.plan if planning else board.my_stores)(self.words, s, seat):
                say(line)
        for line in menu_lines(self.words, menu):
            say(line)

    def _read(self, menu: Menu) -> str:
        sys.stdout.flush()
        hint = f"[{menu.default.text}] " if menu.default is not None else ""
        typed = input(f"{hint}> ")
        if not sys.stdin.isatty():
            print(typed)
        return typed

    def _obey(self, command: str, menu: Menu) -> bool:
        if command in ("u", "undo", "r", "again"):
            kept = self.attempt.actions[:-1] if command in ("u", "undo") else []
            self.attempt = Attempt(self.puzzle)
            for action in kept:
                self.attempt.play(action)
            return True
        legal = self.attempt.legal_actions()
        found: list[Action] = []
        if not command:
            found = [menu.default] if menu.default is not None else []
        elif command.isascii() and command.isdigit():
            keys = [choice for choices in menu.groups.values() for choice in choices if str(choice.key) == command]
            found = [choice.action for choice in keys[:1]]
        else:
            found = matching(command, legal)
        if len(found) == 1:
            self.attempt.play(found[0])
            return True
        if found:
            say(self.words.say("terminal.which", actions=", ".join(action.text for action in found[:8])))
            return False
        try:
            self.attempt.play(command)
        except IllegalActionError as error:
            say(refusal_words(error.refusal, self.words), style="yellow")
        return False

    # --- what it is worth

    def _verdict(self, verdict: Verdict) -> None:
        say()
        say(self._about(verdict.result), style="bold")
        if verdict.result != "best":
            say(self._about("cost", verdict.cost))
        self._answer(verdict)

    def _answer(self, verdict: Verdict | None = None) -> None:
        puzzle, words = self.puzzle, self.words
        say(self._about("answer"), style="bold")
        self._print(" · ".join(steps_words(words, self.attempt.start, puzzle.seat, puzzle.answer)))
        own = verdict is not None and verdict.result != "best"
        reasons = verdict.reasons if verdict is not None else puzzle.reasons
        keys = ("puzzles.for-best", "puzzles.for-yours" if own else "puzzles.for-second")
        for sentence in reasons_words(words, self.attempt.start.setup.edition, reasons, *keys):
            self._print(sentence)
        if not own:
            say(self._about("margin", puzzle.margin))

    def _about(self, key: str, points: float = 0.0) -> str:
        """The sentence of this name; its version for a die if the puzzle is about one."""
        words, own = self.words, f"puzzles.{key}.{self.puzzle.kind}"
        key = own if words.has(own) else f"puzzles.{key}"
        return words.say(key, points=words.number(points, decimals=1), n=float(points))

    def _print(self, text: str) -> None:
        say("\n".join(textwrap.wrap(text, board.WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)))
