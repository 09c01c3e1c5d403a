"""`tiefenthal rules`: one rule, a chapter, or the list of chapters."""

from typing import Annotated

import typer

from tiefenthal import rulebook
from tiefenthal.terminal.errors import bad_option
from tiefenthal.terminal.rules import show_chapters, show_rule


def rules(
    name: Annotated[str, typer.Argument(metavar="[ID]", help="A rule such as F-7, or a chapter such as F.")] = "",
    language: Annotated[
        str, typer.Option("--language", help=f"One of {', '.join(rulebook.LANGUAGES)}.")
    ] = rulebook.ENGLISH,
) -> None:
    """Show a rule, a chapter, or the list of chapters, in any of the languages of the rules."""
    if language.lower() not in rulebook.LANGUAGES:
        raise bad_option(f"the rules are not written in {language[:20]!r}; give one of {', '.join(rulebook.LANGUAGES)}")
    try:
        if name:
            show_rule(name, language.lower())
        else:
            show_chapters(language.lower())
    except rulebook.UnknownRuleError as error:
        raise bad_option(f"{error}; `tiefenthal rules` lists the chapters") from None
