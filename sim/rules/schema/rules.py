"""The schema as a whole: every table of a rules file."""

from collections.abc import Mapping

from pydantic import Field

from meldlab.sim.rules.schema.fields import Objective, Section, rule
from meldlab.sim.rules.schema.hand_sections import Deal, Meld, Pack, Run, Set
from meldlab.sim.rules.schema.objective_sections import Contract, Declare, FullRun, Pinaculo, Special
from meldlab.sim.rules.schema.play_section import Play
from meldlab.sim.rules.schema.points_sections import Points, Table


class Rules(Section):
    """The fields of a rules file."""

    name: str = Field(default="unnamed", description="What the ruleset is called; not part of its identity.")
    about: str = Field(default="", description="One sentence for people; not part of the identity.")
    named: Mapping[str, str] = Field(
        default_factory=dict, description="Named specials: a query each; names are not part of the identity."
    )
    origin: Mapping[str, str] = Field(
        default_factory=dict,
        description="Where the value of each field comes from: seed, public or decision, a colon, and the words.",
    )
    objective: Objective = rule("declare", "What a hand is arranged for; selects the solver and the play loop.")
    pack: Pack = Pack()
    deal: Deal = Deal()
    run: Run = Run()
    set: Set = Set()
    meld: Meld = Meld()
    points: Points = Points()
    table: Table = Table()
    declare: Declare = Declare()
    contract: Contract = Contract()
    special: Special = Special()
    full_run: FullRun = FullRun()
    pinaculo: Pinaculo = Pinaculo()
    play: Play = Play()

    def least_cards(self, contract: str) -> int:
        """Return the fewest cards that the melds of a (tidy) contract need."""
        # In a contract pure melds too need their naturals; a limit on wild cards never makes a meld longer.
        smallest_set, shortest_run = max(self.set.min, self.set.min_naturals), max(self.run.min, self.run.min_naturals)
        return contract.count("T") * smallest_set + contract.count("E") * shortest_run
