"""The sections that say what was asked and by which rules."""

from collections.abc import Sequence

from meldlab.sim.play.compare.rules_result import RulesComparison
from meldlab.sim.play.result import PlayResult
from meldlab.sim.report.markup import Markup, safe, table, tag
from meldlab.sim.report.page import section
from meldlab.sim.report.subject import Difference, Subject
from meldlab.sim.report.words.rule_words import RuleWords, rule_words
from meldlab.sim.rules import stored_ruleset
from meldlab.sim.rules.describe import differences
from meldlab.sim.simulate.simulation import Simulation
from meldlab.sim.simulate.task import Task


def asked(subject: Subject) -> Markup:
    """Return what was asked, in a few sentences."""
    words, result = subject.words, subject.result
    kind = "rules" if isinstance(result, RulesComparison) else subject.unit
    cards = str(subject.ruleset.cards_dealt(subject.contract)) if isinstance(result, Simulation) else ""
    sentences = [
        words(f"asked.{kind}", count=subject.counted, cards=cards, pack=subject.pack),
        *_wild(subject),
        *_score(subject),
    ]
    if subject.contract:
        contract = subject.contract
        sets, runs = contract.count("T"), contract.count("E")
        sentences.append(words("asked.contract", contract=contract, sets=sets, runs=runs))
    if subject.strategies:
        seated = ", ".join(f"{player}: {name}" for player, name in enumerate(subject.strategies))
        sentences.append(words("asked.players", players=seated))
    if isinstance(result, PlayResult) and result.task.rotations > 1:
        sentences.append(words("asked.rotations", rotations=result.task.rotations))
    return section(words("asked.heading"), *(tag("p", sentence) for sentence in sentences), name="asked")


def rules(subject: Subject) -> Markup:
    """Return by which rules, and what is not as in the preset; of two rulesets what sets them apart."""
    words, result = subject.words, subject.result
    preset, changed = subject.nearest
    shown = words.named("game", preset)
    if not changed:
        parts: list[str] = [tag("p", words("rules.same", preset=shown))]
    else:
        own = preset != subject.task.game
        told = words("rules.own", name=subject.task.game, preset=shown) if own else words("rules.changed", preset=shown)
        headings = (words("rules.here"), words("rules.usual"))
        parts = [tag("p", told), rules_table(subject, changed, headings=headings)]
    if isinstance(result, RulesComparison):
        other = stored_ruleset(result.task.other.ruleset_json, name=result.task.other.game)
        apart = differences(subject.ruleset, other)
        headings = (words("rules.first"), words("rules.second"))
        parts += [tag("p", words("rules.other")), rules_table(subject, apart, headings=headings)]
    parts.append(tag("p", words("rules.all", preset=preset), class_="faint"))
    return section(words("rules.heading"), *parts, name="rules")


def rules_table(subject: Subject, changed: Sequence[Difference], *, headings: tuple[str, str]) -> Markup:
    """Return the rules that differ, each with both values and its sentence."""
    words, told = subject.words, rule_words(subject.words.code)
    rows = [
        (
            tag("span", told.sentence(key, subject.ruleset.objective), tag("code", key, class_="query")),
            _value(told, key, here),
            _value(told, key, there),
        )
        for key, here, there in changed
    ]
    title = words("rules.heading")
    return table((words("rules.rule"), *headings), rows, words=3, label=title, name="rules")


def _value(told: RuleWords, key: str, value: str | None) -> Markup:
    if value is None:
        return safe("–")
    meaning = told.value(key, value)
    return tag("span", tag("code", value), tag("span", meaning, class_="query") if meaning else "")


def _wild(subject: Subject) -> list[str]:
    if subject.ruleset.pack.wild != "cut":
        return []
    wild = subject.task.wild if isinstance(subject.task, Task) else None
    return [subject.words("asked.cut") if wild is None else subject.words("asked.wild", wild=wild)]


def _score(subject: Subject) -> list[str]:
    if not isinstance(subject.result, Simulation):
        return []
    words, name = subject.words, subject.result.task.score
    meaning = words.texts.get(f"meaning.{name}")
    return [] if meaning is None else [words("asked.score", score=words.named("outcome", name), meaning=meaning)]
