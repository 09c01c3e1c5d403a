"""The figures of a box: what is asked for, what is wrong with an answer, and the edition that comes of it."""

import random
import tomllib
from typing import Any

import pytest

from tests.box.boxes import other_box
from tiefenthal import i18n
from tiefenthal.engine.box import UnknownFieldError, Wrong, check, left, make_edition, steps
from tiefenthal.engine.box.answers import name_of
from tiefenthal.engine.box.choices import LISTS, canonical
from tiefenthal.engine.box.fields import Figure, fields
from tiefenthal.engine.components import load_edition, parse_edition
from tiefenthal.engine.components.reader import BOX, HOUSE, INFERRED

WRONG: list[tuple[dict[str, Figure], str, str]] = [
    ({"cards.bard.points": 21}, "cards.bard.points", "number"),
    ({"areas.safe.price": 0}, "areas.safe.price", "number"),
    ({"guests.4.1.die": 7}, "guests.4.1.die", "number"),
    ({"guests.late.1.cost": 3}, "guests.late.1.cost", "number"),
    ({"guests.4.1.die": "3"}, "guests.4.1.die", "number"),
    ({"guests.4.1.bonus": "schnapps"}, "guests.4.1.bonus", "choice"),
    ({"guests.4.1.bonus": "10 thalers"}, "guests.4.1.bonus", "choice"),
    ({"guests.4.1.bonus": 2}, "guests.4.1.bonus", "choice"),
    ({"monastery.4": "2 monastery"}, "monastery.4", "choice"),
    ({"monastery.4": "barback | server"}, "monastery.4", "choice"),
    ({"regulars.1.die": 4, "regulars.1.pays": 3, "regulars.1.points": 1, "regulars.2.die": 4, "regulars.2.pays": 3,
      "regulars.2.points": 2}, "regulars.2.points", "regular-points"),
    ({"round_track.winter.7": "entertainer fire"}, "round_track.winter.7", "entertainer-once"),
    ({"round_track.winter.7": "counter guest", "round_track.winter.8": "counter guest"}, "round_track.winter.8",
     "counter-guests"),
    ({"round_track.winter.7": "die | free upgrade"}, "round_track.winter.7", "stands-alone"),
    ({"round_track.winter.7": "die | die"}, "round_track.winter.7", "choice-twice"),
    ({"round_track.winter.7": "die | bard | server"}, "round_track.winter.7", "choice-of-two"),
    ({"reputation.4": "4 points"}, "reputation.4", "ring-numbers"),
    ({"reputation.1": "signature", "reputation.2": "1 points", "reputation.3": "2 points"}, "reputation.1",
     "ring-first"),
    ({"reputation.3": "schnapps"}, "reputation.6", "ring-once"),
    ({"reputation.11": "crown", "reputation.12": "8 points"}, "reputation.12", "ring-last"),
]  # fmt: skip


def test_what_is_asked_is_what_only_a_box_can_tell() -> None:
    reference = load_edition()
    open_figures = {figure for figure, source in reference.source.items() if source in (HOUSE, INFERRED)}
    edition = make_edition("Mine", other_box())
    assert {edition.source[figure] for figure in edition.source} <= {BOX, "rulebook", "public"}
    asked = [field for field in fields().values() if field.asked]
    assert 200 <= len(asked) <= 300
    assert left({}) == len(asked)
    # everything that is open in the reference edition has its place in some step
    parts = {figure.partition(".")[0] for figure in open_figures}
    assert parts <= {field.id.partition(".")[0] for field in asked}
    assert not {step.id for step in steps() if not any(field.asked for field in step.fields())}


def test_nothing_entered_is_the_reference_edition() -> None:
    empty, reference = make_edition("Nothing yet", {}), load_edition()
    assert empty.source == reference.source
    assert sorted(empty.card_names) == sorted(reference.card_names)
    assert empty.area_price == reference.area_price


def test_a_whole_box_becomes_an_edition_with_exactly_its_figures() -> None:
    answers = other_box()
    assert check(answers, whole=True) == []
    assert left(answers) == 0
    edition = make_edition("Ada’s “box”", answers)
    assert (edition.name, edition.title) == ("adas-box", "Ada’s “box”")
    again = parse_edition(edition.text)
    assert again.digest == edition.digest != load_edition().digest
    tables = tomllib.loads(edition.text)
    for name, answer in answers.items():
        path = fields()[name].path
        if path[:1] in (("areas",), ("cards",), ("monastery",), ("reputation",)):
            found: Any = tables
            for part in path:
                found = found[part]
            assert found == answer
    for cost in range(3, 9):
        names = [name for name in answers if name.startswith(f"guests.{cost}.") and name.endswith(".bonus")]
        rows = [name.removesuffix(".bonus") for name in names]
        entered = sorted((answers[f"{row}.die"], answers[f"{row}.pays"], answers[f"{row}.bonus"]) for row in rows)
        cards = [card for card in tables["guests"]["cards"] if card["cost"] == cost and card["module"] == 1]
        assert sorted((card["die"], card["pays"], card["bonus"]) for card in cards) == entered
        assert tables["guests"]["points_by_cost"][str(cost)] == answers[f"guests.{cost}.points"]


def test_the_order_in_which_cards_are_taken_does_not_matter() -> None:
    answers = other_box()
    turned = dict(answers)
    for what in ("die", "pays", "bonus"):
        turned[f"guests.5.1.{what}"], turned[f"guests.5.8.{what}"] = (
            answers[f"guests.5.8.{what}"],
            answers[f"guests.5.1.{what}"],
        )
    for what in ("die", "pays"):
        turned[f"regulars.1.{what}"], turned[f"regulars.7.{what}"] = (
            answers[f"regulars.7.{what}"],
            answers[f"regulars.1.{what}"],
        )
    assert turned != answers
    assert make_edition("Hers", turned).digest == make_edition("Mine", answers).digest


def test_a_card_can_differ_from_the_others_of_its_cost() -> None:
    edition = make_edition("Mine", {**other_box(), "guests.6.points": 3, "guests.6.2.points": 9})
    points = [edition.points[kind] for kind in range(edition.first_guest, edition.card_count)
              if edition.beer[kind] == 6 and edition.guest_module[kind] == 1]  # fmt: skip
    assert sorted(set(points)) == [3, 9]


@pytest.mark.parametrize(
    ("changes", "field", "code"), WRONG, ids=[f"{code}-{i}" for i, (_, _, code) in enumerate(WRONG)]
)
def test_a_wrong_figure_is_told_at_its_field(changes: dict[str, Figure], field: str, code: str) -> None:
    found = check({**other_box(), **changes})
    assert (field, code) in [(wrong.field, wrong.code) for wrong in found], found


def test_what_several_figures_make_waits_until_they_are_entered() -> None:
    """The rest of a step is ours until then, and would seem to contradict what is printed."""
    some = {"round_track.winter.2": "entertainer fire"}
    assert check(some) == []
    assert [wrong.code for wrong in check(some, whole=True)] == ["entertainer-once"] * 2


def test_an_unknown_figure_is_refused() -> None:
    with pytest.raises(UnknownFieldError):
        check({"cards.wizard.price": 3})


def test_every_problem_an_answer_can_bring_has_a_code_and_a_sentence() -> None:
    rng = random.Random(1)
    seen: set[str] = set()
    for _ in range(25):
        answers = other_box()
        for field in rng.sample([field for field in fields().values() if field.choices or not field.asked], 12):
            if field.choices:
                choice = rng.choice(LISTS[field.choices])
                answers[field.id] = choice.filled(rng.randint(1, choice.most)) if choice.most else choice.words
            else:
                answers[field.id] = rng.randint(field.low, field.high)
        for wrong in check(answers, whole=True):
            _sayable(wrong)
            seen.add(wrong.code)
    for changes, _, code in WRONG:
        for wrong in check({**other_box(), **changes}):
            _sayable(wrong)
        seen.add(code)
    assert len(seen) >= 12


def _sayable(wrong: Wrong) -> None:
    assert wrong.code, wrong
    for catalogue in i18n.catalogues():
        words = catalogue.say(f"box.wrong.{wrong.code}", **wrong.values)
        assert "{" not in words, words


@pytest.mark.parametrize(
    ("title", "name"),
    [("My box", "my-box"), ("  Wirtshaus zum Löwen ", "wirtshaus-zum-lowen"), ("Моя коробка", "my-box"),
     ("Reference", "my-box"), ("x" * 60, "x" * 40)],
)  # fmt: skip
def test_a_title_makes_a_name(title: str, name: str) -> None:
    assert name_of(title) == name


@pytest.mark.parametrize("name", LISTS)
def test_every_choice_is_understood(name: str) -> None:
    for choice in LISTS[name]:
        for amount in range(1, max(choice.most, 1) + 1):
            words = choice.filled(amount)
            assert canonical(name, words) == words
