"""JSON Lines in, answers out: each line a question about one hand, a bad line an answer with its error."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from meldlab.sim.analyze.analyze import analyze
from meldlab.sim.analyze.json_lines import id_of, ignored_fields, read_field, read_fields, read_question, shown
from meldlab.sim.common.errors import MeldlabError, QueryError
from meldlab.sim.games.registry import family_of
from meldlab.sim.hand.answer import HandAnswer
from meldlab.sim.hand.setting import Setting
from meldlab.sim.hand.situation import Situation
from meldlab.sim.rules import Ruleset, load_ruleset
from meldlab.sim.rules.source import looks_like_path

ASKS = ("hand", "meld", "exposed")

_SITUATION = ("wild", "decks", "players", "dead")
#: Rules kept for further lines, and names of unknown fields counted: lines may come from anybody, without end.
_MOST_RULES, _MOST_NAMES = 1_000, 100
# What the rules call themselves in their errors is, in a line, the field they came in.
_FIELD_OF: Mapping[str | None, str] = {"game": "ruleset"}


def answer_lines(
    lines: Iterable[str], *, defaults: Mapping[str, object] | None = None, ignored: Counter[str] | None = None
) -> Iterator[dict[str, object]]:
    """Yield one answer for each line that is not blank, in order.

    Parameters
    ----------
    lines
        JSON objects with the fields of ``analyze --batch``; an unknown field is ignored unless it is close to a
        known one.
    defaults
        Fields for lines that do not have them.
    ignored
        Counts the lines in which each unknown field was ignored.

    Yields
    ------
    dict
        The figures with the line's ``id``, or ``{"id": ..., "error": ...}`` when the line cannot be answered.
    """
    named = (defaults or {}).get("ruleset")
    desk = Desk(files=[named] if isinstance(named, str) else [])
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            question = read_question(line)
            if ignored is not None:
                names = ignored_fields(question)
                ignored.update(name for name in names if name in ignored or len(ignored) < _MOST_NAMES)
            answer = desk.answer({**(defaults or {}), **question})
        except MeldlabError as error:
            yield {"id": id_of(line), "error": f"line {number}: {error.one_line()}"}
        else:
            yield {"id": question["id"], **answer} if "id" in question else answer


class Desk:
    """Answers questions one by one and keeps the rules it has read.

    Parameters
    ----------
    files
        Rules files that a question may name; None: any.  Questions of strangers must not say what is opened.
    """

    def __init__(self, files: Collection[str] | None = None) -> None:
        self._files = files
        self._rules: dict[str, Ruleset] = {}

    def answer(self, question: Mapping[str, Any]) -> dict[str, object]:
        """Return the figures for one question.

        Raises
        ------
        MeldlabError
            If a field is missing, has a wrong type or value, or this version cannot answer; `where` is the field.
        """
        try:
            return self._answer(question)
        except MeldlabError as error:
            error.where = _FIELD_OF.get(error.where, error.where)
            raise

    def _answer(self, question: Mapping[str, Any]) -> dict[str, object]:
        ask = question.get("ask", "hand")
        if ask not in ASKS:
            raise QueryError(f"this version does not answer ask = {ask!r}", where="ask", allowed=", ".join(ASKS))
        if ask != "exposed" and "hand" not in question:
            raise QueryError("the field is missing", where="hand")
        if ask == "hand":
            return self.analysis(question).to_dict()
        situation = Situation.of(Setting(self.ruleset(question), **read_fields(question, *_SITUATION)))
        family = family_of(situation.ruleset)
        if ask == "exposed":
            return {**family.exposed(situation, question.get("meld")), **situation.provenance()}
        kinds = family.meld_kinds(situation, read_field(question, "hand"))
        return {"meld_kinds": list(kinds), **situation.provenance()}

    def analysis(self, question: Mapping[str, Any], *, all_arrangements: bool = False) -> HandAnswer:
        """Return the analysis of the hand in question; errors as for `answer`."""
        return analyze(
            read_field(question, "hand"),
            self.ruleset(question),
            **read_fields(question, "contract", "table", "advise", *_SITUATION),
            all_arrangements=all_arrangements,
        )

    def ruleset(self, question: Mapping[str, Any]) -> Ruleset:
        """Return the rules a question is about, its overrides applied."""
        name = read_field(question, "ruleset")
        if name is None:
            raise QueryError("the field is missing", where="ruleset", remedy="Name a preset or a rules file")
        if self._files is not None and name not in self._files and looks_like_path(name):
            raise QueryError(
                f"{shown(name)} is a file, and a line opens none", where="ruleset", remedy="Give the rules file with -g"
            )
        overrides = read_field(question, "set")
        key = json.dumps([name, overrides], sort_keys=True)
        if key not in self._rules:
            if len(self._rules) >= _MOST_RULES:
                self._rules.clear()
            self._rules[key] = load_ruleset(name, set=overrides)
        return self._rules[key]
