"""`tiefenthal rules`: one rule, a chapter, or the list of chapters."""

from typing import Annotated

import typer

from tiefenthal.app.cli.language import Language, spoken
from tiefenthal.app.terminal.errors import wrong_option
from tiefenthal.app.terminal.rules import show_chapters, show_rule
from tiefenthal.i18n import rulebook


def rules(
    name: Annotated[str, typer.Argument(metavar="[ID]", help="A rule such as F-7, or a chapter such as F.")] = "",
    language: Language = None,
) -> None:
    """Show a rule, a chapter, or the list of chapters, in any of the languages of the game."""
    words = spoken(language)
    try:
        if name:
            show_rule(name, words)
        else:
            show_chapters(words)
    except rulebook.UnknownRuleError as error:
        raise wrong_option("rules", reason=error.words, command="tiefenthal rules") from None
