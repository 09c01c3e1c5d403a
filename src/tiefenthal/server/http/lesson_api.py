"""Lessons over HTTP: which there are, and beginning one. It is then played at its table like any game."""

from tiefenthal.players.lessons import LessonError, lesson_names, load_lesson
from tiefenthal.server.http.endpoint import Call, Endpoint
from tiefenthal.server.problem import not_found
from tiefenthal.server.protocol.lessons import LessonInfo, LessonName, Lessons, NewLesson
from tiefenthal.server.protocol.parts import TableInfo
from tiefenthal.server.tables.quotas import OF_PLAYING
from tiefenthal.server.tables.registry import TableRegistry


class LessonApi:
    """The endpoints for lessons."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        found = [load_lesson(name) for name in lesson_names()]
        self._all = Lessons([LessonInfo(one.name, one.minutes, one.modules, len(one.steps)) for one in found])

    async def lessons(self, call: Call) -> Lessons:
        """All lessons in short."""
        return self._all

    async def begin(self, call: Call) -> TableInfo:
        """A lesson from its beginning, at a new table."""
        call.take("open", call.me.id)
        call.take("open_from", call.address)
        try:
            lesson = load_lesson(call.path["name"])
        except LessonError:
            raise not_found("lesson") from None
        wanted: NewLesson = call.body
        live = await self._registry.open_lesson(call.me, lesson, wanted.pace, wanted.language, call.address)
        return live.info(call.me.id)

    def endpoints(self) -> list[Endpoint]:
        disk = (503, "disk", "The disk refuses; nothing has changed.")
        return [
            Endpoint("GET", "/api/lessons", "lessons", "The lessons, in order", self.lessons, Lessons, tag="lessons"),
            Endpoint(
                "POST", "/api/lessons/{name}", "begin-lesson", "Begin a lesson: a table with scripted luck",
                self.begin, TableInfo, NewLesson, 201, needs_session=True, path_types={"name": LessonName},
                tag="lessons", errors=(disk, *OF_PLAYING),
            ),
        ]  # fmt: skip
