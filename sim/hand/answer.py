"""What the answers about one hand have in common, whatever the game is played for."""

from typing import Protocol, TypedDict


class Provenance(TypedDict):
    """What every answer belongs to, in the order of the JSON."""

    ruleset: str
    decks: int
    wild: str | None
    rules_sha256: str


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

    @property
    def decks(self) -> int:
        """Decks of the pack."""
        ...

    @property
    def wild(self) -> str | None:
        """The wild rank, or the cut card where it was given."""
        ...

    @property
    def rules_sha256(self) -> str:
        """The identity of the rules."""
        ...

    def to_dict(self) -> dict[str, object]:
        """Return the answer as the JSON of the command line."""
        ...


def provenance_of(answer: HandAnswer) -> Provenance:
    """Return what an answer belongs to; the JSON of every answer ends with it."""
    return {
        "ruleset": answer.ruleset,
        "decks": answer.decks,
        "wild": answer.wild,
        "rules_sha256": answer.rules_sha256,
    }
