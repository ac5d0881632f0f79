"""The sections of dealt hands split by an outcome: how many there are, the score and the features within each part."""

from meldlab.sim.query.conditions import parse_grouping, says_more
from meldlab.sim.report.markup import Markup, number
from meldlab.sim.report.page import table_section
from meldlab.sim.report.sections.deals import mean_cell
from meldlab.sim.report.sections.hands import score_name, share_cell
from meldlab.sim.report.subject import Subject
from meldlab.sim.simulate.simulation import Simulation

#: What hands are split by where nobody asks for anything else: the first of these that is counted.
_USUAL_SPLIT = ("wilds", "jokers", "natural_run")


def usual_split(result: Simulation) -> tuple[str, ...]:
    """Return what the hands are split by unless somebody asks for something else."""
    counted = [column.name for column in result.task.columns if column.name != result.task.score]
    return tuple(name for name in _USUAL_SPLIT if name in counted)[:1]


def split(subject: Subject, result: Simulation, outcome: str) -> Markup:
    """Return the hands split by an outcome: shares, the mean score, the features within each part."""
    words, numerals = subject.words, subject.words.numerals
    name, _ = parse_grouping(outcome, result.task)
    # A feature that is about nothing but the outcome itself says no more than yes or no, one that no hand has nothing.
    features = [
        feature
        for feature in result.features
        if feature.text != name and result.share(feature).hits and says_more(feature, name)
    ]
    rows = [
        (
            number(part.value, numerals.whole(part.value)),
            number(part.share.hits, numerals.whole(part.share.hits)),
            share_cell(words, part.share),
            mean_cell(words, part.score._asdict()),
            *(share_cell(words, part.features[feature.text]) for feature in features),
        )
        for part in result.splits(outcome)
    ]
    headings = (
        words.named("outcome", name),
        words("score.hands"),
        words("score.share"),
        words("by.mean", score=score_name(words, result)),
        *(words.query(feature.query) for feature in features),
    )
    title = words("by.heading", outcome=words.named("outcome", name))
    return table_section(title, headings, rows, name="by")
