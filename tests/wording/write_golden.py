"""Write what a replay, an analysis and a review say in every language, to be read in the diff: tests/wording/golden."""

from tests.wording.told import FOLDER, golden, told
from tiefenthal.i18n import CODES

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for code in CODES:
        golden(code).write_text(told(code), encoding="utf-8")
