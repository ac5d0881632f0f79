"""JSON Lines in, answers out: each line a question about one hand, a bad line an answer with its error."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NoReturn

from meldlab.sim.analysis import analyze, meld_kinds
from meldlab.sim.answer import HandAnswer
from meldlab.sim.errors import MeldlabError, QueryError
from meldlab.sim.rules import Ruleset, load_ruleset

ASKS = ("hand", "meld", "exposed")


def answer_lines(lines: Iterable[str], *, defaults: Mapping[str, object] | None = None) -> Iterator[dict[str, object]]:
    """Yield one answer for each line that is not blank, in order.

    Parameters
    ----------
    lines
        JSON objects with the fields of ``analyze --batch``; unknown fields are ignored.
    defaults
        Fields for lines that do not have them.

    Yields
    ------
    dict
        The figures with the line's ``id``, or ``{"id": ..., "error": ...}`` when the line cannot be answered.
    """
    desk = Desk()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        question: dict[str, Any] = {}
        try:
            question = read_question(line)
            answer = desk.answer({**(defaults or {}), **question})
        except MeldlabError as error:
            yield {"id": question.get("id"), "error": f"line {number}: {error}"}
        else:
            yield {"id": question["id"], **answer} if "id" in question else answer


def read_question(line: str) -> dict[str, Any]:
    """Return the object on a line, without the fields that are null.

    Raises
    ------
    QueryError
        If the line is no JSON object.
    """
    try:
        question = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, ValueError) else "nested too deeply"
        raise QueryError(f"is no JSON: {reason}") from error
    if not isinstance(question, dict):
        raise QueryError("is JSON, but no object", allowed='{"ruleset": ..., "hand": ...}')
    return {name: value for name, value in question.items() if value is not None or name == "id"}


class Desk:
    """Answers questions one by one and keeps the rules it has read."""

    def __init__(self) -> None:
        self._rules: dict[str, Ruleset] = {}

    def answer(self, question: Mapping[str, Any]) -> dict[str, object]:
        """Return the figures for one question.

        Raises
        ------
        MeldlabError
            If a field is missing, has a wrong type or value, or this version cannot answer.
        """
        ask = question.get("ask", "hand")
        if ask not in ASKS:
            raise QueryError(f"this version does not answer ask = {ask!r}", where="ask", allowed=", ".join(ASKS))
        if ask == "exposed":
            from meldlab.sim.exposed_question import answer_exposed

            return answer_exposed(question.get("meld"), self.ruleset(question)).to_dict()
        if "hand" not in question:
            raise QueryError("the field is missing", where="hand")
        if ask == "meld":
            kinds = meld_kinds(_cards(question, "hand"), self.ruleset(question), **_situation(question))
            return {"meld_kinds": list(kinds)}
        return self.analysis(question).to_dict()

    def analysis(self, question: Mapping[str, Any], *, all_arrangements: bool = False) -> HandAnswer:
        """Return the analysis of the hand in question; errors as for `answer`."""
        hand, ruleset = _cards(question, "hand"), self.ruleset(question)
        return analyze(
            hand,
            ruleset,
            contract=_text(question, "contract"),
            table=_table(question),
            advise=question.get("advise") is True,
            all_arrangements=all_arrangements,
            **_situation(question),
        )

    def ruleset(self, question: Mapping[str, Any]) -> Ruleset:
        """Return the rules a question is about, its overrides applied."""
        name, overrides = _text(question, "ruleset"), question.get("set", {})
        if name is None:
            raise QueryError("the field is missing", where="ruleset", remedy="Name a preset or a rules file")
        if not isinstance(overrides, dict):
            raise QueryError(f"{_shown(overrides)} is no object", where="set", allowed='such as {"run.ace": "high"}')
        key = json.dumps([name, overrides], sort_keys=True)
        if key not in self._rules:
            self._rules[key] = load_ruleset(name, overrides=overrides)
        return self._rules[key]


def _situation(question: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "wild": _text(question, "wild"),
        "decks": _whole(question, "decks"),
        "players": _whole(question, "players"),
        "dead": _cards(question, "dead"),
    }


def _text(question: Mapping[str, Any], name: str) -> str | None:
    value = question.get(name)
    if value is not None and not isinstance(value, str):
        raise QueryError(f"{_shown(value)} is no text", where=name)
    return value


def _whole(question: Mapping[str, Any], name: str) -> int | None:
    value = question.get(name)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise QueryError(f"{_shown(value)} is no whole number", where=name)
    return value


def _cards(question: Mapping[str, Any], name: str) -> str | list[str]:
    value = question.get(name, [])
    if isinstance(value, str) or (isinstance(value, list) and all(isinstance(card, str) for card in value)):
        return value
    raise QueryError(f"{_shown(value)} is no list of cards", where=name, allowed='text, or a list such as ["5H", "JK"]')


def _table(question: Mapping[str, Any]) -> list[str] | None:
    value = question.get("table")
    if value is None or (isinstance(value, list) and all(isinstance(meld, str) for meld in value)):
        return value
    raise QueryError(f"{_shown(value)} is no list of melds", where="table", allowed='such as ["1:E:5H JK 7H 8H"]')


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number in JSON")


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
