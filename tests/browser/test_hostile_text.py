"""Names and chat are shown as they were typed, whatever they look like: nothing in them runs, and nothing tries to."""

from playwright.sync_api import Dialog

from harness.browser.table import new_table, press, skip_to_end
from harness.browser.visitor import Visit, Visitor

# Each would call hurt() if it were ever taken for markup, script, an address or a style. Names are cut at 24 signs, so
# many are short.
CORPUS = [
    "<script>hurt(1)</script>",
    "<img src=x onerror=hurt(2)>",
    "<svg onload=hurt(3)>",
    "<svg/onload=hurt(4)//",
    "<body onload=hurt(5)>",
    "<b onclick=hurt(6)>x</b>",
    "<i/onmouseover=hurt(7)>",
    "<a href=javascript:hurt()>",
    "javascript:hurt(9)",
    '"><script>hurt(10)//',
    "'><img/src=x onerror=hurt()>",
    "</title><script>hurt(12)</script>",
    "</button><svg onload=hurt(13)>",
    "<iframe src=javascript:hurt(14)>",
    "<math><mi xlink:href=javascript:hurt()>",
    "<style>*{display:none}</style>",
    "<link rel=stylesheet href=//x>",
    "<base href=//evil.example>",
    "<meta http-equiv=refresh content=0>",
    "${hurt(20)}",
    "{{hurt(21)}}",
    "#{hurt(22)}",
    "<%= hurt(23) %>",
    "`;hurt(24);`",
    "\\u003cscript>hurt(25)",
    "&lt;script&gt;hurt(26)",
    "&#60;img src=x onerror=hurt()",
    "<!--<script>hurt(28)-->",
    "]]><script>hurt(29)</script>",
    "{name} {n} {who}",
    "constructor",
    "__proto__",
]
TRAP = """
window.wounds = [];
window.hurt = (...what) => window.wounds.push(what);
"""
INTRUDERS = """() => [...document.querySelectorAll("#app *, [role=dialog] *")].filter((one) =>
    ["SCRIPT", "IFRAME", "STYLE", "LINK", "BASE", "META", "OBJECT", "EMBED"].includes(one.tagName)
    || [...one.attributes].some((held) => held.name.startsWith("on") || /^\\s*javascript:/i.test(held.value))
    || (one.tagName === "IMG" && !one.getAttribute("src").startsWith("/static/")))
    .map((one) => one.outerHTML.slice(0, 200))"""


def guard(me: Visitor) -> None:
    """Whoever calls hurt() is written down; a window that pops up is a complaint."""
    me.context.add_init_script(TRAP)

    def pops_up(one: Dialog) -> None:
        me.complaints.append(f"a dialog: {one.message}")
        one.dismiss()

    me.page.on("dialog", pops_up)


def unhurt(me: Visitor, *names: str) -> None:
    """Nothing ran, nothing came in, and the names are there to be read."""
    me.rest()
    assert me.page.evaluate("window.wounds") == []
    assert me.page.evaluate(INTRUDERS) == []
    shown = me.page.evaluate("document.body.textContent")
    for name in names:
        assert name in shown, f"{name} is not shown as it is"
    me.check()


def cut(text: str) -> str:
    """As a name it is shorter."""
    return text[:24].strip()


def test_names(visit: Visit) -> None:
    me = visit(painted=False)
    me.remember()
    guard(me)
    tables = []
    for at in range(0, len(CORPUS), 4):
        mine, *others = CORPUS[at : at + 4]
        seats = [{"kind": "here", "name": mine}, *({"kind": "bot", "bot": "random", "name": name} for name in others)]
        tables.append((new_table(me, *seats), [cut(name) for name in (mine, *others)]))
    for table, names in tables:
        me.go(f"/table/{table}")
        me.until("document.querySelector('.tv-main-area, .tv-phase')")
        unhurt(me, *names[1:])
    table, names = tables[0]
    me.go(f"/table/{table}")
    me.until("document.querySelector('.tv-main-area, .tv-phase')")
    me.page.keyboard.press("l")
    me.until("document.querySelector('[role=dialog] .log')")
    unhurt(me, *names[1:])
    me.page.keyboard.press("Escape")
    skip_to_end(me)
    unhurt(me, *names[1:])
    for path in (f"/replay/{table}?ply=30", f"/replay/{table}?end=1"):
        me.go(path)
        me.until("document.querySelector('.replay .replay-say span, main.end .pod')?.textContent")
        unhurt(me, *names[1:])
    me.go("/")
    press(me, "button.big:has(use[href='#u-replay'])")
    me.until("document.querySelector('[role=dialog] .row-item')")
    unhurt(me, *names[1:])
    # A record of one's own, and a name of a file, are shown as well.
    me.page.set_input_files(
        "[role=dialog] input[type=file]",
        {"name": CORPUS[1] + ".txt", "mimeType": "text/plain", "buffer": "\n".join(CORPUS).encode()},
    )
    me.until("document.querySelector('[role=dialog] .verdict, [role=dialog] .note')")
    unhurt(me)


def test_chat(visit: Visit) -> None:
    me = visit(painted=False)
    me.remember()
    guard(me)
    table = new_table(me, {"kind": "here", "name": "Ada"}, {"kind": "bot", "bot": "random"})
    me.go(f"/table/{table}")
    me.until("document.querySelector('.tv-main-area, .tv-phase')")
    press(me, "[data-open=log]")
    for number, text in enumerate(CORPUS, 1):
        me.page.fill(".chat-say input", text)
        me.page.keyboard.press("Enter")
        me.until(f"document.querySelectorAll('.chat-line').length === {number}", text)
    said = me.page.locator(".chat-line .chat-text").all_text_contents()
    assert said == CORPUS
    unhurt(me)
    me.page.reload()
    me.until("document.querySelector('.tv-main-area, .tv-phase')")
    press(me, "[data-open=log]")
    me.until(f"document.querySelectorAll('.chat-line').length === {len(CORPUS)}")
    unhurt(me, *CORPUS)


def test_my_own_name(visit: Visit) -> None:
    me = visit(size="phone", painted=False)
    me.remember(name=CORPUS[1])
    guard(me)
    me.go("/")
    press(me, "button.big.gold")
    me.until("document.querySelector('.phone-grid')")
    press(me, "[data-tab=others]")
    unhurt(me)
    assert me.context.request.get("/api/session").json()["name"] == cut(CORPUS[1])
