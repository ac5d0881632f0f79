"""``meldlab bench``."""

from meldlab.sim.errors import MeldlabError

EPILOG = "Example: meldlab bench"


def bench() -> None:
    """Be replaced by the room that owns it."""
    raise MeldlabError("this command is being built")
