"""The strategies of Indian rummy by name."""

from collections.abc import Callable, Mapping

from meldlab.sim.games.declare.play.observation import DeclareStrategy
from meldlab.sim.games.declare.play.plain import Greedy, RandomLegal
from meldlab.sim.games.declare.play.thoughtful import Cautious, Expert, Finisher

#: What makes each strategy: any legal action; fewest points now; that, and bad hands are packed; fewest points after
#: the next draw; both of these.
STRATEGIES: Mapping[str, Callable[..., DeclareStrategy]] = {
    "random": RandomLegal,
    "greedy": Greedy,
    "cautious": Cautious,
    "finisher": Finisher,
    "expert": Expert,
}
