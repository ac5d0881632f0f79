"""Texts that nobody would write on purpose, made from good ones."""

import random
from collections.abc import Sequence

_ODD = (
    *("", " ", "\n", "\t", "\0", "\ufeff", "\u202e", "é", "♠", "💥", "\ud800"),
    *("-1", "0", "1e999", "NaN", "Infinity", "9" * 30, "9" * 5000, "0x10", "-0.0", "1_000", "²"),
    *("None", "null", "true", "[]", "{}", '""', "'", '"', "\\", "(", ")", "((((((((", "[" * 500, "{" * 500),
    *("__import__('os').system('true')", "${HOME}", "$(id)", "; id", "{{7*7}}", "%s%n", "<script>", "=1+1"),
    *("/dev/zero", "/etc/passwd", "../../../etc/passwd", "file:///etc/passwd", "C:\\nul", "-", "~", "*"),
)
_LONGEST = 120_000


class Mutations:
    """An endless row of texts.

    Parameters
    ----------
    seed : int
    corpus : sequence of str
        Good texts.
    words : sequence of str
        Words of the language, put in at random places.
    """

    def __init__(self, seed: int, corpus: Sequence[str], words: Sequence[str]) -> None:
        self._chance = random.Random(seed)
        self._corpus = list(corpus)
        self._words = [*words, *_ODD]

    def __iter__(self) -> "Mutations":
        return self

    def __next__(self) -> str:
        text = self._chance.choice(self._corpus)
        for _ in range(self._chance.choice((0, 1, 1, 2, 3, 6, 12))):
            text = self._changed(text)[:_LONGEST]
        return text

    def _changed(self, text: str) -> str:
        chance = self._chance
        start, end = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
        end = min(end, start + chance.choice((1, 3, 20, len(text))))
        match chance.randrange(7):
            case 0:
                return text[:start] + text[end:]
            case 1:
                return text[:end] + text[start:end] * chance.choice((1, 2, 100)) + text[end:]
            case 2:
                return text[:start] + chance.choice(self._words) + text[start:]
            case 3:
                return text[:start] + chance.choice(self._words) + text[end:]
            case 4:
                return (
                    text[:start]
                    + chr(chance.choice((chance.randrange(32, 127), chance.randrange(0x2000))))
                    + text[end:]
                )
            case 5:
                other = chance.choice(self._corpus)
                cut = chance.randint(0, len(other))
                return text[:start] + other[cut:]
            case _:
                return text.swapcase() if chance.random() < 0.3 else text[end:] + text[:end]
