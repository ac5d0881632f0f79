"""The discard that an answer names and the first of its advice: one card, or the answer says what it gains."""

import numpy as np
import pytest

from meldlab.sim.analyze.analyze import analyze
from meldlab.sim.common.notation import format_cards

#: The best value now, or a special kept in reach: rare among dealt hands.
PULLED_APART = ["2S 3S QS KS 2H 3H 5H 2D 3D KD 4C 5C", "3S 5S 2H 3H 5H QH AD 2D 3D 5D QD KD"]


def hands(game: str) -> list[str]:
    """Hands with a card too many; for gin and Pinacle cards of few suits and ranks, which have something to weigh."""
    rng = np.random.default_rng(list(game.encode()))
    decks, size, high = {"indian-rummy": (2, 14, 52), "gin": (1, 11, 52), "pinacle": (2, 12, 30)}[game]
    pack = np.repeat(np.arange(high), decks)
    drawn = [format_cards(sorted(rng.choice(pack, size, replace=False).tolist())) for _ in range(40)]
    return [*drawn, *PULLED_APART] if game == "pinacle" else drawn


#: What each game's answer names a discard for: of these the first is thrown.
NOW = {
    "indian-rummy": lambda after: (not after["can_declare"], after["points"]),
    "gin": lambda after: after["deadwood"],
    "pinacle": lambda after: -after["value"],
}


@pytest.mark.parametrize("game", NOW)
def test_the_answer_names_the_first_discard_of_its_advice_or_says_what_the_other_one_gains(game: str) -> None:
    given = {"wild": "7", "decks": 2} if game == "indian-rummy" else {}
    apart = settled = 0
    for hand in hands(game):
        answer = analyze(hand, game, advise=True, **given).to_dict()
        now, ranked = answer["best_discard"], answer["discards"]
        told = [reason for reason in answer["reasons"] if "looking ahead" in reason]  # type: ignore[union-attr]
        best = min(map(NOW[game], ranked))  # type: ignore[arg-type]
        tied = [each["card"] for each in ranked if NOW[game](each) == best]  # type: ignore[union-attr, index]
        assert now == tied[0]
        if now == ranked[0]["card"]:  # type: ignore[index]
            assert told == []
        else:
            (sentence,) = told
            assert sentence.startswith(f"{now} is thrown for ")
            assert sentence.endswith(f"looking ahead, {ranked[0]['card']} comes first: {ranked[0]['reason']}.")  # type: ignore[index]
            apart += 1
        plain = analyze(hand, game, **given)
        assert "looking ahead" not in " ".join(plain.reasons)
        settled += format_cards([plain.best_discard]) != now  # type: ignore[union-attr, list-item]
    assert (apart > 0) == (game != "gin"), "gin's advice ranks by deadwood first"
    assert settled > 0, "some ties are settled by the advice"


def test_equal_discards_go_by_the_advice() -> None:
    hand = "8H QS 9S 7D TC JH 9C 5C TD QC 3D"
    answer = analyze(hand, "gin", advise=True)
    assert format_cards([card.card for card in answer.discards[:1]]) == "JH"  # type: ignore[union-attr]
    assert answer.reasons[0] == (
        "TD QS TC QC would leave as little; none leaves the hand nearer to gin than JH, or as near with more cards "
        "that help."
    )
    assert not set(format_cards(answer.best.loose).split()) & {"JH"}  # type: ignore[union-attr]
    assert analyze(hand, "gin").reasons[0] == "JH TD TC QC would leave as little; none costs more than QS."


def test_without_a_card_too_many_nothing_is_thrown() -> None:
    answer = analyze("4H 5H 6H 7S 7D 7C 9C TC JC KD", "gin", advise=True)
    assert not [reason for reason in answer.reasons if "looking ahead" in reason]
