"""What a person reads of one hand, a file a family."""

from importlib import import_module

from meldlab.cli.views.hand import HandView


def view_of(objective: str) -> type[HandView]:
    """Return the view of a family's hands; loaded when it is asked for."""
    view: type[HandView] = import_module(f"meldlab.cli.views.games.{objective}").View
    return view
