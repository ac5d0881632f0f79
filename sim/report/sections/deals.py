"""The sections about played deals and matches: players, seats, who does better, who wins, how they end."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from meldlab.sim.common.means import EVEN
from meldlab.sim.play.matches.match_result import MatchResult
from meldlab.sim.play.result import PlayResult
from meldlab.sim.report.charts.charts import Reach, reaches
from meldlab.sim.report.markup import Markup, number, safe, tag
from meldlab.sim.report.page import picture, section, table_section
from meldlab.sim.report.sections.hands import percent_interval
from meldlab.sim.report.sections.points import points
from meldlab.sim.report.subject import Subject
from meldlab.sim.report.words.numerals import Numerals
from meldlab.sim.report.words.strategy_names import chart_names
from meldlab.sim.report.words.words import Words

#: What shares of wins are called.
SHARE = "play.wins_share"


def sections(subject: Subject, result: PlayResult) -> list[Markup]:
    """Return what came out of played deals or matches."""
    if not result.deals:
        return []
    wins = [_wins(subject, result)] if isinstance(result, MatchResult) else []
    return [*wins, *(part(subject, result) for part in (_pairs, points, _players, _seats, _ends))]


def pair_reaches(words: Words, result: PlayResult, *, among: Iterable[str] = ()) -> list[Reach]:
    """Return each pair's difference, for a chart that may show other strategies too."""
    called = chart_names([*result.task.strategies, *among])
    return [
        Reach.of(f"{called[row['better']]} {words('play.than')} {called[row['than']]}", row)
        for row in result.pairs().iter_rows(named=True)
        if row["difference"] is not None
    ]


def all_reaches(subjects: Sequence[Subject]) -> list[Reach]:
    """Return the differences of all pairs of several runs, each with the number of its run."""
    played = [
        (subject, subject.result)
        for subject in subjects
        if isinstance(subject.result, PlayResult) and subject.result.deals
    ]
    among = [name for _, result in played for name in result.task.strategies]
    return [
        replace(reach, label=f"{subject.number}: {reach.label}")
        for subject, result in played
        for reach in pair_reaches(subject.words, result, among=among)
    ]


def win_reaches(result: MatchResult) -> list[Reach]:
    """Return each player's share of the wins, for a chart."""
    called = chart_names(result.task.strategies)
    return [
        Reach.of(f"{row['player']}: {called[row['strategy']]}", row, "share")
        for row in result.wins().iter_rows(named=True)
        if row["share"] is not None
    ]


def reach_picture(
    words: Words, shown: Sequence[Reach], *, caption: str, about: str = "play.by", headed: bool = False
) -> Markup:
    """Return the chart of some differences, or of shares of wins; `about` is the key of what they are."""
    return picture(
        lambda width: reaches(shown, width=width, title=words(about), percent=about == SHARE),
        caption=caption,
        words=words,
        headed=headed,
    )


def mean_cell(words: Words, row: Mapping[str, Any]) -> Markup:
    """Return a mean with how far its interval reaches; what never or always came about is told with its bound."""
    numerals, mean, low, high = words.numerals, row["mean"], row["low"], row["high"]
    if mean is None:
        return safe(words("play.never"))
    if low is None:
        return tag(
            "span", number(mean, numerals.figure(mean)), tag("span", f" {words('play.no_interval')}", class_="faint")
        )
    reach, below, above = (high - low) / 2, mean - low, high - mean
    shown = number(mean, numerals.figure(mean, reach=reach))
    limits = {"low": numerals.limit(low, reach=reach), "high": numerals.limit(high, reach=reach)}
    if not mean and not below:
        shown, told = number(mean, "0"), words("play.at_most", high=limits["high"])
    elif mean == 1 and not above:
        shown, told = number(mean, "1"), words("play.at_least", low=limits["low"])
    elif min(below, above) < EVEN * max(below, above):
        shown = number(mean, numerals.figure(mean, reach=min(below, above) or reach))
        told = f"({limits['low']} – {limits['high']})"
    else:
        told = f"± {numerals.figure(reach, reach=reach)}"
    return tag("span", shown, tag("span", f" {told}", class_="faint"))


def difference_cells(words: Words, row: Mapping[str, Any]) -> tuple[Markup, Markup, Markup]:
    """Return a difference, its interval, and how many deals it needs to show, where that is told."""
    numerals = words.numerals
    if row["difference"] is None:
        return safe(""), safe(""), safe("")
    reach = None if row["low"] is None else (row["high"] - row["low"]) / 2 or None
    mean = number(row["difference"], numerals.figure(row["difference"], reach=reach))
    if row["low"] is None:
        return mean, tag("span", words("play.no_interval"), class_="faint"), safe("")
    ends = (number(row[end], numerals.figure(row[end], reach=reach)) for end in ("low", "high"))
    interval = tag("span", next(ends), " … ", next(ends))
    needed = row.get("deals_needed")
    return mean, interval, safe("") if needed is None else number(needed, numerals.whole(needed))


def share_cells(words: Words, row: Mapping[str, Any], share: str = "share") -> tuple[Markup, Markup]:
    """Return a share of a result, such as a player's of the wins, and its interval."""
    percent, part = words.numerals.percent, row[share]
    if row["low"] is None:
        return number(part, percent(part)), safe("")
    shown = number(part, percent(part, reach=(row["high"] - row["low"]) / 2))
    return shown, percent_interval(words, row["low"], row["high"])


def _pairs(subject: Subject, result: PlayResult) -> Markup:
    """Return who does better on the same cards."""
    words, match = subject.words, isinstance(result, MatchResult)
    if result.task.rotations < 2:
        return section(words("play.pairs"), tag("p", words("play.alone")), name="pairs")
    rows = [
        (tag("strong", row["better"]), row["than"], *difference_cells(words, row))
        for row in result.pairs().iter_rows(named=True)
    ]
    needed = words("play.matches_needed" if match else "play.deals_needed")
    headings = (words("play.better"), words("play.than"), words("play.by"), words("play.interval"), needed)
    title = words("play.pairs")
    shown = pair_reaches(words, result)
    chart = reach_picture(words, shown, caption=title) if shown else Markup()
    told = tag("p", words("play.pairs_of_match" if match else "play.pairs_note"), class_="faint")
    return table_section(title, headings, rows, chart, told, words=2, name="pairs")


def _players(subject: Subject, result: PlayResult) -> Markup:
    """Return one row an outcome, one column a player."""
    words, match = subject.words, isinstance(result, MatchResult)
    rows: dict[str, list[str]] = {}
    for row in result.players().iter_rows(named=True):
        rows.setdefault(row["outcome"], []).append(mean_cell(words, row))
    names = [f"{player}: {strategy}" for player, strategy in enumerate(result.task.strategies)]
    title = words("play.players_of_match" if match else "play.players")
    body = [(words.named("outcome", outcome), *cells) for outcome, cells in rows.items()]
    return table_section(title, (words("play.outcome"), *names), body, name="players")


def _seats(subject: Subject, result: PlayResult) -> Markup:
    """Return what a player has at each seat: points and wins."""
    words = subject.words
    titles = {column.name: column.title for column in result.columns}
    shown = (titles[result.how.score], "won")
    rows: dict[tuple[int, str], dict[str, Markup]] = {}
    for row in result.seats().iter_rows(named=True):
        rows.setdefault((row["seat"], f"{row['player']}: {row['strategy']}"), {})[row["outcome"]] = mean_cell(
            words, row
        )
    body = [(str(seat), player, *(cells[name] for name in shown)) for (seat, player), cells in rows.items()]
    headings = (words("play.seat"), words("play.player"), *(words.named("outcome", name) for name in shown))
    title = words("play.seats")
    return table_section(title, headings, body, words=2, name="seats")


def _ends(subject: Subject, result: PlayResult) -> Markup:
    """Return how deals or matches end."""
    words = subject.words
    labels = {column.name: column.labels for column in result.columns}
    kind = "reason" if "reason" in labels else "tie_break"
    rows = []
    for row in result.whole().iter_rows(named=True):
        if row["outcome"] == kind:
            label = labels[kind][row["value"]] if row["value"] < len(labels[kind]) else str(row["value"])
            rows.append((words.named("reason", label), *share_cells(words, row, "probability")))
    title = words("play.ends_of_match" if isinstance(result, MatchResult) else "play.ends")
    headings = (words("play.reason"), words("play.share"), words("play.interval"))
    return table_section(title, headings, rows, name="ends") if rows else Markup()


def _wins(subject: Subject, result: MatchResult) -> Markup:
    """Return each player's share of the wins."""
    words, numerals = subject.words, subject.words.numerals
    rows = [
        (f"{row['player']}: {row['strategy']}", *share_cells(words, row))
        for row in result.wins().iter_rows(named=True)
        if row["share"] is not None
    ]
    title = words("play.wins")
    headings = (words("play.player"), words(SHARE), words("play.interval"))
    chart = reach_picture(words, win_reaches(result), caption=title, about=SHARE)
    length = result.deals_a_match
    shown_length = "" if length is None else _count(numerals, length)
    told = [tag("p", words("play.deals_a_match", deals=shown_length))] if length else []
    return table_section(title, headings, rows, chart, *told, name="wins")


def _count(numerals: Numerals, mean: float) -> str:
    """Return a mean; a whole one without places, which could be taken for thousands."""
    return numerals.whole(int(mean)) if mean.is_integer() else numerals.figure(mean)
