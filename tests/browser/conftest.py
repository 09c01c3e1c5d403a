"""One real server and one real browser for the tests of this folder; for each test people with browsers."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from harness.browser.chromium import NoBrowserError, find_chromium, started_browser
from harness.browser.visitor import Size, Visit, Visitor
from harness.server import Server, fresh_server
from tests.browser import same_games

# The fixtures live as long as this folder's tests, not as long as the session: while playwright runs, its event loop is
# the thread's, and the tests of other folders have loops of their own.


@pytest.fixture(scope="package")
def server() -> Iterator[Server]:
    """`tiefenthal serve` in a process of its own, with an empty data folder; each test has the same games each time."""
    try:
        find_chromium()
    except NoBrowserError as error:
        pytest.fail(str(error), pytrace=False)
    with fresh_server(["--address-rate", "100000", "--log-level", "warning"]) as found:
        told = found.folder.with_name("told")
        told.write_text("none", "utf-8")
        found.program = ["-P", same_games.__file__]
        found.environment = {same_games.TOLD: str(told)}
        asyncio.run(found.start())
        yield found
        found.check_alive()
        found.check_log()


@pytest.fixture(scope="package")
def browser(server: Server) -> Iterator[Browser]:
    """The browser. (It comes after the server, which is started with a loop of its own.)"""
    with started_browser() as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Makes visitors; when the test is over none of their pages may have complained."""
    Path(server.environment[same_games.TOLD]).write_text(request.node.name, "utf-8")
    everyone: list[Visitor] = []

    def arrive(size: Size = "desk", painted: bool = True, **options: Any) -> Visitor:
        everyone.append(Visitor(browser, server.url, size, painted, **options))
        return everyone[-1]

    yield arrive
    complaints = [one for visitor in everyone for one in visitor.unexpected()]
    for visitor in everyone:
        visitor.close()
    assert complaints == []
