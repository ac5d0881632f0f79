"""What a person should know of a run's parts, in the language of a page."""

import re
from string import Formatter

from meldlab.sim.report.markup import Markup, safe, tag
from meldlab.sim.report.words.words import Words, language

#: The messages about stored runs that have words (``message.*``); their English is that of `meldlab.sim.archive`.
_KNOWN = ("damaged", "gap_of_one", "gap", "hands_damaged", "hands_bare", "hands_lone")


def told(message: str, words: Words) -> Markup:
    """Return a message in words; one that has none stays in English, and is marked so."""
    for name in _KNOWN:
        found = re.fullmatch(_pattern(language("en").texts[f"message.{name}"]), message, re.DOTALL)
        if found is not None:
            return safe(words(f"message.{name}", **found.groupdict()))
    return tag("span", message, lang="en")


def _pattern(text: str) -> str:
    return "".join(
        re.escape(before) + (f"(?P<{field}>.+)" if field else "") for before, field, _, _ in Formatter().parse(text)
    )
