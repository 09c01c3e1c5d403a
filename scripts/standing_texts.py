"""Which texts of a review still stand in the catalogues: `python -m scripts.standing_texts REVIEW.md`.

The review has a table of rows `| key | now | better | why |` under a heading for each language ("## German …").
"""

import re
import sys
from pathlib import Path
from typing import Final

from tiefenthal import i18n

LANGUAGES: Final = {"English": "en", "German": "de", "French": "fr", "Spanish": "es", "Ukrainian": "uk"}


def plain(text: str) -> str:
    """Without soft hyphens, and with every space the same."""
    return re.sub(r"\s+", " ", text.replace("\u00ad", ""))


def standing(review: str) -> list[str]:
    """The rows whose text of today is in the catalogue unchanged, although a better one differs from it."""
    found: list[str] = []
    language = ""
    for line in review.splitlines():
        if line.startswith("## "):
            language = LANGUAGES.get(line.split()[1], "")
        if not language or not line.startswith("| `"):
            continue
        key, now, better = (part.strip() for part in line.split("|")[1:4])
        entry = i18n.catalogue(language).sentences.get(key.strip("`"), "")
        texts = [entry] if isinstance(entry, str) else list(entry.values())
        if now != better and plain(now) in map(plain, texts):
            found.append(f"{language} {key}: {now}")
    return found


if __name__ == "__main__":
    rows = standing(Path(sys.argv[1]).read_text("utf-8"))
    print("\n".join([*rows, f"{len(rows)} still stand"]))
