"""What is timed for Indian rummy, stage by stage."""

from meldlab.sim.bench.declare.measured import actions

__all__ = ["actions"]
