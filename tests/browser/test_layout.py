"""What stands where: boxes measured in a real browser, where a picture has shown that they were wrong."""

import re
from typing import Any

import pytest

from harness.browser.table import new_table, press
from harness.browser.visitor import Visit, Visitor
from tests.browser.looking import speak
from tiefenthal import i18n

HERE = {"kind": "here"}
BOT = {"kind": "bot", "bot": "random"}

PANEL = """() => {
    const paper = document.querySelector(".plan-paper");
    const last = document.querySelector(".plan-more").getBoundingClientRect();
    return { over: paper.scrollHeight - paper.clientHeight, below: last.bottom - paper.getBoundingClientRect().bottom };
}"""


def test_a_remembered_table_of_four_fits_on_the_start_panel(visit: Visit) -> None:
    """The bots are known later than the table, and make the panel longer."""
    me = visit(painted=False)
    me.remember({"players": 4, "modules": 5, "bots": ["master", "journeyman", "journeyman"]})
    for width, height in ((1920, 1080), (1366, 768)):
        me.page.set_viewport_size({"width": width, "height": height})
        me.go("/")
        me.until("document.querySelectorAll('.level').length > 3")
        for language in ("en", "de"):
            speak(me, language)
            me.rest()
            found = me.page.evaluate(PANEL)
            assert found["over"] <= 1, f"{width}, {language}: {found}"
            assert found["below"] <= 0, f"{width}, {language}: {found}"


def test_letters_keep_their_distances(visit: Visit) -> None:
    """A text twice as large is twice as long: no letter is moved to a whole pixel, so that no words run together."""
    me = visit(painted=False)
    me.remember()
    me.go("/")
    me.until("document.querySelector('.big-words small')")
    found: list[float] = me.page.evaluate(
        """async () => {
            await document.fonts.ready;
            return [...document.querySelectorAll(".big.wooden .big-words > small")].map((one) => {
                const range = document.createRange();
                range.selectNodeContents(one);
                one.style.whiteSpace = "nowrap";
                const [small, large] = [13, 26].map((size) => {
                    one.style.fontSize = `${size}px`;
                    return range.getBoundingClientRect().width;
                });
                return large / small;
            });
        }"""
    )
    assert len(found) > 3
    assert [one for one in found if abs(one - 2) > 0.01] == [], found


# The end of a game that Magda wins on the last evening, with her best evening there: Story alone, on a page of ours.
STORY = """async (evenings) => {
    const { html, render } = await import("/static/vendor/preact.js");
    const { Story } = await import("/static/js/pages/story.js");
    const { names } = await import("/static/js/core/words.js");
    names.value = ["Ada", "Magda", "Bruno", "Leni"].slice(0, evenings[0].length);
    document.querySelector("#story")?.remove();
    const place = document.createElement("div");
    place.id = "story";
    place.className = "end-wide";
    Object.assign(place.style, { position: "fixed", inset: "0 auto auto 0", width: "84rem", height: "34rem" });
    Object.assign(place.style, { display: "grid", gridTemplate: "1fr / 1fr", gridTemplateAreas: "none" });
    document.body.append(place);
    render(html`<${Story} evenings=${evenings} wide />`, place);
    await new Promise((resolve) => setTimeout(resolve, 0));
    await document.fonts.ready;
    for (let left = 3; left > 0; left -= 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    const box = (one) => one.getBoundingClientRect().toJSON();
    const all = (what) => [...place.querySelectorAll(what)].map(box);
    const said = [...place.querySelectorAll(".chart-name")].map((one) => one.textContent.trim());
    return { told: all(".chart-moment"), points: all(".chart-lines use"), names: all(".chart-name"), said };
}"""

GAMES = (
    [[0, 0], [0, 0], [12, 5], [13, 6], [24, 11], [34, 25], [35, 39], [46, 42], [55, 72]],
    [[0] * 4, [3, 9, 3, 3], [6, 13, 9, 12], [19, 32, 14, 34], [25, 33, 35, 46], [38, 47, 56, 82], [52, 70, 72, 104],
     [64, 162, 90, 134], [82, 263, 147, 193]],
    [[0] * 3, [3, 2, 4], [10, 8, 7], [28, 20, 13], [52, 41, 27], [73, 64, 65], [105, 90, 96], [132, 120, 131],
     [188, 167, 174]],
)  # fmt: skip


def test_a_great_evening_is_the_best_one_of_whoever_had_it(visit: Visit) -> None:
    """And not one on which the others had next to nothing."""
    me = visit(painted=False)
    me.remember()
    me.go("/")
    evenings = [[0, 0], [3, 4], [8, 9], [14, 14], [20, 21], [28, 30], [43, 31], [70, 50], [97, 72]]
    found = me.page.evaluate(
        """async (evenings) => (await import("/static/js/pages/story.js")).moments(evenings).map((one) =>
            [one.icon, one.seat, one.evening])""",
        evenings,
    )
    assert ["crown", 1, 7] in found or ["crown", 1, 8] in found, found


TRIED = """async ({ tried, scores, evenings }) => {
    const { html, render } = await import("/static/vendor/preact.js");
    const { TriedEnd } = await import("/static/js/pages/tried.js");
    const { Story } = await import("/static/js/pages/story.js");
    const { names } = await import("/static/js/core/words.js");
    names.value = ["Ada", "Magda"];
    const place = document.body.appendChild(document.createElement("div"));
    const story = html`<${Story} evenings=${evenings} first=${8} wide />`;
    render(html`<${TriedEnd} tried=${tried} scores=${scores} />${story}`, place);
    await new Promise((resolve) => setTimeout(resolve, 0));
    const all = (what) => [...place.querySelectorAll(what)].map((one) => one.innerText);
    const said = all(".end-tried p b, .end-tried th, .end-tried td");
    const evening = all(".story-table thead b");
    const told = place.querySelectorAll(".chart-moment").length;
    place.remove();
    return { said, evening, told };
}"""


@pytest.mark.parametrize(
    ("real", "now", "head"),
    [
        ([129, 139], [136, 137], "7 points more than in the real game"),
        ([129, 139], [128, 137], "1 point fewer than in the real game"),
        ([129, 139], [129, 137], "As many points as in the real game"),
        ([], [136, 137], "24 points from there"),
    ],
)
def test_a_try_is_compared_with_the_real_game(visit: Visit, real: list[int], now: list[int], head: str) -> None:
    """From the same moment on; and its only evening is the eighth, with nothing to point at."""
    me = visit()
    me.remember()
    me.go("/")
    tried = {"game": None, "seat": 1, "round": 8, "points": [112, 115], "scores": real}
    found = me.page.evaluate(TRIED, {"tried": tried, "scores": now, "evenings": [[112, 115], now]})
    rows = [("Real game", real[0])] if real else []
    told = [[name, f"112 → {points}", f"+{points - 112}"] for name, points in [*rows, ("This try", now[0])]]
    assert found["said"] == [head, *[cell for row in told for cell in row]]
    assert found["evening"] == ["8"]
    assert found["told"] == 0


def over(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes cover each other by more than a hair."""
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return across > 1 and down > 1


def test_the_story_of_the_evenings_hides_no_point(visit: Visit) -> None:
    me = visit()
    me.remember()
    me.go("/")
    told = 0
    for evenings in GAMES:
        seats = len(evenings[0])
        found: dict[str, Any] = me.page.evaluate(STORY, evenings)
        assert len(found["points"]) == seats * 8
        assert len(found["names"]) == seats
        told += len(found["told"])
        for one in found["told"]:
            assert not any(over(one, point) for point in found["points"]), "a point is hidden"
            assert not any(over(one, name) for name in found["names"]), "a name is hidden"
        last = [point for i, point in enumerate(found["points"]) if i % 8 == 7]
        # Each name stands at the end of its line: beside the last point, as high as it where the others leave room.
        order = sorted(range(seats), key=lambda seat: last[seat]["top"])
        for seat, name in zip(order, sorted(found["names"], key=lambda one: one["top"]), strict=True):
            assert 0 < name["left"] - last[seat]["right"] < 20
            middle = (last[seat]["top"] + last[seat]["bottom"]) / 2
            assert abs((name["top"] + name["bottom"]) / 2 - middle) < 20 * (seats - 1)
            if seats == 2:
                assert abs((name["top"] + name["bottom"]) / 2 - middle) < 6
                assert {one[-4:] for one in found["said"]} == {"+8.5", "−8.5"}
    assert told >= 2


def to_the_first_draft(me: Visitor, *seats: dict[str, str]) -> None:
    """Let the first guests stay; then the dice are taken."""
    table = new_table(me, *seats)
    me.go(f"/table/{table}")
    stay = "[data-action='stay'], #main-button:not([aria-disabled=true])"
    me.until(f"document.querySelector(\"{stay}\") || document.querySelector('.ph-draft')")
    if not me.page.locator(".ph-draft").count():
        press(me, stay)


@pytest.mark.parametrize("players", [3, 4])
def test_the_hint_of_the_draft_stays_clear_of_the_coasters(visit: Visit, players: int) -> None:
    me = visit(painted=False)
    to_the_first_draft(me, HERE, *[BOT] * (players - 1))
    me.until("document.querySelector('.ph-hint')", "the draft")
    for language in ("de", "uk"):
        speak(me, language)
        found: dict[str, Any] = me.page.evaluate(
            """() => {
                const box = (one) => one.getBoundingClientRect().toJSON();
                const range = document.createRange();
                range.selectNodeContents(document.querySelector(".ph-hint"));
                return { hint: box(range), coasters: [...document.querySelectorAll(".ph-coaster > svg")].map(box) };
            }"""
        )
        assert len(found["coasters"]) == players
        covered = [one for one in found["coasters"] if over(found["hint"], one)]
        assert covered == [], f"{language}: {found}"
    me.page.keyboard.press("ArrowRight")  # with a die in view it also says which ones are left to the next player
    me.until("document.querySelectorAll('.ph-next dl > div').length === 4")
    for language in ("uk", "de", "fr"):
        speak(me, language)
        cut = me.page.evaluate(
            "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.ph-next'))"
        )
        assert cut <= 0, f"{language}: a row is cut off"


def test_the_market_is_only_looked_at_while_guests_arrive(visit: Visit) -> None:
    """What the status line asks is what the button below does."""
    me = visit("phone", painted=False)
    table = new_table(me, HERE, BOT)
    me.go(f"/table/{table}")
    me.until("document.querySelector('#main-button')")
    before = me.page.inner_text(".phone-status")
    press(me, "[data-tab=market]")
    me.until("document.querySelector('[data-tab=market][aria-selected=true], [data-tab=market][aria-current]')")
    assert me.page.inner_text(".phone-status") == before


@pytest.mark.parametrize(("modules", "season"), [(1, "#summer"), (2, "")])
def test_the_door_and_the_end_know_the_season(visit: Visit, modules: int, season: str) -> None:
    """Module 1 is played in summer: no snow lies before the door, nor at the end."""
    me = visit()
    table = new_table(me, {"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Ben"}, modules=modules)
    me.go(f"/table/{table}")
    me.until("document.querySelector('.tv-stage, [data-enter]')")
    me.expected.append("404")  # the game has no record yet
    drawn = me.page.evaluate(
        """async () => {
            const { html, render } = await import("/static/vendor/preact.js");
            const { EndScreen } = await import("/static/js/pages/end.js");
            const { Door } = await import("/static/js/table/sharing.js");
            const { ending } = await import("/static/js/core/game.js");
            const place = document.body.appendChild(document.createElement("div"));
            const shown = async (what) => {
                render(what, place);
                await new Promise((resolve) => setTimeout(resolve, 0));
            };
            await shown(html`<${Door} seat=${2} />`);
            const wall = getComputedStyle(place.querySelector(".tv-door-wall")).backgroundImage;
            ending.value = { scores: [3, 2], winners: [1], stored: [0, 0], seed: "s", commitment: "c" };
            await shown(html`<${EndScreen} />`);
            return { wall, dawn: place.querySelector(".end-dawn").getAttribute("src") };
        }"""
    )
    assert drawn["dawn"] == f"/static/art/scene-dawn.svg{season}"
    assert drawn["wall"].endswith(f'/static/art/scene-door.svg{season}")')


@pytest.mark.parametrize(("modules", "season"), [(1, "#summer"), (2, "")])
def test_the_gate_knows_the_season(visit: Visit, modules: int, season: str) -> None:
    me = visit(painted=False)
    table = new_table(me, HERE, {"kind": "link"}, modules=modules)
    answer = me.context.request.post(
        f"/api/tables/{table}/links", data={"to": "join"}, headers={"origin": me.address}
    ).json()
    friend = visit()
    friend.go(answer["path"])
    friend.until("document.querySelector('.state.door')", "the gate")
    wall = friend.page.evaluate("getComputedStyle(document.querySelector('.state.door')).backgroundImage")
    assert wall.endswith(f'/static/art/scene-inn.svg{season}")')


WORDS_OUT = """() => [...document.querySelectorAll(".big .big-words > *")].flatMap((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const { left, right } = one.closest(".big").getBoundingClientRect();
    return [...range.getClientRects()]
        .filter((box) => box.left < left + 4 || box.right > right - 4)
        .map((box) => `${one.textContent}: ${[box.left, box.right, left, right].map(Math.round).join(" ")}`);
})"""


@pytest.mark.parametrize("width", [360, 1366, 1920])
def test_the_words_of_the_start_stay_on_their_tiles(visit: Visit, width: int) -> None:
    height = {360: 740, 1366: 768, 1920: 1080}[width]
    me = visit("phone" if width < 700 else "desk", painted=False, viewport={"width": width, "height": height})
    me.remember()
    me.go("/")
    for language in i18n.CODES:
        speak(me, language)
        assert me.page.evaluate(WORDS_OUT) == [], language


def lightness(colour: str) -> float:
    """How light a colour is, as WCAG counts it."""
    parts = [float(part) for part in re.findall(r"[\d.]+", colour.partition(" / ")[0])][:3]
    if colour.startswith("rgb"):
        parts = [part / 255 for part in parts]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("modules", [1, 2])
def test_what_stands_before_the_door_can_be_read(visit: Visit, modules: int) -> None:
    """Summer or winter, by day or night: it has a ground of its own."""
    me = visit()
    me.go(f"/table/{new_table(me, HERE, BOT, modules=modules)}")
    me.until("document.querySelector('[data-main]')")
    for _ in range(3):  # a choice may come first
        if me.page.locator(".ph-heaps").count():
            break
        press(me, "[data-action]")
        me.rest()
    me.until("document.querySelector('.ph-heap-name')")
    found = me.page.evaluate(
        """[...document.querySelectorAll(".ph-heap-name, .ph-heap-name small")].map((one) => [
            getComputedStyle(one).color, getComputedStyle(one.closest(".ph-heap-name")).backgroundColor,
        ])"""
    )
    assert len(found) == 4
    for ink, ground in found:
        assert "none" not in ground
        light, dark = sorted((lightness(ink), lightness(ground)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) > 4.5, (ink, ground)
