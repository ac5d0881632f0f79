"""Each rule that bears on a hand of Continental or Pinacle, with each value: by `--set`, by file, against brute force.

The rules and their values are read from the schema, so a rule added there is tried here without further words.
(The rules of Indian rummy and gin are tried value by value in the tests of their solvers.)
"""

from pathlib import Path
from typing import Any

import contract_brute
import numpy as np
import pytest
import value_brute
from contract_hands import JOKER, dealt, planted, rich
from rule_values import every_value
from value_hands import KINDS, value_hand

from meldlab.sim.analyze.analyze import analyze
from meldlab.sim.rules import Ruleset, load_ruleset

#: What has to give way to a value before the rules fit together again.
BESIDE: dict[str, dict[str, object]] = {"run.max=3": {"run.min": 3}}
SPECIAL_MELDS = [
    *((f"special.melds.{name}.naturals", cards) for name in ("aces6", "aces6w") for cards in range(3, 13)),
    *(
        (f"special.melds.figures6.{key}", value)
        for key, value in [("wilds", 0), ("wilds", 1), ("ranks", "A3456789TJQK")]
    ),
    *(("special.melds.figures6w.value", points) for points in (0, 1, 10_000)),
    *(("special.melds.aces7.ranks", rank) for rank in "A3456789TJQK"),
]


def changed(preset: str, key: str, value: object, folder: Path) -> Ruleset:
    """Return the rules with one value set; a rules file that says the same must give the same rules."""
    beside = dict(BESIDE.get(f"{key}={value}", {}))
    if preset == "continental":
        beside["contract.hands"] = ["T", "E", "TT", "TE"]
    ruleset = load_ruleset(preset, set={**beside, key: value})
    lines = [f'extends = "{preset}"', *(f"{name} = {_toml(entry)}" for name, entry in {**beside, key: value}.items())]
    written = folder / "house.toml"
    written.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert load_ruleset(written).sha256 == ruleset.sha256
    return ruleset


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def contract_rules(ruleset: Ruleset) -> contract_brute.Rules:
    """Return the rules for the brute force, field by field."""
    run, sets, points = ruleset.run, ruleset.set, ruleset.points

    def limit(value: Any) -> int:
        return 99 if value == "none" else int(value)

    longer = ruleset.contract.longer_melds
    return contract_brute.Rules(
        run_min=run.min,
        run_max=limit(run.max) if longer else run.min,
        ace=run.ace,
        run_max_wilds=limit(run.max_wilds),
        run_min_naturals=run.min_naturals,
        adjacent=run.adjacent_wilds,
        set_min=sets.min,
        set_max=limit(sets.max) if longer else sets.min,
        set_max_wilds=limit(sets.max_wilds),
        set_min_naturals=sets.min_naturals,
        all_wild=sets.all_wild,
        distinct=sets.distinct_suits,
        further=not ruleset.contract.exact,
        points=points.by_rank,
        joker=points.joker,
    )


def of_pack(cards: list[int], ruleset: Ruleset) -> list[int]:
    """Return the cards without the jokers that the pack does not have."""
    jokers = 2 * ruleset.pack.printed_jokers
    return [card for card in cards if card != JOKER] + [JOKER] * min(jokers, cards.count(JOKER))


def long_meld(rng: np.random.Generator, ruleset: Ruleset) -> list[int]:
    """Return a meld near the least length of the rules and a few other cards."""
    suit, place = int(rng.integers(4)), int(rng.integers(14 - min(13, ruleset.run.min)))
    run = [13 * suit + place + cell for cell in range(min(12, ruleset.run.min)) if place + cell < 13]
    for cell in rng.choice(len(run), 2, replace=False):
        run[int(cell)] = JOKER
    rank = int(rng.integers(13))
    one_rank = [13 * (card % 4) + rank for card in range(min(8, ruleset.set.min))]
    return (run if rng.integers(2) else [*one_rank[:-1], JOKER]) + dealt(rng, 1, jokers=0)


@pytest.mark.parametrize(("key", "value"), every_value("continental"), ids=str)
def test_a_contract_hand_is_valued_by_every_value_of_every_rule(key: str, value: object, tmp_path: Path) -> None:
    ruleset = changed("continental", key, value, tmp_path)
    rules, rng = contract_rules(ruleset), np.random.default_rng(list(f"{key}={value}".encode()))
    for number in range(3 if key.startswith("points.") else 6):
        contract = ["T", "E", "TE", "TT", "E", "T"][number]
        sets, runs = contract.count("T"), contract.count("E")
        hand = [
            lambda: long_meld(rng, ruleset),
            lambda: planted(rng, sets, runs, 1),  # noqa: B023 - called at once
            lambda: rich(rng, 8, int(rng.integers(1, 5)), ranks=7, suits=2),
        ][number % 3]()
        hand = of_pack(hand, ruleset)
        kept = [card for place, card in enumerate(hand) if card == JOKER or hand[:place].count(card) < 2]
        found = analyze(kept, ruleset, contract=contract).to_dict()
        expected = contract_brute.figures(kept, sets, runs, rules)
        figures = (found["min_points_left"], found["min_cards_left"], found["min_points_after_discard"])
        assert figures == (expected.points, expected.cards, expected.after), (contract, kept)


def special_hand(rng: np.random.Generator, key: str, number: int) -> list[int]:
    """Return a hand that the rule bears on: a full run, a pinaculo, many of one rank; with few or many wild cards."""
    suit = int(rng.integers(4))
    wilds = [[13 * suit + 1, 13 * suit + 1, JOKER], [13 * suit + 1, 13 * ((suit + 1) % 4) + 1, JOKER]][number % 2]
    if key.startswith("full_run"):
        places = rng.permutation([0, *range(2, 13)])[number:]
        return [13 * suit + int(place) for place in places] + wilds[:number]
    if key.startswith("pinaculo"):
        return [13 * (card % 4) + 4 * number for card in range(8)] + wilds
    rank = 6 if key.endswith("figures6.ranks") else int(rng.integers(10, 13)) if "figures" in key else 0
    if key == "set.max_per_rank":  # it matters only with four or more wild cards on one rank (3.5)
        return [13 * (card % 4) + rank for card in range(7 - number // 2)] + wilds + [JOKER] * (1 + number % 2)
    return [13 * (card % 4) + rank for card in range(8 - number)] + wilds[: (number + 1) % 3]


@pytest.mark.parametrize(("key", "value"), [*every_value("pinacle"), *SPECIAL_MELDS], ids=str)
def test_a_pinacle_hand_is_valued_by_every_value_of_every_rule(key: str, value: object, tmp_path: Path) -> None:
    ruleset = changed("pinacle", key, value, tmp_path)
    rng = np.random.default_rng(list(f"{key}={value}".encode()))
    special = key.startswith(("special", "full_run", "pinaculo", "set.max_per_rank"))
    for number in range(2 if key.startswith("points.") else 4):
        made = special_hand(rng, key, number) if special else value_hand(rng, 8, KINDS[int(rng.integers(len(KINDS)))])
        hand = of_pack(made, ruleset)
        found = analyze(hand, ruleset).to_dict()
        expected = value_brute.figures(hand, ruleset, dealt=False)
        figures = {name: found[name] for name in ("value", "min_deadwood", "min_unmelded")}
        assert figures == {name: expected[name] for name in figures}, hand
        if len(hand) == 11:
            assert found["value_dealt"] == value_brute.figures(hand, ruleset, dealt=True)["value"], hand
        if key == "special.reach":
            short = {name for name, missing in found["missing"].items() if missing and missing <= value}
            told = {reason.split()[-1].rstrip(".") for reason in found["reasons"] if "short of" in reason}
            assert told <= short  # the nearest few are told
            assert bool(told) == bool(short)
