"""Rules as data: the schema, the presets, and the way from a file to a frozen `Ruleset`."""

from meldlab.sim.rules.load import load_ruleset, parse_assignment, ruleset_of, stored_ruleset
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.rules.source import list_presets

__all__ = ["Ruleset", "list_presets", "load_ruleset", "parse_assignment", "ruleset_of", "stored_ruleset"]
