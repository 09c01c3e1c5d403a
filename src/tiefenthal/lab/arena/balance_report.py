"""The balance report for people: one HTML page with plots, a summary in Markdown, and CSV files."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tiefenthal.engine.rules.scoring import SOURCES
from tiefenthal.lab.arena.balance import PEOPLE, Balance
from tiefenthal.lab.arena.balance_sheets import (
    card_sheet,
    entertainer_sheet,
    guest_sheet,
    order_sheet,
    score_sheet,
    sheets_of,
    source_sheet,
    start_card_sheet,
    upgrade_round_sheet,
    upgrade_sheet,
)
from tiefenthal.lab.arena.charts import Interval, intervals, spreads, stacks
from tiefenthal.lab.arena.page import heading, paragraph, whole_page
from tiefenthal.lab.arena.sheets import Cell, Column, Sheet, write_whole
from tiefenthal.lab.arena.stats import Estimate
from tiefenthal.lab.arena.target_sheets import missed_sheet, people_sheet, target_sheet, verdict, way_sheet

PAGE: Final = "balance.html"
SUMMARY: Final = "balance.md"
CAUTION: Final = (
    "Start cards and entertainers were also drawn by lot, so there the difference is due to the card. Everything else "
    "is an association: a winner may have recruited a guest because the evening went well anyway. And everything "
    "but the targets is about this bot; what it never does may still be good."
)


def _main_rows(sheet: Sheet) -> Sheet:
    """The rows for all set-ups together, without the columns that say so, if the sheet has any; else all rows."""
    rows = [row for row in sheet.rows if row[:2] == ("all", "all")]
    if not rows:
        return sheet
    return sheet._replace(rows=[row[2:] for row in rows], columns=sheet.columns[2:])


def _cells(sheet: Sheet, name: str) -> list[Cell]:
    at = [column.name for column in sheet.columns].index(name)
    return [row[at] for row in sheet.rows]


def _estimates(sheet: Sheet, labels: Sequence[str], name: str, show: str, mark: float, percent: bool = False) -> str:
    """A plot of the estimates of a column; nothing where there are none."""
    factor = 100 if percent else 1
    rows: list[Interval] = []
    for label, cell in zip(labels, _cells(sheet, name), strict=True):
        if isinstance(cell, Estimate) and math.isfinite(cell.low) and math.isfinite(cell.high):
            words = Column(name, name, "share" if percent else "points").shown(cell)
            rows.append(Interval(label, cell.value * factor, cell.low * factor, cell.high * factor, words))
    return intervals(rows, show, mark) if rows else ""


def _labels(sheet: Sheet, *names: str) -> list[str]:
    """What each row is about, with its set-up where the table still names it."""
    placed = sheet.columns[0].name == "players"
    found: list[str] = []
    for row in sheet.shown():
        cells = {column.name: cell for column, cell in zip(sheet.columns, row, strict=True)}
        place = f"{cells['players']}p m{cells['modules']} " if placed else ""
        found.append(place + " ".join([cells[name] for name in names]))
    return found


def _part(sheet: Sheet, *plots: str) -> str:
    """A table under its title, with plots; what holds for single set-ups can be opened."""
    main = _main_rows(sheet)
    parts = [heading(sheet.title), paragraph(sheet.note, "note") if sheet.note else "", *plots, main.html()]
    if main is not sheet:
        rest = sheet._replace(rows=[row for row in sheet.rows if row[:2] != ("all", "all")])
        parts.append(f"<details><summary>By set-up</summary>\n{rest.html()}</details>\n")
    return "".join(parts)


def page_of(balance: Balance, command: str = "") -> str:
    """The whole report as one HTML page."""
    lead = [_verdict(balance), _words(balance), CAUTION]
    if command:
        lead.append(f"To play it again: `{command}`")
    return whole_page(f"What {balance.bot} against itself tells about the game", lead, _parts(balance))


def _verdict(balance: Balance) -> str:
    return verdict(target_sheet(balance).rows)


def _words(balance: Balance) -> str:
    early = ", stopped early by hand" if balance.interrupted else ""
    lost = f" {len(balance.failures)} games could not be finished and are left out." if balance.failures else ""
    groups = [balance.batches[story.batch] for story in balance.stories]
    lots = len([1 for group in groups if group.by_lot])
    without = len([1 for group in groups if group.without])
    others = f"; in {without:,} one seat did without a way to win" if without else ""
    instead = [(bot, len(balance.by(bot).stories)) for bot in PEOPLE]
    others += "".join([f"; in {count:,} the {bot} played instead" for bot, count in instead if count])
    return (
        f"{len(balance.stories):,} games of {balance.wanted:,}{early}: {balance.bot} in every seat, "
        f"{'; '.join([str(setting) for setting in balance.settings])}; in {lots:,} of them start cards and "
        f"entertainers' sides were drawn by lot{others}. Edition {balance.edition.name}, seed "
        f"{balance.seed}.{lost}"
    )


def _parts(balance: Balance) -> list[str]:
    if not balance.stories:
        return []
    parts = [*[_part(sheet) for sheet in _about_targets(balance)], _scores(balance), _sources(balance)]
    order = order_sheet(balance)
    firsts = order._replace(rows=[row for row in order.rows if row[2] == 1])
    labels = [f"{setting.players} players, m{setting.modules}" for setting in balance.settings if balance.of(setting)]
    plot = _estimates(firsts, labels, "lead", "points of the start player above the table", 0)
    parts.append(_part(order, plot))
    cards = start_card_sheet(balance)
    if cards.rows:
        main = _main_rows(cards)
        labels = [f"start card {label}" for label in _labels(main, "card")]
        parts.append(_part(cards, _estimates(main, labels, "lead", "points above the table", 0)))
    entertainers = entertainer_sheet(balance)
    if entertainers.rows:
        main = _main_rows(entertainers)
        labels = [label[:-2] + ", side " + label[-1] for label in _labels(main, "entertainer", "side")]
        parts.append(_part(entertainers, _estimates(main, labels, "lead", "points above the table", 0)))
    upgrades = upgrade_sheet(balance)
    main = _main_rows(upgrades)
    plot = _estimates(main, _labels(main, "area"), "correlation", "correlation of upgrading early and winning", 0)
    parts.append(_part(upgrades, plot))
    parts.append(_part(upgrade_round_sheet(balance)))
    guests = guest_sheet(balance)
    if guests.rows:
        main = _by_worth(_main_rows(guests))
        parts.append(_part(guests, _estimates(main, _labels(main, "guest"), "worth", "worth in points", 0)))
    parts.append(_part(card_sheet(balance)))
    return parts


def _by_worth(sheet: Sheet) -> Sheet:
    """The most valuable guests first; those not valued left out."""
    at = [column.name for column in sheet.columns].index("worth")
    valued: list[tuple[float, tuple[Cell, ...]]] = []
    for row in sheet.rows:
        cell = row[at]
        if isinstance(cell, Estimate):
            valued.append((-cell.value, row))
    return sheet._replace(rows=[row for _, row in sorted(valued, key=lambda one: one[0])])


def _scores(balance: Balance) -> str:
    sheet = score_sheet(balance)
    rows: list[tuple[str, Sequence[int], float]] = []
    for setting in balance.settings:
        best = sorted([max([seat.score for seat in game.seats]) for game in balance.of(setting)])
        if best:
            rows.append((f"{setting.players} players, m{setting.modules}", best, sum(best) / len(best)))
    return _part(sheet, spreads(rows, "winning score (band: middle half of the games, dot: mean)"))


def _sources(balance: Balance) -> str:
    sheet = source_sheet(balance)
    rows: list[tuple[str, list[float]]] = []
    for row in sheet.rows:
        if row[2] == "winners":
            points = [float(cell) for cell in row[3 : 3 + len(SOURCES)] if isinstance(cell, (int, float))]
            rows.append((f"{row[0]} players, m{row[1]}", points))
    return _part(sheet, stacks(rows, SOURCES, "mean points of winners by source"))


def _all_sheets(balance: Balance) -> list[Sheet]:
    """The targets first, then what was found."""
    if not balance.stories:
        return []
    return [*_about_targets(balance), *sheets_of(balance)]


def _about_targets(balance: Balance) -> list[Sheet]:
    """The targets, the missed ones, and the figures behind them."""
    sheets = (target_sheet(balance), missed_sheet(balance), people_sheet(balance), way_sheet(balance))
    return [sheet for sheet in sheets if sheet.rows]


# --- the summary


def summary_of(balance: Balance, command: str = "") -> str:
    """The report in Markdown: every table, as far as it holds for all set-ups together."""
    lines = [
        "# Balance",
        "",
        _verdict(balance),
        "",
        _words(balance) + (f" Written by `{command}`." if command else ""),
        "",
        CAUTION,
        "",
    ]
    for sheet in _all_sheets(balance):
        main = _main_rows(sheet)
        if sheet.name == "guests":
            main = _by_worth(main)
        if sheet.name == "upgrades":
            main = main.only(*[column.name for column in main.columns if column.name not in ("early", "late", "never")])
        lines += [f"## {sheet.title}", "", sheet.note, "", main.markdown()] if sheet.note else [
            f"## {sheet.title}", "", main.markdown(),
        ]  # fmt: skip
    return "\n".join(lines)


def write_balance(balance: Balance, folder: Path, command: str = "") -> list[Path]:
    """Write the page, the summary and the CSV files; where they are."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {PAGE: page_of(balance, command), SUMMARY: summary_of(balance, command)}
    for sheet in _all_sheets(balance):
        texts[f"{sheet.name}.csv"] = sheet.csv()
    for name, text in texts.items():
        write_whole(folder / name, text)
    return [folder / name for name in texts]
