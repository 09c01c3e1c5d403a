"""The review of a record file, and hints at the table, in a real browser."""

from pathlib import Path

import pytest

from harness.browser.table import new_table
from harness.browser.visitor import Visit, Visitor
from tests.server.live.helpers import choose
from tiefenthal import new_game


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """An evening of two seats who do as little as they can."""
    game = new_game(2, 1, "in a browser")
    game.tags |= {"Seat1": "Ada", "Seat2": "Balthasar"}
    while game.round < 2:
        seat = game.to_act[0]
        game.play(seat, choose([action.text for action in game.legal_actions(seat)]))
    path = tmp_path / "game.txt"
    path.write_text(game.record, "utf-8")
    return path


CUT = """() => {
    const list = document.querySelector(".rv-steps");
    const first = list.firstElementChild;
    while (list.children.length < 13) list.append(first.cloneNode(true));
    const words = "Den Würfel von der Bierlieferung (1) zur Kasse";
    for (const one of list.querySelectorAll("button")) one.textContent = words;
    const { top, bottom } = list.getBoundingClientRect();
    const floor = Math.min(bottom, innerHeight);
    return [...list.querySelectorAll("button")]
        .map((one) => one.getBoundingClientRect())
        .filter((box) => box.top < top - 0.5 || box.bottom > floor + 0.5)
        .map((box) => `${box.top} to ${box.bottom} in ${top} to ${floor}`);
}"""
"""Steps of a long turn that are cut off."""


def test_a_record_file_is_reviewed_shown_and_played_on_from(visit: Visit, record: Path) -> None:
    me = visit(painted=False)
    me.remember(language="de")
    me.go("/review")
    page = me.page
    page.wait_for_selector(".rv-drop")
    wrong = record.with_name("wrong.txt")
    wrong.write_text("This is no game.\n", "utf-8")
    page.set_input_files("input[type=file]", wrong)
    assert "Aufzeichnung" in page.locator(".rv-problem").inner_text()
    page.set_input_files("input[type=file]", record)
    me.until(
        "document.querySelector('.rv-main') && !document.querySelector('.rv-progress progress')", "the whole review"
    )
    assert page.locator(".rv-chances tbody tr").count() == 2
    who = [text.strip() for text in page.locator(".rv-chances tbody th").all_inner_texts()]
    assert who == ["Ada", "Balthasar"]
    assert page.locator(".rv-dot-row .rv-dot").count() >= 4
    figures_agree(me)
    card = page.locator(".rv-decision").first
    better = card.locator(".rv-better li").all_inner_texts()
    assert better
    assert card.locator(".rv-reason").count() >= 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Show me, by keyboard; and back to the same card.
    card.locator("[data-review=show]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".rv-moment .tv-main-area")
    steps = page.locator(".rv-steps button").all_inner_texts()
    assert set(better) <= set(steps)
    page.keyboard.press("ArrowRight")
    me.until("document.querySelector('.rv-steps [aria-current]')")
    assert page.locator(".rv-moment .replay-say").inner_text() == steps[0]
    assert page.evaluate(CUT) == []
    page.keyboard.press("Escape")
    page.wait_for_selector(".rv-costliest")
    me.until("document.activeElement?.matches('[data-review=show]')")
    # Another language says it again.
    page.locator(".language-choice select").select_option("fr")
    me.until(f"!document.querySelector('.rv-better li').innerText.includes({better[0]!r})")
    page.locator("[data-review=try]").first.click()
    page.wait_for_selector(".tv-stage .tv-status")
    assert "/table/" in page.url


def figures_agree(me: Visitor) -> None:
    """As they are read on the page: what was lost adds up, by evening, by phase and by part of the game."""

    def read(text: str) -> float:
        return abs(float(text.replace("−", "-").replace(",", ".").split()[0]))

    page = me.page
    for seat in range(2):
        name = page.locator(".rv-dots tbody th").nth(seat).inner_text()
        row = page.locator(".rv-dots tbody tr").nth(seat)
        lost = read(page.locator(".rv-seats > li").nth(seat).locator(".rv-cost").inner_text())
        assert lost > 0, name
        assert read(row.locator(".rv-sum").inner_text()) == lost
        assert round(sum(read(one) for one in row.locator(".rv-lost").all_inner_texts()), 1) == lost
        rows = page.locator(".rv-phases tbody tr")
        phases = [rows.nth(n).locator("td").nth(seat).inner_text() for n in range(rows.count())]
        parted = [n for n in range(rows.count()) if "rv-parting" in (rows.nth(n).get_attribute("class") or "")]
        told = [0.0 if "–" in one else read(one) for one in phases]
        assert len(parted) == 2
        for these in (told[: parted[0]], told[parted[0] : parted[1]], told[parted[1] :]):
            assert round(sum(these), 1) == lost, (name, phases)
        accuracy = float(page.locator(".rv-seats > li").nth(seat).locator(".rv-accuracy b").inner_text())
        assert abs(accuracy - (100 - lost / 2)) <= 0.55
        ends = [(one or "").strip() for one in page.locator(".rv-chances .chart-final").all_text_contents()]
        table = page.locator(".rv-chances tbody tr").nth(seat).locator("td").last.inner_text()
        assert table in ends
    assert not {"%"} & set("".join(page.locator(".rv-decision").all_inner_texts()))
    assert page.locator(".rv-decision .rv-grade.best, .rv-decision .rv-grade.good").count() == 0


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_hint_in_three_presses(visit: Visit, size: str) -> None:
    me = visit(size, painted=False)
    me.remember()
    table = new_table(me, {"kind": "here", "name": "Ada"}, {"kind": "bot", "bot": "random"})
    me.go(f"/table/{table}")
    page = me.page
    me.until("document.querySelector('.hint-button:not([aria-disabled])')", "my turn")
    for level in (1, 2, 3):
        if size == "desk":
            page.keyboard.press("0")
        else:
            page.locator(".hint-button").tap()
        page.wait_for_selector(f".hint-card[data-level='{level}']")
        assert page.locator(".hint-nudge").inner_text()
        assert (page.locator(".hint-steps li").count() > 0) is (level > 1)
        assert (page.locator(".hint-outlook").count() > 0) is (level > 2)
    me.until("[...document.querySelectorAll('#live p')].some((one) => one.innerText.includes('±'))", "it is read out")
    page.locator("[data-hint-step]").first.click()
    me.until("!document.querySelector('.hint-card') || document.querySelector('.hint-steps .done')", "it is followed")
