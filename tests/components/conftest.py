"""Texts of editions to break."""

import pytest

from tests.figures import FIGURES
from tiefenthal.engine.components.describe import new_edition_text


@pytest.fixture(scope="session")
def template() -> str:
    return new_edition_text(FIGURES.text)
