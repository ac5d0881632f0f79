"""Options that could contradict each other: rules set twice, players and decks that do not go together."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from meldlab.sim.common.errors import MeldlabError, RulesError

if TYPE_CHECKING:
    from meldlab.sim.rules import Ruleset


@contextmanager
def rules_named(where: str) -> Iterator[None]:
    """Let an error about the game's name speak of `where`, for rules that ``-g`` does not name."""
    try:
        yield
    except RulesError as error:
        if error.where == "game":
            error.where = where
        raise


def overrides(assignments: Iterable[str] | None, *, option: str = "--set") -> dict[str, object]:
    """Return the rules that ``--set`` changes, or another option of its kind.

    Raises
    ------
    MeldlabError
        An assignment cannot be read, or a rule is set twice.
    """
    from meldlab.sim.rules import parse_assignment

    found: dict[str, object] = {}
    for text in assignments or ():
        try:
            key, value = parse_assignment(text)
        except MeldlabError as error:
            error.where = (error.where or "").replace("--set", option)
            error.remedy = error.remedy and error.remedy.replace("--set", option)
            raise
        if key in found:
            raise MeldlabError("is set twice", where=f"{option} {key}", remedy="Leave one of them out")
        found[key] = value
    return found


def decks_remark(ruleset: "Ruleset", *, players: int | None, decks: int | None) -> str:
    """Return what the head of an answer says when both are given and the rules have other decks for the players."""
    if players is None or decks is None:
        return ""
    usual = ruleset.decks_for(players=players)
    if usual == decks:
        return ""
    return f"--decks {decks} wins over --players {players}, for whom the rules have {usual}"


def decks_heading(
    game: str, assignments: Mapping[str, object] | None, *, players: int | None, decks: int | None
) -> str:
    """Return `decks_remark` of rules that need not be read where not both are given."""
    from meldlab.sim.rules import load_ruleset

    if players is None or decks is None:
        return ""
    return decks_remark(load_ruleset(game, set=assignments), players=players, decks=decks)
