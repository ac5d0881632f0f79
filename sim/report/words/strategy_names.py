"""What strategies are called in charts, where there is no room for all of their numbers."""

from collections.abc import Iterable

from meldlab.sim.report.tables import numbers_of


def chart_names(strategies: Iterable[str]) -> dict[str, str]:
    """Return a short name for each strategy, different for different ones.

    One without its numbers where no other is called so, ``cautious``; else with the values of those numbers in which
    strategies of its name differ, ``cautious(30)``.
    """
    whole = list(dict.fromkeys(strategies))
    kin: dict[str, list[str]] = {}
    for name in whole:
        kin.setdefault(name.partition("(")[0] or name, []).append(name)
    called: dict[str, str] = {}
    for bare, names in kin.items():
        short = [bare] if len(names) == 1 else _apart(bare, names)
        called |= dict(zip(names, short, strict=True))
    return {name: called[name] for name in whole}


def _apart(bare: str, names: list[str]) -> list[str]:
    numbers = [numbers_of(name) or {} for name in names]
    differing = [key for key in numbers[0] if len({each.get(key) for each in numbers}) > 1]
    short = [f"{bare}({', '.join(each.get(key, '') for key in differing)})" for each in numbers]
    return short if len({*short}) == len(names) else names
