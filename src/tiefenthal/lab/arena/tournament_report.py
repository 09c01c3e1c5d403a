"""The report of a tournament: tables, one HTML page with plots, and CSV files."""

import html
from pathlib import Path
from typing import Final

from tiefenthal.engine.rules.scoring import SOURCES
from tiefenthal.lab.arena.charts import Interval, intervals, lengths, spreads, stacks
from tiefenthal.lab.arena.lineups import Setting
from tiefenthal.lab.arena.page import heading, paragraph, whole_page, with_note
from tiefenthal.lab.arena.ratings import ANCHOR
from tiefenthal.lab.arena.sheets import Cell, Column, Sheet, csv_text, write_whole
from tiefenthal.lab.arena.standings import Standings
from tiefenthal.lab.arena.times import Times
from tiefenthal.lab.arena.tournament import FAILURES, failure_file

PAGE: Final = "report.html"
GAMES_FILE: Final = "games.csv"
_PLACE: Final = (Column("players", "players", "count"), Column("modules", "modules", "count"))
_DECIDED: Final = {1: "yes", -1: "yes", 0: "open"}


def _place(setting: Setting | None) -> tuple[Cell, Cell]:
    return ("all", "all") if setting is None else (setting.players, setting.modules)


# --- tables


def rating_sheet(standings: Standings) -> Sheet:
    """Ratings by set-up."""
    rows: list[tuple[Cell, ...]] = []
    for setting, ratings in standings.ratings.items():
        for one in ratings:
            rows.append((*_place(setting), one.bot, one.rating, one.games, one.share, one.fair))
    return Sheet(
        "ratings",
        "Ratings",
        (
            *_PLACE, Column("bot", "bot"), Column("rating", "rating (95 %)", "rating", True),
            Column("games", "games", "count"), Column("share", "won", "share"), Column("fair", "fair", "share"),
        ),
        rows,
        f"On Elo's scale: 400 points are ten times the strength, ten victories to one. The bot at {ANCHOR:.0f} is the "
        "one the others are compared with, and the intervals are for the distance to it. A bot that never lost to it, "
        "or never won against it, not even by way of others, has only a bound: at least (≥) or at most (≤) this.",
    )  # fmt: skip


def meeting_sheet(standings: Standings) -> Sheet:
    """Who beats whom."""
    early = standings.verdicts is not None
    rows: list[tuple[Cell, ...]] = []
    for one in standings.meetings:
        row: tuple[Cell, ...] = (
            *_place(one.line_up.setting), str(one.line_up), one.bot, one.other, one.deals, one.games, one.share,
            one.fair, one.ahead, one.same_place, one.score, one.other_score,
        )  # fmt: skip
        rows.append((*row, _DECIDED[one.verdict]) if early else row)
    columns = (
        *_PLACE, Column("line_up", "line-up"), Column("bot", "bot"), Column("opponent", "opponent"),
        Column("deals", "deals", "count"), Column("games", "games", "count"),
        Column("share", "won (95 %)", "share", True), Column("fair", "fair", "share"),
        Column("ahead", "ahead (95 %)", "share", True), Column("same_place", "same place (95 %)", "share", True),
        Column("score", "score", "points"), Column("opponent_score", "opponent's", "points"),
    )  # fmt: skip
    return Sheet(
        "head_to_head",
        "Head to head",
        (*columns, Column("decided", "decided")) if early else columns,
        rows,
        "Won is the part of the victories that went to the bot, all its seats together; a shared victory counts in "
        "equal parts. Its fair share is its part of the seats: one against three wins a quarter of the games when all "
        "are equally strong. Ahead is how often one of its seats ends before one of the opponent's. Same place is how "
        "often it makes more of a seat than the opponent made of that seat, with the same luck, in another seating. "
        "Among equals both are one half at any table.",
    )


def place_sheet(standings: Standings) -> Sheet:
    """How the bots fare from each place in the turn order."""
    rows: list[tuple[Cell, ...]] = [
        (*_place(one.line_up.setting), str(one.line_up), one.order + 1, one.ahead, one.score, one.other_score)
        for one in standings.places
    ]
    return Sheet(
        "places",
        "By place in the turn order",
        (
            *_PLACE, Column("line_up", "line-up"), Column("place", "place", "count"),
            Column("ahead", "ahead (95 %)", "share", True), Column("score", "score", "points"),
            Column("opponent_score", "opponent's there", "points"),
        ),
        rows,
        "The place in the first round: 1 begins the game. Ahead is how often the first bot ends before one of the "
        "other's seats when it sits there; the scores are what either of them makes of that place.",
    )  # fmt: skip


def score_sheet(standings: Standings) -> Sheet:
    """What the bots score, and where the points come from."""
    rows: list[tuple[Cell, ...]] = [
        (*_place(one.setting), one.bot, len(one.spread), one.mean, one.deviation, *one.points)
        for one in standings.scores
    ]
    sources = [Column(f"points_{source.replace(' ', '_')}", source, "points") for source in SOURCES]
    return Sheet(
        "scores",
        "Scores",
        (
            *_PLACE, Column("bot", "bot"), Column("seats", "seats", "count"),
            Column("score", "mean score (95 %)", "points", True), Column("deviation", "spread", "points"), *sources,
        ),
        rows,
        "Mean points of a seat, how far scores spread (standard deviation), and the points by source.",
    )  # fmt: skip


def time_sheet(standings: Standings) -> Sheet:
    """How long the bots think."""
    rows: list[tuple[Cell, ...]] = [
        (bot, times.decisions, times.mean, times.quantile(0.5), times.quantile(0.99), times.longest)
        for bot in standings.bots
        if (times := standings.times.get(bot)) is not None and times.decisions
    ]
    return Sheet(
        "times",
        "Time per decision",
        (
            Column("bot", "bot"), Column("decisions", "decisions", "count"), Column("mean", "mean", "seconds"),
            Column("median", "median", "seconds"), Column("p99", "99 % within", "seconds"),
            Column("longest", "longest", "seconds"),
        ),
        rows,
        "Time of the processor, whatever else the machine was doing. Moves without a choice are not counted.",
    )  # fmt: skip


def pace_sheet(standings: Standings) -> Sheet:
    """Who takes how long against whom."""
    rows: list[tuple[Cell, ...]] = []
    for place, line_up in enumerate(standings.plan):
        found = [standings.times_in.get((place, bot), Times()) for bot in line_up.bots]
        if line_up.is_pair and all(times.decisions for times in found):
            rows.append((*_place(line_up.setting), str(line_up), found[0].mean, found[1].mean))
    return Sheet(
        "paces",
        "Time per decision, head to head",
        (
            *_PLACE, Column("line_up", "line-up"), Column("mean", "mean of the first", "seconds"),
            Column("opponent_mean", "of the other", "seconds"),
        ),
        rows,
        "In the same games, so that both had the same kind of decisions.",
    )  # fmt: skip


def failure_sheet(standings: Standings) -> Sheet:
    """Games that could not be finished."""
    rows: list[tuple[Cell, ...]] = [
        (
            *_place(standings.plan[deal.line_up].setting),
            ", ".join(failure.bots),
            failure.seed,
            failure.error,
            f"{FAILURES}/{failure_file(deal, failure)}",
        )
        for deal, failure in standings.failures
    ]
    return Sheet(
        "failures",
        "Games that could not be finished",
        (
            *_PLACE,
            Column("bots", "seats"),
            Column("seed", "seed"),
            Column("error", "what happened"),
            Column("file", "file"),
        ),
        rows,
        "They count for nobody, nor do the other games of their deals: without all seatings the luck is not shared.",
    )


def by_setting(standings: Standings, sheet: Sheet, *names: str) -> list[tuple[str, Sheet]]:
    """A table taken apart: the set-up in words, and its rows, with some of the columns."""
    found: list[tuple[str, Sheet]] = []
    for setting in [*standings.settings, None]:
        rows = [row for row in sheet.rows if row[:2] == _place(setting)]
        if rows:
            words = "all set-ups together" if setting is None else str(setting)
            found.append((words, sheet._replace(rows=rows).only(*names)))
    return found


def who_meets(standings: Standings) -> tuple[str, ...]:
    """The columns that say who meets: where all line-ups are pairs, the line-up says it all."""
    return ("line_up",) if all(line_up.is_pair for line_up in standings.plan) else ("bot", "opponent")


def games_csv(standings: Standings) -> str:
    """One row for each game and seat."""
    names = [
        "players", "modules", "line_up", "deal", "seating", "seed", "seat", "turn_order", "bot", "score",
        "share_of_victory", "stored", *["points_" + source.replace(" ", "_") for source in SOURCES], "decisions",
        "counted",
    ]  # fmt: skip
    rows: list[list[object]] = []
    for deal in standings.deals:
        line_up = standings.plan[deal.line_up]
        for game in deal.finished:
            for seat, one in enumerate(game.seats):
                rows.append(
                    [
                        *line_up.setting, str(line_up), deal.number + 1, game.number + 1, game.seed, seat + 1,
                        one.order + 1, one.bot, one.score, round(one.share, 6), one.stored, *one.points,
                        game.decisions, int(not deal.failures),
                    ]
                )  # fmt: skip
    return csv_text(names, rows)


# --- the page


def page_of(standings: Standings, command: str = "") -> str:
    """The whole report as one HTML page."""
    parts: list[str] = []
    if standings.counted:
        parts += [_ratings(standings), _matrices(standings), _meetings(standings)]
        if (places := place_sheet(standings)).rows:
            parts.append(_by_setting(standings, places, "line_up", "place", "ahead", "score", "opponent_score"))
        parts.append(_scores(standings))
    times = time_sheet(standings)
    if times.rows:
        rows = [(str(row[0]), *_numbers(row[3:6])) for row in times.rows]
        plot = lengths(rows, "milliseconds: dot median, thick line to 99 %, thin line to the longest")
        parts.append(heading(times.title) + paragraph(times.note, "note") + plot + times.html())
        if (paces := pace_sheet(standings)).rows:
            parts.append(with_note(paces))
    if standings.failures:
        parts.append(with_note(failure_sheet(standings)))
    parts.append(_method(standings))
    return whole_page(f"Tournament: {', '.join(standings.bots)}", _lead(standings, command), parts)


def _numbers(cells: tuple[Cell, ...]) -> tuple[float, float, float]:
    first, second, third = [float(cell) if isinstance(cell, (int, float)) else 0.0 for cell in cells]
    return first, second, third


def _lead(standings: Standings, command: str) -> list[str]:
    early = ", stopped early by hand" if standings.interrupted else ""
    words = (
        f"{standings.games:,} games of {standings.wanted:,}{early}: "
        f"{'; '.join([str(setting) for setting in standings.settings])}. Edition {standings.edition}, seed "
        f"{standings.seed}."
    )
    return [words, f"To play it again: `{command}`"] if command else [words]


def _ratings(standings: Standings) -> str:
    sheet = rating_sheet(standings)
    tables = dict(by_setting(standings, sheet, "bot", "rating", "games", "share", "fair"))
    parts = [heading(sheet.title), paragraph(sheet.note, "note")]
    for (title, table), ratings in zip(tables.items(), [one for one in standings.ratings.values() if one], strict=True):
        rows = [Interval(one.bot, *one.rating, f"{one.rating.value:.0f}") for one in ratings]
        parts += [heading(_capital(title), 3), intervals(rows, "rating, with 95 % interval", ANCHOR), table.html()]
    return "".join(parts)


def _matrices(standings: Standings) -> str:
    """Who ends before whom, a square for each set-up."""
    parts = [
        heading("Who ends before whom"),
        paragraph("How often a seat of the bot at the left ends before a seat of the bot above.", "note"),
    ]
    for setting in standings.settings:
        head = "".join([f'<th scope="col">{html.escape(bot)}</th>' for bot in standings.bots])
        lines: list[str] = []
        for bot in standings.bots:
            cells = "".join([_square(standings, setting, bot, other) for other in standings.bots])
            lines.append(f'<tr><th scope="row">{html.escape(bot)}</th>{cells}</tr>\n')
        parts += [
            heading(str(setting), 3),
            f'<div class="wide"><table class="matrix"><thead><tr><th></th>{head}</tr></thead>\n',
            f"<tbody>\n{''.join(lines)}</tbody></table></div>\n",
        ]
    return "".join(parts)


def _meetings(standings: Standings) -> str:
    sheet = meeting_sheet(standings)
    names = ("games", "share", "fair", "ahead", "same_place", "score", "opponent_score", "decided")
    return _by_setting(standings, sheet, *who_meets(standings), *names)


def _by_setting(standings: Standings, sheet: Sheet, *names: str) -> str:
    parts = [heading(sheet.title), paragraph(sheet.note, "note")]
    for title, table in by_setting(standings, sheet, *names):
        parts += [heading(_capital(title), 3), table.html()]
    return "".join(parts)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _square(standings: Standings, setting: Setting, bot: str, other: str) -> str:
    share = None if bot == other else standings.ahead_of(setting, bot, other)
    if share is None:
        return "<td></td>"
    colour = "91, 127, 75" if share >= 0.5 else "140, 47, 57"  # hops and wine, as in plot.py
    return f'<td style="background: rgba({colour}, {abs(share - 0.5) * 1.1:.2f})">{100 * share:.1f} %</td>'


def _scores(standings: Standings) -> str:
    sheet = score_sheet(standings)
    parts = [heading(sheet.title), paragraph(sheet.note, "note")]
    tables = dict(by_setting(standings, sheet, "bot", "seats", "score", "deviation"))
    for setting in standings.settings:
        found = [one for one in standings.scores if one.setting == setting]
        if found:
            parts += [
                heading(str(setting), 3),
                spreads(
                    [(one.bot, one.spread, one.mean.value) for one in found],
                    "score (band: middle half of the seats, dot: mean)",
                ),
                stacks([(one.bot, one.points) for one in found], SOURCES, "mean points by source"),
                tables[str(setting)].html(),
            ]
    return "".join(parts)


def _method(standings: Standings) -> str:
    deals = (
        "A deal is luck and all seatings it is played in: the table is turned until everybody has sat everywhere, and "
        "the dice, decks and guests of a seat are the same each time. Deals are independent of each other, the "
        "seatings of one deal are not; all intervals allow for that."
    )
    ratings = (
        "Ratings: the strengths that make the victories likeliest, when a seat wins in proportion to its strength "
        "(Luce; for two players Bradley and Terry), with one drawn game between every two bots added. Intervals: whole "
        "deals drawn again a thousand times."
    )
    shares = "Shares: Wilson's interval, with the number of independent games that would tell as much as these deals."
    if standings.verdicts is not None:
        shares = (
            "A line-up was stopped as soon as it was decided who is better, by bets that err in at most 5 % of "
            "line-ups however often one looks. The intervals of the shares come from the same bets and hold at any "
            "stop; those of the ratings do not allow for stopping, and are a little too narrow."
        )
    words = [deals, ratings, shares]
    return heading("How it is worked out") + "".join([paragraph(one) for one in words])


def sheets_of(standings: Standings) -> list[Sheet]:
    """Every table of the report."""
    found = [rating_sheet(standings), meeting_sheet(standings), place_sheet(standings), score_sheet(standings)]
    found += [time_sheet(standings), pace_sheet(standings)]
    return [*found, failure_sheet(standings)] if standings.failures else found


def write_report(standings: Standings, folder: Path, command: str = "") -> list[Path]:
    """Write the page and the CSV files; where they are."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {PAGE: page_of(standings, command), GAMES_FILE: games_csv(standings)}
    for sheet in sheets_of(standings):
        texts[f"{sheet.name}.csv"] = sheet.csv()
    for name, text in texts.items():
        write_whole(folder / name, text)
    return [folder / name for name in texts]
