"""Rules as data: from a preset or file and overrides to a frozen `Ruleset`, or to all problems at once."""

from meldlab.sim.rules.load import load_ruleset, parse_assignment, ruleset_of, stored_ruleset
from meldlab.sim.rules.ruleset import Ruleset
from meldlab.sim.rules.source import list_presets

__all__ = ["Ruleset", "list_presets", "load_ruleset", "parse_assignment", "ruleset_of", "stored_ruleset"]
