"""Entering a whole box by keyboard, as fast as the page takes it or at a person's pace. Behind
`python -m tests.browser.box_typing`, which measures how long an owner needs."""

import argparse
import asyncio
import sys
import time
from collections.abc import Mapping
from typing import NamedTuple

from harness.browser.chromium import NoBrowserError, started_browser
from harness.browser.visitor import Visitor
from harness.server import Failure, fresh_server
from tests.box.boxes import other_box
from tiefenthal.engine.box import steps
from tiefenthal.engine.box.choices import BETWEEN, LISTS, WINTER
from tiefenthal.engine.box.fields import Field, Figure


class Pace(NamedTuple):
    """How long a person takes, in seconds."""

    key: float = 0.25
    """From key to key: 48 words a minute, an ordinary typist."""
    look: float = 0.8
    """To find the next figure on what lies before one."""
    card: float = 1.5
    """To take up the next card, or find the next area."""
    component: float = 6.0
    """To fetch the next component out of the box and read what is asked."""


AT_ONCE = Pace(0, 0, 0, 0)
MOST_MINUTES = 10.0
IN_HAND = ("card", "area", "regular", "guest")


class Typist:
    """Somebody who enters a box."""

    def __init__(self, me: Visitor, answers: Mapping[str, Figure], pace: Pace = AT_ONCE) -> None:
        self.me = me
        self.answers = answers
        self.pace = pace
        self.keys = 0
        self.figures = 0
        self.due = time.monotonic()
        """When a person would be as far as this; one who types does not wait for the page in between."""

    def enter_all(self, first: str = "", last: str = "") -> None:
        """Enter everything from a step to another, those included; the page must be at the first."""
        names = [step.id for step in steps()]
        wanted = names[names.index(first) if first else 0 : names.index(last) + 1 if last else None]
        for step in steps():
            if step.id not in wanted:
                continue
            self.me.until(f"document.querySelector('[data-step=\"{step.id}\"][aria-current=step]')", step.id)
            self.take(self.pace.component)
            for row in step.rows:
                asked = [field for field in row.fields if field.asked]
                if asked and row.what in IN_HAND:
                    self.take(self.pace.card)
                for field in asked:
                    self.enter(field)

    def enter(self, field: Field) -> None:
        """One figure; the focus must have come to it by itself."""
        self.me.until(f"document.activeElement?.dataset.field === '{field.id}'", f"the focus is at {field.id}")
        self.take(self.pace.look)
        for key in self.strokes(field):
            self.press(key)
        self.press("Enter")
        self.figures += 1

    def press(self, key: str) -> None:
        """One key."""
        self.me.page.keyboard.press(key)
        self.keys += 1
        self.take(self.pace.key)

    def take(self, seconds: float) -> None:
        """Let a person's time pass."""
        self.due += seconds
        time.sleep(max(0.0, self.due - time.monotonic()))

    def strokes(self, field: Field) -> list[str]:
        """The keys for an answer: digits, or the letters that the page shows beside what can be chosen."""
        answer = self.answers[field.id]
        if isinstance(answer, int):
            return list(str(answer))
        found: dict[str, str] = self.me.page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('[data-choice]')].map((one) => "
            "[one.dataset.choice, one.dataset.key]))"
        )
        strokes: list[str] = []
        for part in answer.split(BETWEEN) if field.choices == WINTER else [answer]:
            for choice in LISTS[field.choices]:
                amounts = [n for n in range(1, choice.most + 1) if choice.filled(n) == part]
                if amounts or choice.words == part:
                    strokes += [found[choice.words], *map(str, amounts)]
        assert strokes, (field.id, answer)
        return strokes


def measure(pace: Pace) -> int:
    """Enter a box at a person's pace and say how long it took; the exit status."""
    try:
        with fresh_server(["--address-rate", "100000", "--log-level", "warning"]) as server:
            asyncio.run(server.start())
            with started_browser() as browser:
                me = Visitor(browser, server.url)
                me.remember({"modules": 5})
                me.go("/box")
                me.until("document.querySelector('[data-field]')")
                typist = Typist(me, other_box(), pace)
                began = time.monotonic()
                typist.enter_all()
                me.until("document.querySelector('[data-box=keep]:not(:disabled)')", "everything is entered")
                minutes = (time.monotonic() - began) / 60
                left = me.page.get_attribute("[data-left]", "data-left")
                me.check()
                me.close()
    except (Failure, NoBrowserError, AssertionError) as error:
        print(f"FAILED: {error}", file=sys.stderr)
        return 1
    print(f"{typist.figures} figures with {typist.keys} keys in {minutes:.1f} minutes; {left} left ({pace})")
    return 0 if minutes <= MOST_MINUTES else 1


def main() -> int:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    for name, value in Pace()._asdict().items():
        parser.add_argument(f"--{name}", type=float, default=value, help=f"seconds ({value})")
    options = parser.parse_args()
    return measure(Pace(options.key, options.look, options.card, options.component))


if __name__ == "__main__":
    sys.exit(main())
