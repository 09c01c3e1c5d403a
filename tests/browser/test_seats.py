"""Who plays a seat: handed to a bot and taken back, on every device; somebody away replaced, who comes back."""

import re
from typing import Any

import pytest

from harness.browser.player import Player, play
from harness.browser.table import moment, new_table, press, skip_to_end
from harness.browser.visitor import Size, Visit, Visitor

HERE = {"kind": "here"}
STATUS = ".tv-say p, .phone-line h1"


def api(me: Visitor, path: str, body: dict[str, Any]) -> Any:
    """What the server answers this person."""
    answer = me.context.request.post(path, data=body, headers={"origin": me.address})
    assert answer.ok, answer.text()
    return answer.json()


def join(me: Visitor, link: str, name: str) -> None:
    """Enter a table by its link, through the gate."""
    me.go(link)
    me.until("document.querySelector('#gate-name')")
    me.page.fill("#gate-name", name)
    press(me, "button[type=submit]")
    at_table(me)


def at_table(me: Visitor) -> None:
    """The table is there, with everything on it."""
    me.until("document.querySelector('.tv-stage, .phone-grid') && !document.querySelector('.tv-loading')")


def together(ada: Visitor, ben: Visitor, away_after: int = 120) -> str:
    """A table of two by link, and both at it; its id."""
    ada.context.add_init_script("localStorage['tiefenthal-start'] ??= JSON.stringify({ met: true })")
    api(ada, "/api/session", {"name": "Ada"})
    plan = {"seats": [HERE, {"kind": "link"}], "pace": "relaxed", "away_after": away_after}
    table = str(api(ada, "/api/tables", plan)["id"])
    link = str(api(ada, f"/api/tables/{table}/links", {"to": "join"})["path"])
    ada.go(f"/table/{table}")
    join(ben, link, "Ben")
    at_table(ada)
    return table


def status(me: Visitor) -> str:
    """The one line that says who acts."""
    return " ".join(me.page.locator(STATUS).first.inner_text().split())


def hand_over(me: Visitor) -> None:
    """By the menu, with the question in between."""
    press(me, "[data-open=menu], .phone-menu")
    press(me, "[data-seat=hand]")
    me.until("document.querySelector('[data-seat=handed]')", "it is asked first")
    assert moment(me)["asked"], "nothing has changed before the answer"
    press(me, "[data-seat=handed]")


def test_a_seat_handed_over_reloaded_and_taken_back(visit: Visit) -> None:
    ada, ben = visit(painted=False), visit("phone", painted=False)
    table = together(ada, ben)
    assert status(ada).startswith("Your turn")

    hand_over(ada)
    ada.until("document.querySelector('.seats-mine [data-seat=take-back]')", "the banner")
    assert status(ada) == "A bot (Innkeeper) is playing for you."
    assert not moment(ada)["asked"]
    assert not ada.page.title().startswith("●")
    press(ben, "[data-tab=others]")
    ben.until("document.querySelector('.phone-opponent [data-sign=bot]')", "the others see it")

    # After a reload, and on another device that comes with the personal link.
    ada.page.reload()
    at_table(ada)
    ada.until("document.querySelector('.seats-mine')", "the banner after a reload")
    phone = visit("phone", painted=False)
    join_path = str(api(ada, f"/api/tables/{table}/links", {"to": "seat", "seat": 1})["path"])
    phone.remember()
    phone.go(join_path)
    at_table(phone)
    phone.until("document.querySelector('.seats-mine')", "the banner on another device")

    press(phone, ".seats-mine [data-seat=take-back]")
    for one in (ada, phone):
        one.until("!document.querySelector('.seats-mine')", "the seat is taken back")
    ben.until("!document.querySelector('.phone-opponent [data-sign=bot]')")
    seats = ada.context.request.get(f"/api/tables/{table}").json()["seats"]
    assert [one["bot"] for one in seats] == [None, None]
    if moment(ada)["asked"]:
        assert status(ada).startswith("Your turn")


def test_a_friend_goes_away_is_replaced_returns_and_plays_on(visit: Visit) -> None:
    ada, ben = visit("phone", painted=False), visit(painted=False)
    table = together(ada, ben, away_after=1)
    assert not ada.page.locator(".seats-away").count(), "Ben is here"
    ben.page.goto("about:blank")
    ada.until("document.querySelector('.seats-away')", "a bot is offered when the time is over")
    assert "Ben" in ada.page.locator(".seats-away p").inner_text()
    press(ada, ".seats-away [data-seat=replace]")
    ada.until("!document.querySelector('.seats-away')")
    seat = ada.context.request.get(f"/api/tables/{table}").json()["seats"][1]
    assert (seat["kind"], seat["bot"], seat["handed_by"]) == ("person", "innkeeper", 1)

    ben.go(f"/table/{table}")
    at_table(ben)
    ben.until("document.querySelector('.seats-mine')", "Ben sees that a bot plays")
    assert "Ada" in ben.page.locator(".seats-mine p").inner_text(), "and who let it"
    press(ben, ".seats-mine [data-seat=take-back]")
    ben.until("!document.querySelector('.seats-mine')")
    # He plays on: Ada decides until he is asked, if he is not already.
    for _ in range(40):
        if moment(ben)["asked"]:
            break
        act(ada)
    before = moment(ben)["ply"]
    act(ben)
    assert moment(ben)["ply"] > before


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_that_somebody_is_not_here_is_told_at_once_with_what_can_be_done(visit: Visit, size: Size) -> None:
    ada, ben = visit(size, painted=False), visit(painted=False)
    table = together(ada, ben, away_after=600)
    assert not ada.page.locator(".seats-gone").count(), "Ben is here"
    ben.page.goto("about:blank")
    ada.until("document.querySelector('.seats-gone')", "long before a bot may play for him")
    words = ada.page.locator(".seats-gone p").inner_text()
    assert re.fullmatch(
        r"Ben isn’t here right now\. In (10:00|9:[0-5]\d) you can let a bot take over until they’re back\.", words
    ), words
    said = "document.querySelector('[aria-live]')?.textContent ?? ''"
    ada.until(f"({said}).includes('Ben isn’t here right now.')", "and in the live region")
    ben.go(f"/table/{table}")
    at_table(ben)
    ada.until("!document.querySelector('.seats-gone')")
    ada.until(f"({said}).includes('Ben is back.')")
    # Closed, the notice stays away for this absence.
    ben.page.goto("about:blank")
    ada.until("document.querySelector('.seats-gone')")
    press(ada, ".seats-gone .tool")
    ada.until("!document.querySelector('.seats-gone')")


def test_a_guest_finds_the_running_game_at_the_top_of_the_start_page(visit: Visit) -> None:
    ada, ben = visit(painted=False), visit(painted=False, newcomer=True)
    table = together(ada, ben)
    ben.go("/")
    ben.until("document.querySelector('.menu .resume')")
    top = ben.page.locator(".menu button").first
    assert "Resume" in top.inner_text()
    assert "Ada" in top.inner_text()
    top.click()
    at_table(ben)
    assert ben.table == table
    assert moment(ben)["seat"] == 2


def act(me: Visitor) -> None:
    """Decide something, whatever leads on, if anything is asked."""
    me.page.evaluate(
        """async () => {
            const { act, asked, legal, update } = await import("/static/js/core/game.js");
            if (!asked.value) return new Promise((resolve) => setTimeout(resolve, 20));
            const ply = update.value.ply;
            await act([...legal.value.keys()][0]);
            while (update.value.ply === ply) await new Promise((resolve) => setTimeout(resolve, 5));
        }"""
    )


def test_waiting_on_is_a_choice_too(visit: Visit) -> None:
    ada, ben = visit(painted=False), visit(painted=False)
    together(ada, ben, away_after=0)
    ben.page.goto("about:blank")
    ada.until("document.querySelector('.seats-away')")
    press(ada, "[data-seat=wait]")
    ada.until("!document.querySelector('.seats-away')")
    assert moment(ada)["seat"] == 1


FACES = "[...document.querySelectorAll('{where} use')].map((one) => one.getAttribute('href'))"


def faces(me: Visitor, where: str) -> list[str]:
    """The characters' drawings there, in order."""
    found: list[str] = me.page.evaluate(FACES.format(where=where))
    return [face for face in found if re.match(r"#p-", face)]


BOTH = "You (Red Ox)"
SAYS = "[...document.querySelectorAll('{0}')].map((one) => one.innerText).join(' ').includes('{1}')"


def test_who_gives_no_name_learns_what_they_are_called(visit: Visit) -> None:
    """The tavern's name is introduced at the start and stands beside "You" wherever one of the two was alone: at the
    table, in its log, at the end, in the replay and the review. For somebody else it is a name like any other."""
    ada = visit(painted=False)
    ada.remember({"players": 2, "modules": 1}, name="")
    ada.go("/")
    me = ada.page.locator(".seats .who").first
    assert me.inner_text().split("\n") == ["You", "Red Ox"]
    press(ada, ".seat-tile")
    ada.until(SAYS.format(".about-me", "Red Ox"), "what a field that is left empty means")
    press(ada, "button.big.play")
    at_table(ada)
    table = ada.table
    player = Player(ada, "named")
    play(player, until=lambda: bool(ada.page.locator(".ph-plate").count()))
    assert ada.page.locator(".ph-plate").first.inner_text().split() == ["Red", "Ox", "Your", "tavern"]
    play(player, until=lambda: bool(ada.page.locator(".tv-sign").count()))
    assert ada.page.locator(".tv-sign").inner_text().split("\n") == ["Red Ox", "Your tavern"]
    ada.page.keyboard.press("l")
    ada.until(SAYS.format(".log-filters", BOTH))
    ada.page.keyboard.press("Escape")
    skip_to_end(ada)
    ada.until(SAYS.format(".pod-name", "You\\nRed Ox"))
    ada.go(f"/replay/{table}?ply=20")
    press(ada, f"button[aria-label='{BOTH}']")
    ada.until(SAYS.format(".tv-sign", "Red Ox\\nYour tavern"))
    ada.go(f"/review/{table}")
    ada.until(SAYS.format(".rv-who", BOTH))
    other = visit(painted=False)
    other.go(f"/replay/{table}?ply=20")
    press(other, "button[aria-label='Red Ox']")
    other.until(SAYS.format(".tv-sign", "Red Ox"))
    assert "You" not in other.page.inner_text("body")


def test_characters_are_the_same_everywhere(visit: Visit) -> None:
    """Names and faces: start page, table, end, the same game played again, the record."""
    ada = visit(painted=False)
    ada.remember({"players": 2, "modules": 4, "bots": ["random", "random", "random"]}, name="")
    ada.go("/")
    at_start = faces(ada, ".seats .start-face")
    named = [one.strip() for one in ada.page.locator(".seats .who b").all_inner_texts()]
    assert named[1:] == ["Magda"]
    press(ada, "button.big.gold")
    at_table(ada)
    ada.until("document.querySelectorAll('.ph-face.round').length >= 2")
    assert faces(ada, ".ph-face.round")[:2] == at_start
    first = ada.context.request.get(f"/api/tables/{ada.table}").json()
    assert [one["name"] for one in first["seats"]] == ["Red Ox", "Magda"], "nobody is called like a level"
    assert [one["character"] for one in first["seats"]] == [None, "magda"]

    ada.page.evaluate(
        "async () => (await import('/static/js/core/game.js')).send({ type: 'hand-over', bot: 'random' })"
    )
    ada.until("document.querySelector('main.end .end-face')", "the end")
    by_name = dict(zip(["You\nRed Ox", "Magda"], at_start, strict=True))
    shown = {
        row.locator("b").first.inner_text().strip(): row.locator(".end-face use").get_attribute("href")
        for row in ada.page.locator(".end-who").all()
    }
    assert shown == by_name
    record = ada.context.request.get(f"/api/records/{first['id']}").json()
    assert (record["characters"], record["bots"]) == ([None, "magda"], [None, "random"])

    press(ada, ".end-again")
    ada.until(f"!location.pathname.endsWith('{first['id']}')")
    again = ada.context.request.get(f"/api/tables/{ada.table}").json()
    for field in ("name", "character", "bot", "kind"):
        assert [one[field] for one in again["seats"]] == [one[field] for one in first["seats"]], field


FINDER = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]


def check_code(path: str) -> None:
    """What is drawn are the cells of a QR code: each in its place, with the three marks by which it is found."""
    cells: set[tuple[int, int]] = set()
    for x, y, wide in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path):
        cells |= {(int(x) + i, int(y)) for i in range(int(wide))}
    size = max(x for x, _ in cells) + 1
    assert size % 4 == 1
    assert size >= 21
    for left, top in ((0, 0), (size - 7, 0), (0, size - 7)):
        rows = ["".join("01"[(left + x, top + y) in cells] for x in range(7)) for y in range(7)]
        assert rows == FINDER


def test_the_link_of_a_server_for_one_machine_says_so(visit: Visit) -> None:
    ada = visit(painted=False)
    ada.remember()
    ada.go(f"/table/{new_table(ada, HERE, {'kind': 'link'})}")
    ada.until("document.querySelector('.invite .aside')")
    assert "only on this computer" in ada.page.locator(".invite .aside").inner_text()
    assert not ada.page.locator(".qr").count(), "a phone would not get there"


def test_open_tables_are_found_where_one_looks_for_people(visit: Visit) -> None:
    ada, ben = visit(painted=False), visit(painted=False)
    api(ada, "/api/session", {"name": "Host of many"})
    table = api(ada, "/api/tables", {"seats": [HERE, {"kind": "link"}], "listed": True})["id"]
    ben.remember(name="Ben")
    ben.go("/")
    mine = ben.page.locator(".open-tables .row-item", has_text="Host of many")
    press(ben, "button.big:has(use[href='#u-eye'])")
    ben.until("document.querySelector('[role=dialog] .nothing, [role=dialog] .rows')")
    assert "Host of many" not in ben.page.locator("[role=dialog]").inner_text()
    ben.page.keyboard.press("Escape")
    press(ben, "button.big:has(use[href='#u-link'])")
    ben.until("document.querySelector('.open-tables .row-item')")
    mine.locator(".btn.gold").click()
    at_table(ben)
    assert ben.table == table
    assert moment(ben)["seat"] == 2


def test_an_invitation_says_who_invites_to_what(visit: Visit) -> None:
    """The host gives a name; the guest reads it with everything else; a QR code leads there too."""
    ada, ben = visit(painted=False), visit("phone", painted=False)
    ada.remember({"players": 3, "modules": 2}, name="")
    network = "http://192.0.2.20:8642"
    ada.context.route("**/api/addresses", lambda route: route.fulfill(json={"addresses": [network]}))
    ada.go("/")
    press(ada, "button.big:has(use[href='#u-link'])")
    ada.until("document.querySelector('#host-name')")
    press(ada, ".people-dialog button[type=submit]")
    ada.until("document.querySelector('.people-dialog .note')", "a name is asked for")
    ada.page.fill("#host-name", "Ada <b>")
    press(ada, ".people-dialog button[type=submit]")
    ada.until("document.querySelector('.invite input')?.value")
    link = ada.page.input_value(".invite input")
    assert link.startswith(f"{network}/table/"), "others cannot use an address of this machine alone"
    ada.until("document.querySelector('.qr path')", "the QR code")
    check_code(ada.page.locator(".qr path").get_attribute("d") or "")
    assert ada.page.evaluate("JSON.parse(localStorage.tiefenthal).name") == "Ada <b>", "it is remembered"
    press(ada, ".chair:nth-child(2) .chair-plan .btn")  # a bot beside her
    ada.until("document.querySelectorAll('.chair-bot').length === 1")

    link = link.removeprefix(network)
    page = ben.context.request.get(link.partition("#")[0], headers={"accept-language": "de"}).text()
    assert "<title>Ada &lt;b&gt; lädt dich nach Tiefenthal ein</title>" in page
    assert "3 Spieler · Module 1 bis 2" in page
    ben.go(link)
    ben.until("document.querySelector('#gate-name')")
    shown = " ".join(ben.page.locator(".gate-card").inner_text().split())
    for part in ("Ada <b> invites you", "3 players", "modules 1 to 2", "Magda", "bot, Journeyman", "One seat is free."):
        assert part in shown, (part, shown)
    assert new_table(ben, HERE, HERE), "nothing was taken by reading it"
    assert [one["kind"] for one in ada.context.request.get(f"/api/tables/{ada.table}").json()["seats"]] == [
        "person", "bot", "open",
    ]  # fmt: skip


# --- more windows than there is room for

OPEN_MORE = """(address) => Promise.all(Array.from({ length: 4 }, () => new Promise((done) => {
    const socket = new WebSocket(address);
    socket.addEventListener("message", done, { once: true });
})))"""


def test_a_window_too_many_replaces_the_oldest_which_says_so(visit: Visit) -> None:
    me = visit("phone", painted=False)
    table = new_table(me, HERE, {"kind": "bot", "bot": "random"}, pace="relaxed")
    me.go(f"/table/{table}")
    at_table(me)
    me.page.evaluate(OPEN_MORE, f"{me.address.replace('http', 'ws')}/api/tables/{table}/socket")
    me.until("document.querySelector('.phone-banner.lost button')", "it is told, and not sent back by itself")
    assert "open in another window" in me.page.locator(".phone-banner.lost").inner_text()
    press(me, ".phone-banner.lost button")
    me.until("!document.querySelector('.phone-banner.lost')", "the window has the table again")
    at_table(me)


# --- taking back


PLAY_ON = """async () => {
    const game = await import("/static/js/core/game.js");
    for (;;) {
        const ply = game.update.value.ply;
        if (game.undoing.value === "ask") {
            const answer = await game.undo();
            if (answer.code !== "stale") return answer; // the bot was quicker
        } else if (game.asked.value) await game.act([...game.legal.value.keys()][0]);
        else await new Promise((done) => game.update.subscribe((now) => now.ply > ply && done()));
    }
}"""


def test_what_was_taken_back_after_something_new_is_told_for_ever(visit: Visit) -> None:
    me = visit(painted=False)
    table = new_table(me, HERE, {"kind": "bot", "bot": "random"})
    me.go(f"/table/{table}")
    at_table(me)
    assert me.page.evaluate(PLAY_ON)["type"] == "done"
    me.page.keyboard.press("l")
    told = ".log-line:has-text('after something new had been revealed')"
    me.page.locator(told).first.wait_for()
    me.page.keyboard.press("Escape")
    skip_to_end(me)
    me.go(f"/replay/{table}?ply=0")
    me.until("document.querySelector('.replay input[type=range]')")
    me.page.keyboard.press("l")
    me.page.locator(told).first.wait_for()
