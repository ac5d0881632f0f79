"""A feature compared with numbers, as a tree: a comparison has one spelling, which reads back as the same tree."""

from collections.abc import Sequence
from operator import eq, ge, gt, le, lt, ne

from meldlab.sim.query.query import And, Between, Feature, Named, Not, Or, Query, all_of
from meldlab.sim.query.vocabulary import Entry

_COMPARED = {">=": ge, "<=": le, ">": gt, "<": lt, "==": eq, "!=": ne}


def held(feature: Feature, entry: Entry) -> Query:
    """Return that a hand has what it has or not."""
    return Between(feature, 1, 1, flag=True) if entry.meaning is None else Named(entry.name, entry.meaning)


def of_yes_or_no(has: Query, limits: Sequence[tuple[str, int]]) -> Query:
    """Return a comparison of what a hand has or not with 0 and 1, in its one spelling."""
    yes, no = (all(_COMPARED[sign](value, number) for sign, number in limits) for value in (1, 0))
    if yes and no:
        return Or((has, Not(has)))
    if not yes and not no:
        return And((has, Not(has)))
    return has if yes else Not(has)


def of_number(feature: Feature, entry: Entry, limits: Sequence[tuple[str, int]]) -> Query:
    """Return the comparison of a number with one limit or two."""
    low: int | None = None
    high: int | None = None
    beyond: list[Query] = []  # "more than the most" has no number that would read back
    for sign, number in limits:
        if sign == "!=":
            return Not(Between(feature, number, number))
        if sign == ">" and number == entry.most:
            beyond.append(Not(Between(feature, None, number)))
        elif sign == "<" and number == entry.minimum:
            beyond.append(Not(Between(feature, number, None)))
        elif sign in (">=", ">"):
            low = number + (sign == ">")
        elif sign in ("<=", "<"):
            high = number - (sign == "<")
        else:
            low = high = number
    within = [] if low is None and high is None else [Between(feature, low, high)]
    return all_of([*beyond, *within])
