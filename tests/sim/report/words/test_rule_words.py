"""Rules on a page in another language: each sentence and each value has its words, and none is left in English."""

import re

import pytest

from meldlab.sim.report.words.rule_words import rule_words
from meldlab.sim.report.words.words import LANGUAGES, language
from meldlab.sim.rules.schema.notes import field_notes

OTHERS = [code for code in LANGUAGES if code != "en"]
SENTENCES = {note.sentence for note in field_notes()} | {text for note in field_notes() for _, text in note.meanings}
#: What is no word of a language: numbers, and what rules are called in a file.
KEPT = re.compile(r"\d+|[a-z0-9]+(?:[._][a-z0-9]+)+|\bnaturals\b(?= (?:is|counts|of|that))|\+")


def named_values(note):
    """Return the values of a rule that are words, but for those whose meaning its sentence has anyway."""
    return set() if note.meanings else set(re.findall(r'"([^"]+)"', note.allowed()))


@pytest.mark.parametrize("code", OTHERS)
def test_every_rule_of_the_schema_has_a_sentence_and_no_sentence_is_of_no_rule(code):
    sentences = rule_words(code).sentences
    assert set(sentences) == SENTENCES
    assert all(text.strip() and text != english for english, text in sentences.items())


@pytest.mark.parametrize("code", OTHERS)
def test_sentences_keep_the_numbers_and_names_of_rules_that_are_in_them(code):
    for english, text in rule_words(code).sentences.items():
        left = sorted(each for each in KEPT.findall(english) if each != "52-card")
        assert [each for each in left if each not in text] == [], english
        assert english.endswith(".") == text.endswith("."), english


@pytest.mark.parametrize("code", OTHERS)
def test_every_meaning_begins_with_the_value_it_is_of(code):
    for note in field_notes():
        for value, english in note.meanings:
            assert re.split("[ ,]", rule_words(code).sentences[english])[0] == str(value), note.key


@pytest.mark.parametrize("code", OTHERS)
def test_every_value_that_is_a_word_has_words(code):
    told = rule_words(code).values
    wanted = {f"{note.key}.{value}" for note in field_notes() for value in named_values(note)}
    assert set(told) == wanted | {"true", "false"}


def test_sentences_are_put_together_as_in_english():
    english, spanish = rule_words("en"), rule_words("es")
    for note in field_notes():
        for objective in note.read_by:
            assert english.sentence(note.key, objective) == note.sentence_for(objective)
    assert (
        spanish.sentence("run.min_naturals", "contract")
        == "Mínimo de cartas naturales en una escalera: 0 o none, sin esta regla."
    )
    assert spanish.sentence("run.min_naturals", "declare") == "Mínimo de cartas naturales en una escalera."
    assert spanish.sentence("special.melds.aces6", "value") == spanish.sentence("special.melds", "value")


def test_values_are_told_in_words_and_numbers_are_what_they_are():
    assert rule_words("es").value("play.joker_swap", '"to_hand"') == "a la mano"
    assert rule_words("mr").value("run.adjacent_wilds", "true") == "हो"
    assert rule_words("es").value("points.cap", "80") == rule_words("en").value("play.contra", "true") == ""
    assert rule_words("es").value("deal.players", "[2, 3]") == rule_words("es").value("pack.wild", '"cut"') == ""


def test_rules_use_the_terms_of_the_games():
    spanish, marathi = (" ".join(rule_words(code).sentences.values()) for code in OTHERS)
    for term in ("trío", "escalera", "comodín", "bajarse", "pozo", "mazo", "de contra", "colocar", "pináculo"):
        assert term in spanish
    for term in ("शुद्ध सिक्वेन्स", "त्रिकूट", "छापील जोकर", "पॅक", "जाहीर", "सुटे पत्ते", "कॉन्ट्रा"):
        assert term in marathi
    assert language("mr").named("outcome", "has_pure") in marathi
