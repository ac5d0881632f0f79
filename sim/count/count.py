"""Every hand of a pack counted exactly, in families whose hands can be counted."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from meldlab.sim.common.steps import last_result
from meldlab.sim.games.registry import family_of
from meldlab.sim.rules import Ruleset, ruleset_of


def iter_count(
    game: str | Path | Ruleset = "gin", *, set: Mapping[str, object] | None = None, **how: Any
) -> Iterator[Any]:
    """Count every hand of a pack by what it is worth; returns an iterator of progress, the last with the result.

    Arguments are checked before this returns.  Closing the iterator, or Ctrl-C, keeps the parts finished in `keep`.

    Parameters
    ----------
    game
        A preset's name, a rules file, or a loaded ruleset, of a family whose hands can be counted.
    set
        Rules to override: ``{"run.min": 4}``.
    how
        ``cards`` of a hand, 1 to the number dealt, which is the default; ``ranks`` of the pack, from the ace: 13, the
        default, is the whole pack, fewer make a small one; ``workers`` and ``engine`` as for `meldlab.simulate`;
        ``keep``, a file for finished parts: the same call goes on where it was.

    Raises
    ------
    ArgumentError
        An argument has a wrong type.
    RulesError, RunError
        An argument is wrong, hands of this family cannot be counted, or `keep` belongs to another count.
    """
    ruleset = ruleset_of(game, set=set)
    return family_of(ruleset).count(ruleset, **how)


def count_hands(game: str | Path | Ruleset = "gin", **options: Any) -> Any:
    """Return how many hands there are of each worth; arguments and errors as for `iter_count`."""
    return last_result(iter_count(game, **options))
