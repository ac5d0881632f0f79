"""The strategies of Indian rummy by name."""

from collections.abc import Callable, Mapping

from meldlab.sim.play.declare_plain import Greedy, RandomLegal
from meldlab.sim.play.declare_seen import DeclareStrategy

#: What makes each strategy: any legal action; fewest points now.
STRATEGIES: Mapping[str, Callable[..., DeclareStrategy]] = {
    "random": RandomLegal,
    "greedy": Greedy,
}
