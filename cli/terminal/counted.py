"""How many there are of something, as a sentence says it: ``1 deal``, ``2,000 deals``."""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, which is in the plural unless there is just one."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Return the plural of a noun."""
    return f"{noun}{'es' if noun.endswith('ch') else 's'}"
