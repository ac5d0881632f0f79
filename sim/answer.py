"""What the answers about one hand have in common, whatever the game is played for."""

from typing import Protocol


class HandAnswer(Protocol):
    """The analysis of one hand: figures, arrangement and reasons; each objective has a class of its own."""

    @property
    def objective(self) -> str:
        """What the hand was arranged for: ``declare``, ``deadwood``, ..."""
        ...

    @property
    def ruleset(self) -> str:
        """Name of the rules."""
        ...

    @property
    def cards(self) -> tuple[int, ...]:
        """The hand as given."""
        ...

    def to_dict(self) -> dict[str, object]:
        """Return the answer as the JSON of the command line."""
        ...
