"""What people do around a game: choosing on the start screen, opening windows, leaving the rest to a bot."""

from typing import Any

from harness.browser.visitor import Visitor
from harness.patience import PATIENCE

# What the client knows of the moment; only read, never played with.
MOMENT = """async () => {
    const { asked, board, ending, seat, update } = await import("/static/js/core/game.js");
    const mine = (update.value?.decisions ?? []).find((one) => one.seat === seat.value);
    return {
        over: ending.value !== null, asked: asked.value, ply: update.value?.ply ?? -1, seat: seat.value,
        round: board.value?.round ?? 0, phase: board.value?.phase ?? "", rule: mine?.rule ?? "",
    };
}"""


def choose(me: Visitor, field: str, value: object) -> None:
    """Press one of a few that stand side by side."""
    press(me, f"label:has(input[name='{field}'][value='{value}'])")


def press(me: Visitor, selector: str) -> None:
    """Press the first of these, with a mouse or a finger."""
    found = me.page.locator(selector).first
    if me.touch:
        found.tap()
    else:
        found.click()


def begin(me: Visitor) -> str:
    """Press Play on the start screen; the id of the table."""
    press(me, "button.big.play")
    me.until("location.pathname.startsWith('/table/') && document.querySelector('.tv-stage, .phone-grid')")
    return me.table


def new_table(
    me: Visitor, *seats: dict[str, str], modules: int = 1, pace: str = "instant", edition_text: str | None = None
) -> str:
    """Open a table behind the scenes, for tests that are about something else; its id."""
    me.context.add_init_script("localStorage['tiefenthal-start'] ??= JSON.stringify({ met: true })")
    me.context.request.post("/api/session", data={"name": "Ada"}, headers={"origin": me.address})
    plan = {"seats": list(seats), "modules": modules, "pace": pace, "edition_text": edition_text}
    answer = me.context.request.post("/api/tables", data=plan, headers={"origin": me.address})
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def moment(me: Visitor) -> dict[str, Any]:
    """What is going on at the table."""
    found: dict[str, Any] = me.page.evaluate(MOMENT)
    return found


def hand_over(me: Visitor, bot: str) -> int:
    """Let a bot play on for whoever the screen belongs to, without the menu; whose seat that was. While the screen is
    turned to somebody else there is no line to say it on."""
    seat: int = me.page.evaluate(
        """async ([bot, patience]) => {
            const { seat, send } = await import("/static/js/core/game.js");
            const end = performance.now() + patience;
            for (;;) {
                const answer = await send({ type: "hand-over", bot });
                if (answer.type !== "refused") return seat.value;  // of the line that it came by
                if (answer.code !== "lost" || performance.now() > end) throw new Error(JSON.stringify(answer));
                await new Promise((resolve) => setTimeout(resolve, 10));
            }
        }""",
        [bot, PATIENCE * 1000],
    )
    return seat


def leave_to_bot(me: Visitor, bot: str = "") -> None:
    """Let a bot play on, by the menu of the wide table; a bot that is named (a quick one) without it."""
    if bot:
        hand_over(me, bot)
        return
    narrow = me.page.viewport_size
    me.page.set_viewport_size({"width": 1366, "height": 768})
    me.page.locator("[data-open=menu]").click()
    me.page.locator("[data-seat=hand]").click()
    me.page.locator("[data-seat=handed]").click()
    if narrow is not None:
        me.page.set_viewport_size(narrow)


# A quiet listener: a table whose people have all left waits for them.
LISTEN = """(table) => new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket?board=2`);
    socket.onmessage = ({ data }) => { if (JSON.parse(data).type === "over") resolve(socket.close()); };
    socket.onclose = ({ code }) => reject(new Error(`the line was closed with ${code}`));
})"""


def skip_to_end(me: Visitor, bot: str = "random") -> None:
    """Have a bot play the rest without drawing it, which is most of the work; then come back to the end."""
    table = me.table
    leave_to_bot(me, bot)
    me.page.goto("/api/bots")
    me.page.evaluate(LISTEN, table)
    me.go(f"/table/{table}")
    until_over(me)


def until_over(me: Visitor, sign: str = "main.end .end-dice code") -> None:
    """Wait for the end of the game, or another sign, as long as anything happens on the screen."""
    while not me.page.locator(sign).count():
        seen = me.page.evaluate("window.seen")
        me.until(f"window.seen !== {seen} || document.querySelector('{sign}')", "the game goes on")


# Signs below the mugs that are wider than their columns.
WIDER = """[...document.querySelectorAll(".mugs p")].filter((one) =>
    one.getBoundingClientRect().width > one.parentElement.getBoundingClientRect().width + 1).length"""


def check_end(me: Visitor, table: str) -> None:
    """The end says who won with how many points, as the record has it, and that the dice were honest."""
    until_over(me)
    me.until("document.querySelectorAll('.pod, .mugs li').length")
    record = me.context.request.get(f"/api/records/{table}").json()
    shown = me.page.locator(".pod, .mugs li").all_text_contents()
    assert me.page.evaluate(WIDER) == 0, "signs and mugs stay within their columns"
    points = sorted(int("".join(sign for sign in one if sign.isdigit() or sign == "-")[:6] or 0) for one in shown)
    assert len(points) == record["players"]
    text = " ".join(shown)
    for seat, score in enumerate(record["ending"]["scores"], 1):
        assert str(score) in text, f"seat {seat} has {score} points, but the end shows {shown}"
    me.until(
        "document.querySelector('.end-dice .end-seal use')?.getAttribute('href') === '#u-check'", "the dice verified"
    )
    assert record["ending"]["seed"] in (me.page.locator(".end-dice").text_content() or "")
