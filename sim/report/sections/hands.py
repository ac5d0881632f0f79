"""The sections about dealt hands: the score, and what hands hold."""

from collections.abc import Sequence

from meldlab.sim.common.intervals import Proportion
from meldlab.sim.query.conditions import Condition
from meldlab.sim.report.charts.charts import ScoreCharts
from meldlab.sim.report.charts.curve import Curve, Window
from meldlab.sim.report.markup import Markup, number, safe, table, tag
from meldlab.sim.report.page import folded, picture, section, table_section, tiles
from meldlab.sim.report.subject import Subject
from meldlab.sim.report.words.words import Words
from meldlab.sim.simulate.simulation import Simulation

_MOST_TILES = 6
#: Where a score has more values than this, nobody reads them one by one; the page's JSON has them.
MOST_VALUES = 2000


def sections(subject: Subject, result: Simulation) -> list[Markup]:
    """Return what came out."""
    if not result.deals:
        return []
    return [_first(subject, result), _score(subject, result), _features(subject, result)]


def score_charts(runs: Sequence[tuple[Subject, Simulation]]) -> ScoreCharts:
    """Return the charts of how often each score of some runs occurs."""
    subject, result = runs[0]
    curves = [Curve(each.label, dealt.histogram()) for each, dealt in runs]
    return ScoreCharts(curves, score_name(subject.words, result))


def score_pictures(words: Words, charts: ScoreCharts, *, notes: Sequence[str] = ()) -> tuple[Markup, Markup]:
    """Return how often each score occurs, and how many hands have at most so much."""
    return (
        picture(
            lambda width: charts.occurrences(width=width, share=words("score.share")),
            caption=words("score.histogram"),
            notes=notes,
            words=words,
        ),
        picture(
            lambda width: charts.cumulative(width=width, share=words("score.below")),
            caption=words("score.cumulative"),
            words=words,
        ),
    )


def score_name(words: Words, result: Simulation) -> str:
    """Return what the score is called."""
    return words.named("outcome", result.task.score)


def feature_words(words: Words, feature: Condition) -> Markup:
    """Return a feature in words, and below them how it is asked for."""
    told = words.query(feature.query)
    return tag("span", told, tag("code", feature.text, class_="query") if told != feature.text else "")


def share_figure(words: Words, share: Proportion) -> Markup:
    """Return a share in percent."""
    if share.probability is None:
        return safe("")
    reach = share.half_width if share.hits else None
    return number(share.probability, words.numerals.percent(share.probability, reach=reach))


def interval_figure(words: Words, share: Proportion) -> Markup:
    """Return the interval of a share; of no hits what is not exceeded."""
    if share.hits:
        return percent_interval(words, share.low, share.high)
    none = words("features.none", high=words.numerals.percent(share.high, reach=share.high))
    return tag("span", number(share.low, ""), number(share.high, ""), tag("span", none, class_="words"))


def percent_interval(words: Words, low: float, high: float) -> Markup:
    """Return the interval of a share in percent."""
    shown = [number(end, words.numerals.percent(end, reach=(high - low) / 2)) for end in (low, high)]
    return tag("span", shown[0], " – ", shown[1])


def share_cell(words: Words, share: Proportion) -> Markup:
    """Return a share with its interval below it, for one cell."""
    return tag("span", share_figure(words, share), tag("span", interval_figure(words, share), class_="query"))


def mean_words(words: Words, result: Simulation) -> tuple[Markup, str]:
    """Return the mean score, and its interval in words."""
    score, numerals = result.score, words.numerals
    if score.mean is None:
        return safe(""), ""
    if score.ci95 is None:
        return number(score.mean, numerals.figure(score.mean)), ""
    low, high = score.ci95
    reach = (high - low) / 2 or None
    ends = {name: numerals.figure(end, reach=reach) for name, end in (("low", low), ("high", high))}
    return number(score.mean, numerals.figure(score.mean, reach=reach)), words("result.reach", **ends)


def _first(subject: Subject, result: Simulation) -> Markup:
    """Return the figures to be seen first."""
    words, numerals, score = subject.words, subject.words.numerals, result.score
    name = score_name(words, result)
    mean, reach = mean_words(words, result)
    shown = [(words("result.mean", score=name), mean, reach)]
    median = score.quantiles.get("0.5")
    if median is not None:
        shown.append((words("result.median", score=name), number(median, numerals.whole(median)), words("result.half")))
    for feature in result.features:
        share = result.share(feature)
        if share.hits and len(shown) < _MOST_TILES:
            one_in = words("page.of", part=numerals.whole(share.hits), whole=numerals.whole(share.trials))
            shown.append((words.query(feature.query), share_figure(words, share), one_in))
    return section(words("result.heading"), tiles(shown), name="result")


def _score(subject: Subject, result: Simulation) -> Markup:
    words, numerals = subject.words, subject.words.numerals
    score, charts = result.score, score_charts([(subject, result)])
    name, (curve,) = charts.score, charts.curves
    levels = [f"{float(level) * 100:g}" for level in score.quantiles]
    quantiles = table(
        (words("result.quantiles"), *(f"{level} %" for level in levels)),
        [(name, *(number(value, numerals.whole(value)) for value in score.quantiles.values()))],
        label=name,
        name="quantiles",
    )
    spread = words(
        "result.spread",
        least=numerals.whole(score.min or 0),
        most=numerals.whole(score.max or 0),
        sd="–" if score.sd is None else numerals.figure(score.sd),
    )
    values = _values(subject, curve)
    drawn = score_pictures(words, charts, notes=not_drawn(subject, curve, charts.window))
    return section(words("score.heading"), *drawn, quantiles, tag("p", spread), values, name="score")


def not_drawn(subject: Subject, curve: Curve, window: Window) -> list[str]:
    """Return what a chart leaves out at its ends."""
    words, whole = subject.words, subject.words.numerals.whole
    less, more = curve.outside(window)
    told = []

    def count(number: int) -> str:
        return words(f"count.{subject.unit}", count=whole(number))

    if more:
        most = max(curve.counts) // curve.scale
        told.append(
            words("score.not_drawn", count=count(more), limit=whole(window.high // curve.scale), most=whole(most))
        )
    if less:
        least = min(curve.counts) // curve.scale
        told.append(
            words("score.not_drawn_low", count=count(less), limit=whole(window.low // curve.scale), least=whole(least))
        )
    return told


def _values(subject: Subject, curve: Curve) -> Markup:
    """Return every score with its deals, folded away; nothing where there are very many."""
    if len(curve.counts) > MOST_VALUES:
        return Markup()
    words, numerals = subject.words, subject.words.numerals
    rows = [
        (
            number(value, numerals.whole(value)),
            number(count, numerals.whole(count)),
            numerals.percent(count / curve.deals),
            numerals.percent(curve.below[value] / curve.deals),
        )
        for value, count in curve.counts.items()
    ]
    headings = (words("score.value"), words("score.hands"), words("score.share"), words("score.below"))
    return folded(words("page.values"), table(headings, rows, words=0, label=words("page.values"), name="histogram"))


def _features(subject: Subject, result: Simulation) -> Markup:
    words, numerals = subject.words, subject.words.numerals
    rows = []
    for feature in result.features:
        share = result.share(feature)
        one_in = number(1 / share.probability, numerals.figure(1 / share.probability)) if share.probability else ""
        rows.append(
            (
                feature_words(words, feature),
                number(share.hits, numerals.whole(share.hits)),
                share_figure(words, share),
                interval_figure(words, share),
                one_in,
            )
        )
    headings = tuple(words(f"features.{name}") for name in ("feature", "hands", "share", "interval", "one_in"))
    asking = tag("p", words("features.ask"), class_="faint")
    return table_section(words("features.heading"), headings, rows, asking, name="features")
