"""Every error a user can cause: one family, each saying where, what, what is allowed and what to do.

``MeldlabError`` carries its parts as fields so that a caller can build its own message; ``str()`` reads as one.
The command line turns any of them into a message on stderr and exit code 2.
"""

from collections.abc import Sequence
from dataclasses import dataclass


class MeldlabError(Exception):
    """Base of all errors caused by input.

    Parameters
    ----------
    what : str
        The offending thing and what is wrong with it.
    where : str, optional
        File, key, argument, token or line the error is about.
    allowed : str, optional
        The values or bounds that would be accepted.
    remedy : str, optional
        What the user can do about it.
    """

    #: Whether the cause is an error in a user's own code, which a traceback helps to find.
    shows_cause = False

    def __init__(
        self, what: str = "", *, where: str | None = None, allowed: str | None = None, remedy: str | None = None
    ) -> None:
        self.where = where
        self.what = what
        self.allowed = allowed
        self.remedy = remedy
        # Python's own way to pickle an exception, by its one argument and its fields, takes it across processes whole.
        super().__init__(what)

    def one_line(self) -> str:
        """Return the whole message without line breaks, for places that hold one line."""
        head, *rest = str(self).splitlines() or [""]
        return f"{head}: {'; '.join(line.strip() for line in rest)}" if rest else head

    def __str__(self) -> str:
        """Return the parts as one readable message."""
        what = _clipped(self.what, 2_000)
        text = f"{_clipped(self.where, 400)}: {what}" if self.where else what
        if self.allowed:
            text += f" (allowed: {self.allowed})"
        if self.remedy:
            text += f". {self.remedy}"
        return text


def _clipped(text: str, length: int) -> str:
    """Return `text`, without its middle where it is longer: input of a stranger shall not fill the screen."""
    return text if len(text) <= length else f"{text[: length // 2]} ... {text[-length // 2 :]}"


class ArgumentError(MeldlabError):
    """An argument of the wrong type: it names the argument, the value and what may be given."""


class NotationError(MeldlabError):
    """A card, hand, wild rank or meld that cannot be read, or that the pack does not hold."""


class QueryError(MeldlabError):
    """A query, feature or special that cannot be read or answered."""


class RunError(MeldlabError):
    """A run that cannot start, resume, combine or be written."""


@dataclass(frozen=True)
class Problem:
    """One thing wrong in a rules file: the dotted key (empty for the whole file) and what is wrong with it."""

    key: str
    what: str
    allowed: str | None = None

    def __str__(self) -> str:
        """Return key, fault and allowed values on one line."""
        text = f"{self.key}: {self.what}" if self.key else self.what
        return f"{text} (allowed: {self.allowed})" if self.allowed else text


class RulesError(MeldlabError):
    """A ruleset that cannot be found, read or validated; `problems` holds all problems of a file at once."""

    def __init__(
        self,
        what: str = "",
        *,
        where: str | None = None,
        allowed: str | None = None,
        remedy: str | None = None,
        problems: Sequence[Problem] = (),
    ) -> None:
        super().__init__(what, where=where, allowed=allowed, remedy=remedy)
        self.problems = tuple(problems)

    def __str__(self) -> str:
        """Return the message, then one indented line a problem."""
        head = super().__str__()
        return "\n".join([head, *(f"  {problem}" for problem in self.problems)])
