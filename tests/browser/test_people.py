"""Sent away, a table closed, a link voided, oneself forgotten: asked first, and told to all it concerns."""

import json

from harness.browser.table import press
from harness.browser.visitor import Visit, Visitor
from tests.browser.test_seats import HERE, api


def waiting(host: Visitor, name: str = "Ada") -> tuple[str, str]:
    """A table that waits for two more, its host at it; its id, and the link for others."""
    api(host, "/api/session", {"name": name})
    table = str(api(host, "/api/tables", {"seats": [HERE, {"kind": "link"}, {"kind": "link"}]})["id"])
    host.go(f"/table/{table}")
    host.until("document.querySelector('.waiting-card .chairs')")
    return table, str(api(host, f"/api/tables/{table}/links", {"to": "join"})["path"])


def says(me: Visitor, title: str) -> None:
    """A page with this title, and the way back to the start."""
    me.until(f"document.querySelector('.state-card h1')?.textContent === {json.dumps(title)}", title)
    assert me.page.locator(".state-card a[href='/']").is_visible()


def test_the_host_sends_somebody_away_and_closes_the_table(visit: Visit) -> None:
    ada, ben, cleo = visit("phone", painted=False), visit(painted=False), visit(painted=False)
    table, link = waiting(ada)
    for guest, name in ((ben, "Ben"),):
        guest.go(link)
        guest.until("document.querySelector('#gate-name')")
        guest.page.fill("#gate-name", name)
        press(guest, "button[type=submit]")
        guest.until("document.querySelector('.waiting-card .chairs')")
    assert ben.page.locator("[data-people=close], [data-people=away]").count() == 0, "only the host decides"
    ada.until("document.querySelector('[data-people=away]')")
    ada.page.focus("[data-people=away]")
    ada.page.keyboard.press("Enter")
    ada.until("document.querySelector('.sure')", "it is asked first")
    ada.page.keyboard.press("Escape")
    ada.until("!document.querySelector('.sure')")
    assert ben.page.locator(".waiting-card").is_visible()
    press(ada, "[data-people=away]")
    press(ada, "[data-people=sure]")
    says(ben, "You were removed from the table")
    ada.until("document.querySelectorAll('.chair-open').length === 2")

    api(cleo, "/api/session", {"name": "Cleo"})
    api(cleo, f"/api/tables/{table}/enter", {"key": link.partition("#")[2]})
    cleo.go(f"/table/{table}")
    cleo.until("document.querySelector('.waiting-card .chairs')")
    press(ada, "[data-people=close]")
    press(ada, "[data-people=sure]")
    for one in (ada, cleo):
        says(one, "The table is closed")


def test_a_leaked_link_is_voided_and_oneself_forgotten(visit: Visit) -> None:
    ada, thief = visit("phone", painted=False), visit(painted=False)
    table, _ = waiting(ada, "Adalberta")
    press(ada, ".back-link summary")
    press(ada, ".personal .btn")
    ada.until("document.querySelector('.personal input')?.value.includes('#')")
    leaked = ada.page.input_value(".personal input")
    api(thief, "/api/session", {"name": "Thief"})
    api(thief, f"/api/tables/{table}/enter", {"key": leaked.partition("#")[2]})
    thief.go(f"/table/{table}")
    thief.until("document.querySelector('.waiting-card .chairs')")
    press(ada, "[data-people=void]")
    press(ada, "[data-people=sure]")
    says(thief, "This link no longer works")
    ada.until(f"document.querySelector('.personal input')?.value !== {json.dumps(leaked)}")

    ada.page.evaluate("localStorage['tiefenthal'] = JSON.stringify({ name: 'Adalberta' })")
    ada.go("/privacy")
    ada.until("document.querySelector('.privacy-list')")
    assert "400 days after your last visit" in ada.page.inner_text(".privacy-list")
    with ada.page.expect_download() as download:
        ada.page.click(".privacy-do a")
    assert json.loads(download.value.path().read_text("utf-8"))["name"] == "Adalberta"
    press(ada, "[data-people=forget]")
    press(ada, "[data-people=sure]")
    says(ada, "Your data has been deleted")
    assert ada.context.cookies() == []
    assert "Adalberta" not in ada.page.evaluate("JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")
    press(ada, ".state-card a")
    ada.until("document.querySelector('.start')")
    assert "Adalberta" not in ada.page.evaluate("JSON.stringify(localStorage)")
