"""The end of a game gives its room to the result: a card to share, and seed and digest only for those who ask."""

import struct

from harness.browser.table import new_table, press, skip_to_end
from harness.browser.visitor import Visit

# What is written on the card, and what is handed to the device's own sharing.
LISTEN = """
window.written = [];
const write = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (words, ...rest) {
    window.written.push(words);
    return write.call(this, words, ...rest);
};
navigator.canShare = (what) => what.files.length === 1;
navigator.share = async (what) => { window.shared = [what.files[0].name, what.files[0].type, what.text]; };
"""
COLOURS = """() => {
    const card = document.querySelector(".result-card");
    const { data } = card.getContext("2d").getImageData(0, 0, card.width, card.height);
    return new Set(new Uint32Array(data.buffer)).size;
}"""


def test_the_result_is_a_picture_to_share(visit: Visit) -> None:
    me = visit("phone", permissions=["clipboard-read", "clipboard-write"])
    me.context.add_init_script(LISTEN)
    table = new_table(me, {"kind": "here", "name": "Ada <b>&"}, {"kind": "bot", "bot": "random", "name": "Магда"})
    me.go(f"/table/{table}")
    me.until("document.querySelector('.tv-stage, .phone-grid')")
    skip_to_end(me)
    record = me.context.request.get(f"/api/records/{table}").json()

    # The prime space is the result's: seed and digest are there for those who open the details.
    seed = me.page.locator(".end-dice code", has_text=record["ending"]["seed"])
    assert not seed.is_visible()
    press(me, ".end-dice summary")
    assert seed.is_visible()
    press(me, ".end-dice summary")

    # The card is painted without a connection, once the end has been shown with one.
    me.until("document.querySelectorAll('.story-table td').length > 0", "the whole end")
    me.page.evaluate("document.fonts.ready.then(() => null)")
    me.until("document.querySelector('.end-seal use').getAttribute('href') === '#u-check'")
    me.expected += ["ERR_INTERNET_DISCONNECTED", "WebSocket"]
    me.context.set_offline(True)
    press(me, ".end-share")
    me.until("document.querySelector('.result-card')?.getAttribute('aria-busy') === 'false'", "the card")
    written = set(me.page.evaluate("window.written"))
    assert {"Ada <b>&", "Магда", "Tiefenthal"} <= written
    assert {str(score) for score in record["ending"]["scores"]} <= written
    assert me.page.evaluate(COLOURS) > 500, "the card is hardly painted"
    label = me.page.get_attribute(".result-card", "aria-label") or ""
    assert all(f"{score} point" in label for score in record["ending"]["scores"])

    press(me, ".result-do .btn:has(use[href='#u-share'])")
    me.until("window.shared", "handed to the device")
    assert me.page.evaluate("window.shared")[:2] == ["tiefenthal.png", "image/png"]
    press(me, ".result-do .btn:has(use[href='#u-copy'])")
    me.until("document.querySelector('.result-said').textContent", "copied")
    assert me.page.evaluate("navigator.clipboard.read().then((all) => all[0].types)") == ["image/png"]
    with me.page.expect_download() as saved:
        press(me, ".result-do .btn:has(use[href='#u-download'])")
    picture = saved.value.path().read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == (1200, 800)
    me.context.set_offline(False)
