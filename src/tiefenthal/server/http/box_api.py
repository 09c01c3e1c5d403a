"""The box wizard over HTTP: the questions, the errors in answers, and the resulting edition."""

import asyncio
from functools import cached_property

import msgspec

from tiefenthal.engine.box import UnknownFieldError, beside, check, left, make_edition, read_box, steps
from tiefenthal.engine.box.choices import LISTS
from tiefenthal.engine.box.differences import Given, card_differences, differences
from tiefenthal.engine.box.fields import Field
from tiefenthal.engine.components import Edition, EditionError, load_edition, parse_edition
from tiefenthal.engine.components.boards import BOOK_COLUMNS
from tiefenthal.engine.components.reader import HOUSE
from tiefenthal.server.http.admission import at_tables, find_table
from tiefenthal.server.http.endpoint import Answer, Call, Endpoint
from tiefenthal.server.problem import Refusal, not_found
from tiefenthal.server.protocol.board import Bonus
from tiefenthal.server.protocol.box import (
    LONGEST_TITLE,
    BoxAnswers,
    BoxChoice,
    BoxDraft,
    BoxEdition,
    BoxField,
    BoxFile,
    BoxForm,
    BoxFriend,
    BoxProblem,
    BoxRow,
    BoxStep,
    BoxVerdict,
    CardDifference,
    EditionDifferences,
    FigureDifference,
    MyBox,
)
from tiefenthal.server.protocol.parts import TableId
from tiefenthal.server.store.base import Store
from tiefenthal.server.tables.board import bonus_of
from tiefenthal.server.tables.registry import TableRegistry

CHECK_COST = 4.0
"""Reading a whole edition takes some milliseconds of the one processor that everyone's moves need."""
UNKNOWN = (400, "malformed", "The body is not JSON, or not of this form.")
CANNOT = (400, "edition", "There is no such edition, or its text is wrong.")


class BoxApi:
    """The endpoints for the figures of one's own box."""

    def __init__(self, store: Store, registry: TableRegistry) -> None:
        self._store = store
        self._registry = registry

    @cached_property
    def _form(self) -> msgspec.Raw:
        """Few ask for it, so it is made for the first who does and not at every start."""
        return msgspec.Raw(msgspec.json.encode(form()))

    async def form(self, call: Call) -> msgspec.Raw:
        """What is asked for."""
        return self._form

    async def check(self, call: Call) -> BoxVerdict:
        """What is wrong so far."""
        asked: BoxAnswers = call.body
        return _verdict(asked.answers, asked.whole)

    async def friend(self, call: Call) -> BoxFriend:
        """What somebody else has entered."""
        asked: BoxFile = call.body
        try:
            found = await asyncio.to_thread(read_box, asked.text)
            title = parse_edition(asked.text).title
        except EditionError as error:
            raise Refusal(400, "edition", str(error)) from None
        return BoxFriend(title, beside(found, asked.answers))

    async def keep(self, call: Call) -> BoxEdition:
        """Keep my box."""
        call.take("check", call.address)
        draft: BoxDraft = call.body
        title = " ".join(draft.title.split())
        if not title or not title.isprintable():
            raise Refusal(400, "name", "Nothing is left of the name that could be shown.")
        if _verdict(draft.answers, whole=True).problems:
            raise Refusal(*CANNOT)
        try:
            made = await asyncio.to_thread(make_edition, title, draft.answers)
        except EditionError:
            raise Refusal(*CANNOT) from None
        kept = BoxEdition(made.name, made.title, made.digest, made.text, left(draft.answers), dict(draft.answers))
        await self._store.keep_edition(call.me.id, self._registry.clock(), msgspec.json.encode(kept))
        return kept

    async def mine(self, call: Call) -> MyBox:
        """The edition of my box."""
        body = await self._store.edition_of(call.me.id)
        return MyBox(None if body is None else msgspec.json.decode(body, type=BoxEdition))

    async def drop(self, call: Call) -> None:
        """Forget it. Tables that play with it have their own copy."""
        await self._store.drop_edition(call.me.id)

    async def text(self, call: Call) -> Answer:
        """The same as a file."""
        kept = (await self.mine(call)).edition
        if kept is None:
            raise not_found("edition")
        return Answer(kept.text, headers=[("content-disposition", f'attachment; filename="{kept.name}.toml"')])

    async def differences(self, call: Call) -> EditionDifferences:
        """What is unusual about the figures of a table."""
        table = (await find_table(self._registry, call.path["id"], call.session)).table
        return differences_of(table.edition)

    def endpoints(self) -> list[Endpoint]:
        name = (400, "name", "Nothing is left of the name that could be shown.")
        own = [
            Endpoint("GET", "/api/box", "box", "What only the owner of a box can tell, component by component",
                     self.form, BoxForm, tag="box"),
            Endpoint("POST", "/api/box/check", "check-box", "What is wrong with figures entered so far", self.check,
                     BoxVerdict, BoxAnswers, cost=CHECK_COST, tag="box"),
            Endpoint("POST", "/api/box/friend", "friends-box", "What somebody else's edition file says, to compare",
                     self.friend, BoxFriend, BoxFile, cost=CHECK_COST, errors=(CANNOT,), tag="box"),
            Endpoint("PUT", "/api/box/edition", "keep-box", "Keep the figures of my box as an edition", self.keep,
                     BoxEdition, BoxDraft, needs_session=True, errors=(CANNOT, name), tag="box"),
            Endpoint("GET", "/api/box/edition", "my-box", "The edition of my box", self.mine, MyBox,
                     needs_session=True, tag="box"),
            Endpoint("DELETE", "/api/box/edition", "drop-box", "Forget the edition of my box", self.drop, None,
                     needs_session=True, tag="box"),
            Endpoint("GET", "/api/box/edition/text", "my-box-text", "The same as a file", self.text, str,
                     needs_session=True, errors=(NONE,), tag="box"),
        ]  # fmt: skip
        tables = [
            Endpoint("GET", "/api/tables/{id}/edition/differences", "table-edition-differences",
                     "How the figures of a table differ from the built-in ones", self.differences, EditionDifferences,
                     wants_session=True, path_types={"id": TableId}, cost=2, tag="tables"),
        ]  # fmt: skip
        return [*own, *at_tables(tables)]


NONE = (404, "not-found", "There is nothing here, or you may not see it.")


def _verdict(answers: dict[str, int | str], whole: bool) -> BoxVerdict:
    try:
        problems = [BoxProblem(*wrong) for wrong in check(answers, whole=whole)]
    except UnknownFieldError:
        raise Refusal(*UNKNOWN) from None
    return BoxVerdict(problems, left(answers))


def form() -> BoxForm:
    """Everything that is asked for."""
    return BoxForm(
        steps=[
            BoxStep(
                step.id,
                step.drawing,
                step.cost,
                [
                    BoxRow(row.what, row.name, row.number, [_field(one) for one in row.fields], row.module)
                    for row in step.rows
                ],
            )
            for step in steps()
        ],
        choices={
            name: [BoxChoice(one.words, bonus_of(one.code), one.most, one.pair) for one in found]
            for name, found in LISTS.items()
        },
        columns=list(BOOK_COLUMNS),
        longest_title=LONGEST_TITLE,
    )


def _field(field: Field) -> BoxField:
    return BoxField(
        id=field.id,
        what=field.what,
        asked=field.asked,
        given=None if field.asked or field.follows else field.value,
        source=field.source,
        low=field.low,
        high=field.high,
        choices=field.choices or None,
        follows=field.follows or None,
    )


def differences_of(edition: Edition) -> EditionDifferences:
    """An edition beside the built-in one."""
    usual = load_edition()
    return EditionDifferences(
        name=edition.name,
        title=edition.title,
        digest=edition.digest,
        house=sum(source == HOUSE for source in edition.source.values()),
        figures=[
            FigureDifference(*one.place, _given(one.here), _given(one.usual)) for one in differences(edition, usual)
        ],
        cards=[
            CardDifference(face.cost, face.die, face.pays, face.points, bonus_of(face.bonus), face.module, here, there)
            for face, here, there in card_differences(edition, usual)
        ],
    )


def _given(figure: Given) -> int | list[Bonus]:
    if isinstance(figure, int):
        return figure
    return [found for code in figure if (found := bonus_of(code)) is not None]
