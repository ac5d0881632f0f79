"""The rules of one deal of a contract game: one contract of the ruleset's many."""

from pydantic import ValidationError

from meldlab.sim.common.errors import RulesError
from meldlab.sim.rules.problems import problems_of
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.rules.schema.objective_sections import tidy_contract


def for_contract(ruleset: Ruleset, contract: str | None) -> Ruleset:
    """Return the rules of one deal: the ruleset with this contract alone, and the cards dealt for it.

    Without a contract the ruleset must have one only; other objectives have none.

    Raises
    ------
    RulesError
        If the contract is missing or not letters T and E, the game has no contracts, or such a deal does not fit the
        rules: the pack does not hold all hands, or a hand not all melds.
    """
    if ruleset.objective != "contract":
        if contract is not None:
            raise RulesError(f"{ruleset.name} has no contracts", where="contract", remedy="Leave it out")
        return ruleset
    hands = ruleset.contract.hands
    if contract is None and len(hands) > 1:
        raise RulesError("the contract is missing", where="contract", allowed=", ".join(hands))
    try:
        wanted = tidy_contract(contract if contract is not None else hands[0])
    except ValueError as error:
        raise RulesError(str(error), where="contract", allowed="one to eight letters T and E, such as TTE") from error
    deal = ruleset.deal
    if isinstance(deal.cards, tuple):
        deal = deal.model_copy(update={"cards": ruleset.cards_dealt(wanted)})
    fields = {name: getattr(ruleset, name) for name in Ruleset.model_fields}
    one = ruleset.contract.model_copy(update={"hands": (wanted,)})
    try:
        return Ruleset(**fields | {"contract": one, "deal": deal})
    except ValidationError as error:
        problems = problems_of(error, fields)
        crowded = any(problem.key == "deal.players" for problem in problems)
        raise RulesError(
            f"{wanted} cannot be dealt: {'; '.join(problem.what for problem in problems)}",
            where="contract",
            allowed=", ".join(hands),
            remedy="--players cannot mend it, but rules with a larger pack (pack.decks) or fewer players do "
            "(deal.players and deal.default_players)"
            if crowded
            else None,
        ) from error
