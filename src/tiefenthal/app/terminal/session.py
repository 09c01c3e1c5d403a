"""A game in the terminal: shows the table, asks you, lets the bots play, and never loses the game."""

import contextlib
import sys
from datetime import datetime
from pathlib import Path
from tempfile import gettempdir
from typing import Final

from rich.text import Text

from tiefenthal.app.terminal import board
from tiefenthal.app.terminal.errors import CommandError, cannot, write_text
from tiefenthal.app.terminal.menu import Menu, any_action, make_menu, matching, menu_lines
from tiefenthal.app.terminal.output import new_table, say, show
from tiefenthal.app.terminal.plain import complain, note
from tiefenthal.app.terminal.rules import show_chapters, show_rule
from tiefenthal.app.terminal.story import Line, Story, plan_words
from tiefenthal.engine.game import Game, UndoError
from tiefenthal.engine.rules import actions as kinds
from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.phases import DRAFT, PLANNING, SERVING
from tiefenthal.engine.rules.scoring import points_by_source
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.wording.actions import action_words
from tiefenthal.engine.wording.names import capital
from tiefenthal.engine.wording.refusals import question_words, refusal_words
from tiefenthal.i18n import Catalogue, rulebook
from tiefenthal.players.bots import Bot, make_bot
from tiefenthal.players.bots.failure import failure_words

ADVISOR: Final = "greedy"
STAND_IN: Final = "greedy"
INTERRUPTED: Final = 130
LOG_LINES: Final = 25
QUIET: Final = (kinds.PLACE, kinds.MOVE, kinds.BACK, kinds.UNREADY)  # of others, in planning: told as a whole plan

SOURCE_KEYS: Final = ("nobles", "guests", "others", "schnapps", "reputation")  # as SOURCES has them


class LeaveError(Exception):
    """The player leaves the game."""


class Session:
    """You at one seat, bots at the others."""

    def __init__(self, words: Catalogue, game: Game, me: int, bots: dict[int, Bot], record: Path | None) -> None:
        self.words = words
        self.game = game
        self.me = me
        self.bots = bots
        self.record = record
        self.names = [
            words.say("seat.you") if seat == me else f"{bots[seat].name.capitalize() or 'Bot'} p{seat + 1}"
            for seat in range(game.players)
        ]
        self.story = Story(words, game, self.names, me)
        self.log: list[Line] = []
        self.shown: tuple[int, str] = (-1, "")
        self.advisor = make_bot(ADVISOR, f"{game.seed}/advice")
        self.queue: list[str] = []  # commands typed on one line, still to be done
        self.shown_ply = -1  # the decision before which the table was last shown

    @property
    def view(self) -> State:
        """What you may know."""
        return self.game.view(self.me).state

    # --- the game

    def run(self) -> None:
        """Play to the end, or until you leave; the record is kept either way."""
        _make_line_editing()
        try:
            self._welcome()
            while not self.game.over:
                acting = self.game.to_act
                if self.me in acting:
                    self.my_turn()
                else:
                    self.others_turn(acting[0])
            self._finish()
        except LeaveError:
            pass
        except EOFError:
            say()
            self._rescue()
        except KeyboardInterrupt:
            say()
            self._rescue()
            sys.exit(INTERRUPTED)
        except Exception:  # a bug: the game is not lost
            with contextlib.suppress(Exception):
                self._rescue()
            raise

    def _welcome(self) -> None:
        game = self.game
        others = ", ".join(name for seat, name in enumerate(self.names) if seat != self.me)
        modules = self.words.say("terminal.modules", n=game.modules)
        say(self.words.say("terminal.welcome", me=f"p{self.me + 1}", others=others, modules=modules))
        say(self.words.say("terminal.welcome.help"), style="dim")
        for line in self.story.begin():
            self.tell(line)
        starter = game.state.start_player
        if game.round <= 1:
            self.tell(Line(self.story.about("terminal.starts", starter)))

    def tell(self, line: Line) -> None:
        """Print a line of the story and keep it for the log."""
        self.log.append(line)
        if line.heading:
            say()
            say(f"== {line.text} ==", style="bold")
        else:
            say(Text(line.text, style="" if line.seat == self.me else "dim"))

    def others_turn(self, seat: int) -> None:
        """A bot decides; its plan is told when it is ready, not die by die."""
        game = self.game
        action = self._bots_choice(seat)
        planning = game.phase == PLANNING and action.kind in QUIET
        plan = plan_words(self.words, game.state, seat) if action.kind == kinds.READY else ""
        for number, line in enumerate(self.story.play(seat, action)):
            if number == 0 and planning:
                continue
            if number == 0 and plan:
                line = Line(self.words.say("terminal.plans", who=self.names[seat], plan=plan), seat)
            self.tell(line)

    def _bots_choice(self, seat: int) -> Action:
        """What a bot does. If it fails, say so, and continue with a stand-in's move."""
        game = self.game
        try:
            action = self.bots[seat].choose(game.view(seat), game.legal_actions(seat))
            if action in game.legal_actions(seat):
                return action
            reason = f"it gave the illegal action {getattr(action, 'text', action)!r}"
        except Exception as error:  # a bug in the bot
            reason = failure_words(error)
        complain(f"{self.names[seat]} failed ({reason}); the {STAND_IN} bot moves in its place")
        return make_bot(STAND_IN, f"{game.seed}/{seat}").choose(game.view(seat), game.legal_actions(seat))

    def do(self, action: Action) -> None:
        """Play my action and tell what came of it."""
        for number, line in enumerate(self.story.play(self.me, action)):
            if number == 0 and action.kind in QUIET:
                self.log.append(line)
            else:
                self.tell(line)

    # --- your turn

    def my_turn(self) -> None:
        """Show what there is and carry out one line of yours."""
        view = self.view
        menu = make_menu(self.words, view, self.me, self.game.legal_actions(self.me))
        if not self.queue:
            if self.game.ply != self.shown_ply:
                self._show_moment(view)
                self._show_menu(menu)
                self.shown_ply = self.game.ply
            self.queue = self._ask(menu)
        command = self.queue.pop(0)
        if not self.obey(command, menu):
            self.queue.clear()

    def _show_menu(self, menu: Menu) -> None:
        for line in menu_lines(self.words, menu):
            say(line)

    def _show_moment(self, view: State) -> None:
        """The table when a phase begins; after that only what changes."""
        moment = (view.round, self.game.phase)
        fresh = moment != self.shown
        decision = self.game.decisions[0]
        say()
        if fresh:
            say(board.header(self.words, view, self.words.say("terminal.your-turn")))
        if fresh and (moment[0] != self.shown[0] or self.game.phase == SERVING):
            self.show_table(view)
        elif fresh:
            for line in board.tavern(self.words, view, self.me, False):
                say(line)
        elif self.game.phase == PLANNING:
            for line in board.plan(self.words, view, self.me):
                say(line)
        elif self.game.phase == SERVING:
            for line in board.my_stores(self.words, view, self.me):
                say(line)
        self.shown = moment
        if self.game.phase == DRAFT:
            for line in board.coasters(self.words, view, self.names):
                say(line)
            if not fresh:
                for line in board.my_dice(self.words, view.players[self.me]):
                    say(line)
        if fresh or view.tasks:
            say(question_words(decision.question, self.words), style="bold")

    def show_table(self, view: State) -> None:
        """Everything on the table."""
        for seat, name in enumerate(self.names):
            if seat != self.me:
                for line in board.other(self.words, view, seat, name):
                    say(line)
        for line in board.market(self.words, view):
            say(line)
        points = self.words.say("n.points", n=self.game.scores[self.me])
        say(self.words.say("terminal.tavern", points=points), style="bold")
        for line in board.tavern(self.words, view, self.me, True):
            say(line)

    def _ask(self, menu: Menu) -> list[str]:
        hint = f"[{menu.default.text}] " if menu.default is not None else ""
        typed = self.read(f"{hint}> ")
        commands = [part.strip() for part in typed.replace(";", ",").split(",")]
        return commands if typed.strip() else [""]

    def read(self, prompt: str) -> str:
        """A line from the keyboard, or wherever the input comes from. Raises EOFError at its end."""
        sys.stdout.flush()
        try:
            typed = input(prompt)
        except UnicodeDecodeError:
            typed = "\ufffd"
        if not sys.stdin.isatty():
            print(typed)  # so that what is piped in can be read beside the answers
        return typed

    def agrees(self, question: str, default: bool = False) -> bool:
        """Ask for yes or no."""
        typed = self.read(f"{question} [{self._yes_or_no(default)}] ").strip().lower()
        return typed.startswith(("y", self.words.say("terminal.yes"))) or (default and not typed)

    def _yes_or_no(self, default: bool) -> str:
        yes, no = self.words.say("terminal.yes"), self.words.say("terminal.no")
        return f"{yes.upper()}/{no}" if default else f"{yes}/{no.upper()}"

    # --- commands

    def obey(self, command: str, menu: Menu) -> bool:
        """Carry out one command; False when it could not be."""
        word, _, rest = command.partition(" ")
        word = word.lower()
        rest = rest.strip()
        if word in ("?", "help", "h"):
            say(self.words.say("terminal.help"))
        elif word == "why":
            self.explain(rest)
        elif word in ("rule", "rules"):
            self.rule(rest)
        elif word in ("log", "deck", "board", "b", "menu", "m", "moves", "hint") and (not rest or word == "log"):
            self._look(word, rest, menu)
        elif word in ("undo", "u") and not rest:
            return self.undo()
        elif word == "save":
            return self.save(rest)
        elif word in ("quit", "q", "exit") and not rest:
            self.quit()
        elif word == "auto" and not rest:
            self.do(self.advice())
        elif word == "all" and not rest:
            return self.use_all()
        else:
            return self.act(command, menu)
        return True

    def act(self, command: str, menu: Menu) -> bool:
        """Find the action some words mean, and do it or say why not."""
        if not command:
            if menu.default is None:
                say(self.words.say("terminal.no-default"))
                return False
            return self._confirmed(menu.default)
        if command.isascii() and command.isdigit():
            for choices in menu.groups.values():
                for choice in choices:
                    if str(choice.key) == command:
                        return self._confirmed(choice.action)
            say(self.words.say("terminal.no-number", number=command[:20]))
            return False
        found = matching(command, self.game.legal_actions(self.me))
        if len(found) == 1:
            return self._confirmed(found[0])
        if found:
            texts = [action.text for action in found[:8]] + ["…"] * (len(found) > 8)
            say(self.words.say("terminal.which", actions=", ".join(texts)))
            return False
        self.explain(command)
        return False

    def _confirmed(self, action: Action) -> bool:
        """Ask for confirmation before ending with something left to do."""
        left = {other.kind for other in self.game.legal_actions(self.me)}
        questions: list[str] = []
        if action.kind == kinds.READY and kinds.PLACE in left:
            questions.append(self.words.say("terminal.sure.ready"))
        if action.kind == kinds.END and kinds.USE in left:
            questions.append(self.words.say("terminal.sure.dice"))
        elif action.kind == kinds.END and kinds.PLACE in left:
            questions.append(self.words.say("terminal.sure.unplaced"))
        if action.kind == kinds.END and kinds.BARD_SINGS in left:
            bards = self.words.say("n.bard", n=self.game.state.players[self.me].bards)
            questions.append(self.words.say("terminal.sure.bards", bards=bards))
        if not all(self.agrees(question) for question in questions):
            return False
        self.do(action)
        return True

    def explain(self, text: str) -> None:
        """Why something is not possible, with its rule."""
        if not text:
            say(self.words.say("terminal.why-what", example="why buy server"))
            return
        action = any_action(text)
        if action is None:
            say(self.words.say("terminal.not-understood", text=text[:60]))
            return
        refusal = self.game.why_not(self.me, action)
        if refusal is None:
            say(self.words.say("terminal.possible", action=action.text))
            return
        why = refusal_words(refusal, self.words)
        say(self.words.say("terminal.impossible", why=why, rule=refusal.rule), style="yellow")

    def rule(self, name: str) -> None:
        """Show a rule, a chapter, or the chapters."""
        try:
            if name:
                show_rule(name, self.words)
            else:
                show_chapters(self.words)
        except rulebook.UnknownRuleError:
            say(self.words.say("terminal.no-rule", rule=name[:20]))

    def _look(self, word: str, rest: str, menu: Menu) -> None:
        view = self.view
        if word == "log":
            count = int(rest[:6]) if rest.isascii() and rest.isdigit() else LOG_LINES
            for told in self.log[-count:] if count else []:
                say(f"== {told.text} ==" if told.heading else told.text)
        elif word == "deck":
            for line in board.deck(self.words, view, self.me):
                say(line)
        elif word in ("board", "b"):
            say(board.header(self.words, view, self.words.say("terminal.your-turn")))
            self.show_table(view)
        elif word in ("menu", "m"):
            self._show_menu(menu)
        elif word == "moves":
            texts = [action.text for action in menu.many]
            none = self.words.say("terminal.none")
            for line in board.labelled(self.words.say("terminal.label.moves"), texts or [none], ", "):
                say(line)
        elif word == "hint":
            action = self.advice()
            advised = action_words(view, self.me, action, self.words)
            say(self.words.say("terminal.hint", bot=ADVISOR, words=advised, action=action.text))

    def advice(self) -> Action:
        """What the advisor would do in your place."""
        return self.advisor.choose(self.game.view(self.me), self.game.legal_actions(self.me))

    def use_all(self) -> bool:
        """Use one die after the other until none is left or something is asked."""
        used = 0
        while self.me in self.game.to_act and not self.game.state.tasks:
            dice = [action for action in self.game.legal_actions(self.me) if action.kind == kinds.USE]
            if not dice:
                break
            self.do(dice[0])
            used += 1
        if not used:
            say(self.words.say("terminal.no-die"))
        return used > 0

    def undo(self) -> bool:
        """Take back your last decision."""
        try:
            self.game.undo(self.me)
        except UndoError:
            say(self.words.say("terminal.no-undo"))
            return False
        decisions = self.words.say("n.decisions", n=1)
        self.log.append(Line(self.story.about("happened.undone", self.me, decisions=decisions), self.me))
        say(self.words.say("terminal.undone"))
        if self.game.phase != self.shown[1]:
            self.shown = (self.game.round, "")
        return True

    # --- keeping the game

    def save(self, name: str) -> bool:
        """Write the record."""
        if not name and self.record is None:
            say(self.words.say("terminal.save-where", example="save my-game.record"))
            return False
        path = Path(name) if name else self.record
        assert path is not None
        there = path.exists() and path != self.record
        if there and not self.agrees(self.words.say("terminal.overwrite", path=str(path))):
            return False
        try:
            write_text(path, self.game.record)
        except CommandError as error:
            say(f"{capital(error.words(self.words))}.")
            return False
        self.record = path
        self._tell_saved(path)
        return True

    def quit(self) -> None:
        """Leave, and offer to save."""
        question, stay = self.words.say("terminal.leave"), self.words.say("terminal.leave.stay")
        typed = self.read(f"{question} [{self._yes_or_no(True)}, {stay}] ").strip().lower()
        if typed.startswith("c"):
            return
        unsaved = typed.startswith(("n", self.words.say("terminal.no")))
        if not unsaved and not self.save(str(self.record or _free_name(Path()))):
            return
        raise LeaveError

    def _rescue(self) -> None:
        """Leave without questions: keep the game if anything has been decided."""
        if self.game.ply == 0 or self.game.over:
            return
        for path in (self.record, _free_name(Path()), _free_name(Path(gettempdir()))):
            if path is not None:
                try:
                    write_text(path, self.game.record)
                except CommandError:
                    continue
                self._tell_saved(path)
                return
        raise cannot("not-saved")

    def _tell_saved(self, path: Path) -> None:
        command = f"tiefenthal play --terminal --resume {path}"
        note(self.words.say("terminal.saved", path=str(path), command=command))

    def _finish(self) -> None:
        outcome = self.game.outcome
        assert outcome is not None
        sources = [points_by_source(self.game.state, seat) for seat in range(self.game.players)]
        given = [source for source in range(len(SOURCE_KEYS)) if any(points[source] for points in sources)]
        table = new_table()
        sources_of_points = [self.words.say(f"pages.source.{SOURCE_KEYS[source]}") for source in given]
        last = (self.words.say("pages.source.all"), self.words.say("terminal.kept"))
        for column in ("", *sources_of_points, *last):
            table.add_column(column, justify="left" if not column else "right")
        for seat in sorted(range(self.game.players), key=lambda seat: (-outcome.scores[seat], -outcome.stored[seat])):
            parts = [str(sources[seat][source]) for source in given]
            table.add_row(self.names[seat], *parts, str(outcome.scores[seat]), str(outcome.stored[seat]))
        show(table)
        if self.record is None:
            note(self.words.say("terminal.keep-record", command="tiefenthal play --terminal --record FILE"))
        if self.record is not None:
            write_text(self.record, self.game.record)
            command = f"tiefenthal replay {self.record}"
            note(self.words.say("terminal.record", path=str(self.record), command=command))


def _free_name(folder: Path) -> Path:
    """A name for a saved game that no file has yet."""
    stem = datetime.now().astimezone().strftime("tiefenthal-%Y%m%d-%H%M%S")
    path = folder / f"{stem}.record"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{number}.record"
        number += 1
    return path


def _make_line_editing() -> None:
    """Arrow keys at the prompt, where the system has them."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401
