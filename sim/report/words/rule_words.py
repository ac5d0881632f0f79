"""Rules in the language of a page: the sentence of each, and words for its value; data, ``rules_*.toml``."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from meldlab.sim.report.words.words import flat
from meldlab.sim.rules.schema.notes import FieldNote, field_notes


@dataclass(frozen=True)
class RuleWords:
    """The rules in one language.

    Attributes
    ----------
    sentences : mapping of str to str
        What each sentence of the schema is in this language; of English empty.
    values : mapping of str to str
        Words for values by rule and value, ``pack.cut_joker.aces``, and for ``true`` and ``false``.
    """

    sentences: Mapping[str, str]
    values: Mapping[str, str]

    def sentence(self, key: str, objective: str) -> str:
        """Return what a rule means in games of an objective."""
        return _note(key).sentence_for(objective, say=lambda text: self.sentences.get(text, text))

    def value(self, key: str, shown: str) -> str:
        """Return a value, written as in a rules file, in words; of numbers and lists nothing."""
        if shown in ("true", "false"):
            return self.values.get(shown, "")
        return self.values.get(f"{key}.{json.loads(shown)}", "") if shown.startswith('"') else ""


@cache
def rule_words(code: str) -> RuleWords:
    """Return the words of a language for the rules; English ones are those of the schema itself."""
    if code == "en":
        return RuleWords({}, {})
    tables = tomllib.loads(files(__package__).joinpath(f"rules_{code}.toml").read_text(encoding="utf-8"))
    return RuleWords(tables["sentences"], dict(flat(tables["values"])))


def _note(key: str) -> FieldNote:
    """Return the note of a rule; an entry of a table is told as the table is (``special.melds.aces6``)."""
    notes = {note.key: note for note in field_notes()}
    while key not in notes and "." in key:
        key = key.rpartition(".")[0]
    return notes[key]
