"""The discard that an answer names and the first of its advice: the same card, or the answer says why not."""

import numpy as np
import pytest

from meldlab.sim.analysis import analyze
from meldlab.sim.notation import format_cards


def hands(game: str) -> list[str]:
    """Hands with a card too many; for gin and Pinacle cards of few suits and ranks, which have something to weigh."""
    rng = np.random.default_rng(list(game.encode()))
    decks, size, high = {"indian-rummy": (2, 14, 52), "gin": (1, 11, 52), "pinacle": (2, 12, 30)}[game]
    pack = np.repeat(np.arange(high), decks)
    return [format_cards(sorted(rng.choice(pack, size, replace=False).tolist())) for _ in range(40)]


@pytest.mark.parametrize("game", ["indian-rummy", "gin", "pinacle"])
def test_the_answer_names_one_discard_or_says_why_two(game: str) -> None:
    given = {"wild": "7", "decks": 2} if game == "indian-rummy" else {}
    same = apart = 0
    for hand in hands(game):
        answer = analyze(hand, game, advise=True, **given).to_dict()
        now, first = answer["best_discard"], answer["discards"][0]  # type: ignore[index]
        told = [reason for reason in answer["reasons"] if "looking ahead" in reason]  # type: ignore[union-attr]
        if now == first["card"]:
            assert told == []
            same += 1
        else:
            (sentence,) = told
            assert sentence.startswith(f"{now} is thrown for ")
            assert sentence.endswith(f"looking ahead, {first['card']} comes first: {first['reason']}.")
            apart += 1
        assert "looking ahead" not in " ".join(analyze(hand, game, **given).reasons)
    assert same > 0
    assert apart > 0


def test_without_a_card_too_many_nothing_is_thrown() -> None:
    answer = analyze("4H 5H 6H 7S 7D 7C 9C TC JC KD", "gin", advise=True)
    assert not [reason for reason in answer.reasons if "looking ahead" in reason]
