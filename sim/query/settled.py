"""What the size of a hand says of a query by itself: comparisons that are never met, or always, need no counting."""

from collections.abc import Mapping

from meldlab.sim.query.query import ALWAYS, NEVER, Between, Named, Not, Or, Query, all_of, any_of
from meldlab.sim.query.vocabulary import Entry


def settled(query: Query, entries: Mapping[str, Entry]) -> Query:
    """Return `query`, which prints as before and no longer asks for what the bounds of `entries` decide.

    ``naturals(A) >= 6`` of two cards is never met, ``points >= 0`` always: joined with others they decide the whole
    or drop out of it, so that nothing is solved for them.
    """
    left = _left_of(query, entries)
    if left == query:
        return query
    if isinstance(left, bool):
        return Named(str(query), ALWAYS if left else NEVER)
    return Named(str(query), left)


def _left_of(query: Query, entries: Mapping[str, Entry]) -> Query | bool:
    """Return what is left to be found out, or what the query always says."""
    if isinstance(query, Between):
        return _compared(query, entries.get(query.feature.name))
    if isinstance(query, Named):
        left = _left_of(query.meaning, entries)
        return left if isinstance(left, bool) or left == query.meaning else Named(query.name, left)
    if isinstance(query, Not):
        left = _left_of(query.part, entries)
        return not left if isinstance(left, bool) else Not(left)
    decides = isinstance(query, Or)  # one part that is always true decides an `or`, one that never is an `and`
    parts: list[Query] = []
    for part in query.parts:
        left = _left_of(part, entries)
        if isinstance(left, bool):
            if left == decides:
                return decides
        elif left not in parts:
            parts.append(left)
    if not parts:
        return not decides
    if any(Not(part) in parts for part in parts):  # a thing or its opposite
        return decides
    if len(parts) == len(query.parts):
        return query if tuple(parts) == query.parts else type(query)(tuple(parts))
    return any_of(parts) if decides else all_of(parts)


def _compared(part: Between, entry: Entry | None) -> Query | bool:
    low, high = part.low, part.high
    if low is not None and high is not None and low > high:
        return False
    if entry is None or entry.refused is not None:
        return part
    reaches_least, reaches_most = low is None or low <= entry.minimum, high is None or high >= entry.maximum
    if high is not None and high < entry.minimum:
        return False
    if entry.may_be_missing:  # a hand that has no such number is beyond them all
        return True if reaches_least and high is None else part
    if low is not None and low > entry.maximum:
        return False
    return True if reaches_least and reaches_most else part
