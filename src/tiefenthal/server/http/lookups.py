"""What can be looked up by anyone: editions, rules, languages and bots; and records and editions checked."""

from collections.abc import Callable, Sequence
from typing import Annotated, Final

import msgspec

from tiefenthal import i18n
from tiefenthal.engine.components import Edition, built_in_edition, load_edition
from tiefenthal.engine.components.boards import MOST_PLAYERS
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.i18n.rulebook import LANGUAGES, UnknownRuleError, find_rule, language_for, rules
from tiefenthal.players.bots.registry import BUILT_IN, level_of, words_about
from tiefenthal.server.bots.characters import CHARACTERS
from tiefenthal.server.http.checking import BUSY, TOO_LONG, Checker
from tiefenthal.server.http.endpoint import Call, Endpoint
from tiefenthal.server.problem import Refusal, not_found
from tiefenthal.server.protocol import LARGEST_RECORD
from tiefenthal.server.protocol.board import Figures
from tiefenthal.server.protocol.http import (
    BotInfo,
    Bots,
    EditionInfo,
    Editions,
    EditionText,
    EditionVerdict,
    Language,
    LanguageInfo,
    Languages,
    RecordCheck,
    RuleInfo,
    Rules,
    Verdict,
)
from tiefenthal.server.tables.board import figures_of

ALL_MODULES: Final = 5
DIGEST_LENGTH: Final = 64
EditionId = Annotated[
    str,
    msgspec.Meta(
        pattern="^[a-z0-9-]{1,64}$", description="the name of a built-in edition, or the digest of a former one"
    ),
]
RuleId = Annotated[str, msgspec.Meta(pattern="^[A-Z][0-9]?-[0-9]{1,3}$", description="such as F-7 or M2-4")]
LanguageCode = Annotated[str, msgspec.Meta(pattern="^[a-z]{2,3}(-[A-Za-z0-9]{1,12})?$", description="such as de")]
_CHECKING: Final = (BUSY, TOO_LONG)


def built_in_editions() -> dict[str, Edition]:
    """The editions of this package by name. What somebody sends is looked up here and never opened as a file."""
    edition = load_edition()
    return {edition.name: edition}


def _named(name: str) -> Edition:
    """A built-in edition by its name, or one that is or was built in by its whole digest."""
    edition = built_in_editions().get(name) or (built_in_edition(name) if len(name) == DIGEST_LENGTH else None)
    if edition is None:
        raise not_found("edition")
    return edition


def built_in_bots() -> list[BotInfo]:
    """The bots of this package, the weakest first."""
    return [BotInfo(name, words_about(name), level_of(name)) for name in BUILT_IN]


def lookups(bots: Callable[[], Sequence[BotInfo]] = built_in_bots, checker: Checker | None = None) -> list[Endpoint]:
    """The endpoints. What does not change is written once, here."""
    return [*_editions(checker or Checker()), *_rules(), *_languages(), _bots(bots)]


def check_endpoints(checker: Checker) -> list[Endpoint]:
    """POST /api/verify and /api/editions/check."""
    return [_verify(checker), _check_edition(checker)]


def _editions(checker: Checker) -> list[Endpoint]:
    found = [EditionInfo(name, one.digest, one.text) for name, one in built_in_editions().items()]
    everything = msgspec.Raw(msgspec.json.encode(Editions(found)))

    async def all_editions(call: Call) -> msgspec.Raw:
        return everything

    async def one_edition(call: Call) -> EditionInfo:
        edition = _named(call.path["name"])
        return EditionInfo(edition.name, edition.digest, edition.text)

    async def figures(call: Call) -> Figures:
        return figures_of(make_setup(MOST_PLAYERS, ALL_MODULES, _named(call.path["name"])))

    return [
        Endpoint("GET", "/api/editions", "editions", "The built-in editions.", all_editions, Editions, tag="lookups"),
        *check_endpoints(checker),
        Endpoint(
            "GET",
            "/api/editions/{name}",
            "edition",
            "A built-in edition, also a former one.",
            one_edition,
            EditionInfo,
            path_types={"name": EditionId},
            tag="lookups",
        ),
        Endpoint(
            "GET",
            "/api/editions/{name}/figures",
            "edition-figures",
            "Its figures with all players and modules, for clients that draw.",
            figures,
            Figures,
            path_types={"name": EditionId},
            tag="lookups",
        ),
    ]


def _check_edition(checker: Checker) -> Endpoint:
    async def check(call: Call) -> EditionVerdict:
        call.take("check", call.address)
        asked: EditionText = call.body
        return await checker.edition(call.requester, asked.text, call.language)

    return Endpoint(
        "POST",
        "/api/editions/check",
        "check-edition",
        "Whether your own edition file can be played with, and if not, everything that is wrong with it.",
        check,
        EditionVerdict,
        request=EditionText,
        errors=_CHECKING,
        largest_body=4 * 60_000 + 1000,
        tag="lookups",
    )


def _verify(checker: Checker) -> Endpoint:
    async def verify(call: Call) -> Verdict:
        call.take("check", call.address)
        asked: RecordCheck = call.body
        if asked.commitment is not None and len(asked.commitment) != 64:  # `$` lets a line break pass
            raise Refusal(400, "malformed", "The commitment must be 64 hexadecimal digits.")
        return await checker.record(call.requester, asked.record, asked.commitment, call.language)

    return Endpoint(
        "POST",
        "/api/verify",
        "verify",
        "Whether a record obeys the rules, its luck follows from its seed, and the seed is the one promised.",
        verify,
        Verdict,
        request=RecordCheck,
        errors=_CHECKING,
        largest_body=LARGEST_RECORD,
        tag="lookups",
    )


def _rules() -> list[Endpoint]:
    infos = {
        language: {rule.id: RuleInfo(rule.id, rule.title, rule.text) for rule in rules(language).values()}
        for language in LANGUAGES
    }
    everything = {
        language: msgspec.Raw(msgspec.json.encode(Rules(language, list(found.values()))))
        for language, found in infos.items()
    }

    async def all_rules(call: Call) -> msgspec.Raw:
        return everything[language_for(call.query["language"])]

    async def one_rule(call: Call) -> RuleInfo:
        try:
            return infos[language_for(call.query["language"])][find_rule(call.path["id"]).id]
        except UnknownRuleError as error:
            words = str(error)
            raise Refusal(404, "not-found", f"{words[:1].upper()}{words[1:]}.".replace("?.", "?")) from None

    language = {"language": LanguageCode | None}
    return [
        Endpoint(
            "GET",
            "/api/rules",
            "rules",
            "All rules in words. English for a language they are not written in; `language` says which it is.",
            all_rules,
            Rules,
            query=language,
            tag="lookups",
        ),
        Endpoint(
            "GET",
            "/api/rules/{id}",
            "rule",
            "One rule.",
            one_rule,
            RuleInfo,
            path_types={"id": RuleId},
            query=language,
            tag="lookups",
        ),
    ]


def _languages() -> list[Endpoint]:
    every = i18n.catalogues()
    listed = Languages([LanguageInfo(one.code, one.name) for one in every])
    found = {one.code: Language(one.code, one.name, dict(one.words), dict(one.phases)) for one in every}

    async def all_languages(call: Call) -> Languages:
        return listed

    async def one_language(call: Call) -> Language:
        language = found.get(call.path["code"])
        if language is None:
            raise not_found("language")
        return language

    return [
        Endpoint(
            "GET", "/api/languages", "languages", "The languages of the game.", all_languages, Languages, tag="lookups"
        ),
        Endpoint(
            "GET",
            "/api/languages/{code}",
            "language",
            "The game's words and phases in one language.",
            one_language,
            Language,
            path_types={"code": LanguageCode},
            tag="lookups",
        ),
    ]


def _bots(bots: Callable[[], Sequence[BotInfo]]) -> Endpoint:
    async def all_bots(call: Call) -> Bots:
        return Bots(list(bots()), list(CHARACTERS))

    return Endpoint(
        "GET", "/api/bots", "bots", "The bots that can be seated, the weakest first, and who they can be.", all_bots,
        Bots, tag="lookups",
    )  # fmt: skip
