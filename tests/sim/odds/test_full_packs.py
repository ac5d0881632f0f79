"""Random questions about hands of whole packs: what is counted exactly is also what dealing finds."""

import random

import pytest
from odds_estimates import estimate, exact_probability

from meldlab.sim.automata.deal import Deal
from meldlab.sim.automata.machine import NotCountedError
from meldlab.sim.common.errors import QueryError
from meldlab.sim.hand.setting import Setting
from meldlab.sim.odds.features.vocabulary_of import vocabulary_of
from meldlab.sim.query.parse import parse

GAMES = [
    ("indian-rummy", {"players": 2}, ["wild"]),
    ("indian-rummy", {"players": 4}, ["wild"]),
    ("indian-rummy", {"players": 6}, ["wild"]),
    ("indian-rummy-points", {}, ["wild"]),
    ("pinacle", {}, ["cards", "draws"]),
    ("continental", {"contract": "TT"}, ["cards", "draws"]),
    ("continental", {"contract": "EEE"}, ["draws"]),
    ("gin", {}, ["cards"]),
]
FEATURES = {
    "wilds": 4,
    "jokers": 3,
    "naturals(A2)": 5,
    "naturals(JQK)": 7,
    "cards(H)": 8,
    "most_of(any)": 4,
    "most_in_suit": 8,
    "ranks_in_suit": 7,
    "natural_run": 5,
    "natural_set": 4,
}


def _question(rng):
    """Return a random question of a game, as text, with its options."""
    game, options, more = rng.choice(GAMES)
    options = dict(options)
    for name in more:
        if rng.random() < 0.4:
            options[name] = {"wild": rng.choice(["7", "A", "TD"]), "cards": rng.randint(5, 16), "draws": 3}[name]
    if options.pop("draws", None):
        options |= {"known": "AS 5H 6H 9D KC", "dead": "7H AD", "draws": 6}
        options.pop("cards", None)
    terms = []
    for _ in range(rng.randint(1, 3)):
        name = rng.choice(list(FEATURES))
        terms.append(
            f"{rng.choice(['', '', 'not '])}{name} {rng.choice(['>=', '<=', '=='])} {rng.randint(0, FEATURES[name])}"
        )
    return game, options, f" {rng.choice(['and', 'or'])} ".join(terms)


def _check(seed, questions, deals):
    rng, seen = random.Random(seed), 0
    while seen < questions:
        game, options, text = _question(rng)
        deal = Deal.of(Setting.of(game, **options))
        vocabulary = vocabulary_of(deal.ruleset, decks=deal.situation.decks, cards=deal.cards)
        try:
            query = parse(text, vocabulary)
            exact = float(exact_probability(query, deal))
        except (QueryError, NotCountedError):  # asks for more than such a hand can hold, or needs too many states
            continue
        if not 1e-3 < exact < 1 - 1e-3:  # too few hits, or misses, for an error of normal shape
            continue
        found = estimate(query, deal, method="sampled", seed=seed, max_deals=deals)
        error = (exact * (1 - exact) / found.deals) ** 0.5
        assert abs(found.probability - exact) <= 4 * error, (game, options, text, exact, found)
        seen += 1


def test_random_questions_on_whole_packs_are_estimated_within_four_standard_errors():
    _check(31, 6, 20_000)


@pytest.mark.full
def test_fifty_random_questions_on_whole_packs_are_estimated_within_four_standard_errors():
    _check(32, 50, 400_000)
