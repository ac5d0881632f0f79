"""The presets hold what the rules documents say, and say where each value is from."""

import pytest

from meldlab.sim.rules import Ruleset, list_presets, load_ruleset
from meldlab.sim.rules.describe import describe, differences, origin_of
from meldlab.sim.rules.schema.notes import field_notes


def test_presets_of_all_games_and_their_named_variants_ship() -> None:
    assert list_presets() == (
        "carioca",
        "continental",
        "continental-mexico",
        "continental-spain",
        "gin",
        "indian-rummy",
        "indian-rummy-points",
        "indian-rummy-strict",
        "pinacle",
        "pinacle-three-class",
    )


@pytest.mark.parametrize("name", list_presets())
def test_every_rule_of_a_preset_says_where_its_value_is_from(name: str) -> None:
    ruleset = load_ruleset(name)
    assert ruleset.name == name
    assert ruleset.about
    for line in describe(ruleset):
        assert line.sentence.endswith("."), line.key
        assert line.origin.partition(":")[0] in ("seed", "public", "decision"), line.key


@pytest.mark.parametrize("note", field_notes(), ids=lambda note: note.key)
def test_every_field_has_a_sentence_and_numbers_have_unit_and_bounds(note: object) -> None:
    from meldlab.sim.rules.schema.notes import FieldNote

    assert isinstance(note, FieldNote)
    assert note.sentence.endswith(".")
    text = note.allowed()
    assert text
    if "number" in text:
        assert note.unit
        assert note.minimum is not None
        assert note.maximum is not None
        assert note.minimum < note.maximum


# Indian rummy, section 6: one row a parameter, for both rulesets.
INDIAN = {
    "deal.cards": (13, 13),
    "pack.decks": ({2: 1, 3: 1, 4: 2, 5: 2, 6: 3}, 2),
    "pack.printed_jokers": (2, 1),
    "pack.wild": ("cut", "cut"),
    "pack.cut_joker": ("redraw", "aces"),
    "pack.cut_card_in_play": (False, False),
    "deal.upcard": (True, True),
    "run.min": (3, 3),
    "run.max_wilds": (2, "none"),
    "run.min_naturals": (1, 1),
    "run.ace": ("either", "either"),
    "run.identical_three": (True, False),
    "set.max": (3, 4),
    "set.max_wilds": (1, "none"),
    "set.min_naturals": (2, 1),
    "set.distinct_suits": (False, True),
    "set.max_sets": (2, "none"),
    "declare.min_pure": (1, 1),
    "declare.min_sequences": (2, 2),
    "declare.lives_min_cards": (6, 6),
    "declare.lives_max_cards": ("none", "none"),
    "declare.set_gate": ("two_lives", "two_lives"),
    "declare.impure_requires_pure": (False, True),
    "declare.no_pure_counts_all": (False, True),
    "declare.one_life_counts": ("loose", "all"),
    "points.cap": ("none", 80),
    "play.pack_first_points": (20, 20),
    "play.pack_later_points": (40, 40),
    "play.pack_first_cards": ("stock_bottom", "out"),
    "play.pack_later_cards": ("out", "out"),
    "play.wrong_show_points": ("none", 80),
    "play.discard_joker_pickup": ("allowed", "initial_only"),
    "play.may_return_upcard": (True, True),
    "play.stock_exhaustion": ("reshuffle", "reshuffle"),
    "play.max_turns": (200, 200),
    "play.first_turn_halving": (True, False),
    "play.settlement": ("none", "winner_takes_sum"),
    "play.point_value": (1, 1),
    "play.fee": (0, 0),
}


def value_of(ruleset: Ruleset, key: str) -> object:
    return next(note for note in field_notes() if note.key == key).value(ruleset)


@pytest.mark.parametrize("key", INDIAN)
def test_indian_parameters_are_those_of_the_table(key: str) -> None:
    values = tuple(value_of(load_ruleset(name), key) for name in ("indian-rummy", "indian-rummy-points"))
    assert values == INDIAN[key]


def test_indian_loose_cards_count_ten_for_a_k_q_j_10_and_their_face_otherwise() -> None:
    for name in ("indian-rummy", "indian-rummy-points"):
        assert load_ruleset(name).points.by_rank == (10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
        assert load_ruleset(name).points.joker == 0


def test_seed_trios_only_when_both_lives_and_lives_of_six_or_seven_in_the_strict_reading() -> None:
    changes = differences(load_ruleset("indian-rummy"), load_ruleset("indian-rummy-strict"))
    assert changes == [("declare.lives_max_cards", '"none"', "7")]
    strict = load_ruleset("indian-rummy-strict")
    assert origin_of(strict, "declare.lives_max_cards").startswith("seed: these two together must cover")


def test_continental_cards_dealt_are_one_more_than_the_contract_needs() -> None:
    ruleset = load_ruleset("continental")
    assert [ruleset.cards_dealt(hand) for hand in ruleset.contract.hands] == [7, 8, 9, 10, 11, 12, 13]
    assert ruleset.cards_dealt() == 7
    assert ruleset.cards_dealt("ete") == 12
    assert ruleset.pack.decks == 2
    assert ruleset.pack.printed_jokers == 3
    assert ruleset.run.ace == "circular"
    assert not ruleset.run.adjacent_wilds
    assert ruleset.points.by_rank == (20, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
    assert ruleset.points.joker == 50


def test_continental_variants_are_those_of_section_14() -> None:
    spain, mexico, carioca = map(load_ruleset, ("continental-spain", "continental-mexico", "carioca"))
    assert [spain.cards_dealt(hand) for hand in spain.contract.hands] == [6, 7, 8, 9, 10, 11, 12]
    assert spain.points.by_rank == (20, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10)
    assert (spain.run.max, spain.play.joker_swap, spain.pack.printed_jokers) == (13, "any_run", 2)
    assert mexico.contract.hands[-2:] == ("TTTT", "EEE")
    assert mexico.cards_dealt("TTTT") == 12
    assert {carioca.cards_dealt(hand) for hand in carioca.contract.hands} == {12}
    assert (carioca.points.joker, carioca.play.layoff_same_turn, carioca.play.close_same_turn) == (30, False, -30)


def test_pinacle_specials_are_worth_what_the_seed_says() -> None:
    ruleset = load_ruleset("pinacle")
    values = {name: meld.value for name, meld in ruleset.special.melds.items()}
    assert values == {
        "aces8": 1000,
        "aces7": 400,
        "aces6": 300,
        "aces6w": 180,
        "figures8": 750,
        "figures7": 300,
        "figures6": 200,
        "figures6w": 120,
    }
    full = ruleset.full_run
    assert (full.clean, full.semi, full.dirty) == (1000, (800, 750), 500)
    assert (ruleset.pinaculo.dealt, ruleset.pinaculo.play, ruleset.pinaculo.wilds) == (3000, 1500, 3)
    assert (ruleset.points.joker, ruleset.points.two, ruleset.points.rank_ace) == (30, 20, 15)


def test_the_rules_shown_say_that_a_special_replaces_its_cards_and_what_six_with_a_wild_counts() -> None:
    lines = {line.key: line.sentence for line in describe(load_ruleset("pinacle"))}
    always = "A set that holds a special always scores as one (the best of those it holds), even where its cards are"
    assert all(always in sentence for key, sentence in lines.items() if key.startswith("special.melds."))
    assert "those of the special itself never count beside its value" in lines["special.extra"]
    six = lines["special.six_with_wild"]
    assert "its cards in all, at least one of them a wild card (six: 5 natural cards and 1 wild one; 4 and 2" in six
    assert "its natural cards alone, with one wild card besides (six: 6 and 1)" in six


def test_pinacle_three_class_has_all_of_three_to_ten_at_five() -> None:
    changes = differences(load_ruleset("pinacle"), load_ruleset("pinacle-three-class"))
    assert changes == [("points.8", "10", "5"), ("points.9", "10", "5"), ("points.T", "10", "5")]


def test_gin_deadwood_is_one_to_ten() -> None:
    ruleset = load_ruleset("gin")
    assert ruleset.points.by_rank == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
    assert (ruleset.run.ace, ruleset.set.max, ruleset.set.distinct_suits) == ("low", 4, True)
    assert (ruleset.play.knock_at, ruleset.play.gin_bonus, ruleset.play.undercut_bonus) == (10, 25, 25)


@pytest.mark.parametrize(
    ("players", "decks", "expected"),
    [(None, None, 2), (2, None, 1), (3, None, 1), (4, None, 2), (5, None, 2), (6, None, 3), (2, 3, 3), (None, 1, 1)],
)
def test_decks_by_players_and_decks_wins(players: int | None, decks: int | None, expected: int) -> None:
    assert load_ruleset("indian-rummy").decks_for(players=players, decks=decks) == expected


@pytest.mark.parametrize("name", list_presets())
def test_a_sentence_names_no_value_that_the_game_does_not_allow(name: str) -> None:
    ruleset = load_ruleset(name)
    lines = {line.key: line for line in describe(ruleset)}
    for note in (note for note in field_notes() if note.meanings and ruleset.objective in note.read_by):
        sentence = lines[note.key].sentence
        for value, meaning in note.meanings:
            assert (meaning in sentence) == note.accepts(value, ruleset.objective), note.key
    for line in lines.values():
        if "0 or none" in line.sentence and "number" in line.allowed:
            load_ruleset(name, set={line.key: "none"})
            load_ruleset(name, set={line.key: 0})
