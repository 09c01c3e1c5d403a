"""Which plural form a number takes, by Unicode's rules (CLDR): what `Intl.PluralRules` says in a browser.

French and Spanish have one more form, for millions; nothing in this game is counted in millions."""

from typing import Final


def plural_form(language: str, n: float) -> str:
    """ "one", "few", "many" or "other"; a fraction is a float."""
    if language == "uk":
        if not isinstance(n, int):
            return "other"
        ten, hundred = n % 10, n % 100
        if ten == 1 and hundred != 11:
            return "one"
        return "few" if 2 <= ten <= 4 and not 12 <= hundred <= 14 else "many"
    if language == "fr":
        return "one" if 0 <= n < 2 else "other"
    return "one" if n == 1 else "other"


FORMS: Final[dict[str, frozenset[str]]] = {
    "en": frozenset(("one", "other")),
    "de": frozenset(("one", "other")),
    "fr": frozenset(("one", "other")),
    "es": frozenset(("one", "other")),
    "uk": frozenset(("one", "few", "many", "other")),
}
"""The forms an entry with plural forms must have."""
