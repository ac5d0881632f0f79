"""What a run is about, the same for dealt hands, played deals, matches and deals under two rulesets."""

from dataclasses import dataclass
from functools import cached_property

from meldlab.sim.archive.result import Result
from meldlab.sim.play.compare.rules_result import RulesComparison
from meldlab.sim.play.matches.match_result import MatchResult
from meldlab.sim.play.task import PlayTask
from meldlab.sim.report.words.words import Words
from meldlab.sim.rules import Ruleset, list_presets, load_ruleset, stored_ruleset
from meldlab.sim.rules.describe import differences
from meldlab.sim.simulate.simulation import Simulation
from meldlab.sim.simulate.task import Task

#: (rule, its value in one ruleset, in the other); None where one of them does not read it.
Difference = tuple[str, str | None, str | None]


@dataclass(frozen=True)
class Subject:
    """One run of a report.

    Attributes
    ----------
    result : Result
    words : Words
    number : int
        Its place in the report, from 1.
    folder : str or None
        Where it is stored, as whoever asked for the report named it.
    """

    result: Result
    words: Words
    number: int = 1
    folder: str | None = None

    @property
    def task(self) -> Task | PlayTask:
        """The question; of two rulesets that under the first."""
        return self.result.task.first if isinstance(self.result, RulesComparison) else self.result.task

    @property
    def task_id(self) -> str:
        """The hash of the whole question."""
        return self.result.task.task_id

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rules; of a contract's hands, those of this contract alone."""
        return stored_ruleset(self.task.ruleset_json, name=self.task.game)

    @property
    def contract(self) -> str | None:
        """The contract, in a game of contracts that plays a single one."""
        return self.task.contract

    @property
    def strategies(self) -> tuple[str, ...]:
        """Who plays, in the order of the players; of dealt hands nobody."""
        return () if isinstance(self.task, Task) else self.task.strategies

    @property
    def decks(self) -> int:
        """Packs shuffled together."""
        if isinstance(self.task, Task):
            return self.task.decks
        return self.ruleset.decks_for(players=self.task.players)

    @property
    def pack(self) -> str:
        """The pack in words."""
        return self.words("asked.pack", decks=self.decks, jokers=self.decks * self.ruleset.pack.printed_jokers)

    @property
    def game(self) -> str:
        """The game in words, its contract included."""
        name = self.words.named("game", self.task.game)
        return f"{name} {self.contract}" if self.contract else name

    @property
    def unit(self) -> str:
        """What is counted: ``hands``, ``deals`` or ``matches``."""
        if isinstance(self.result, Simulation):
            return "hands"
        return "matches" if isinstance(self.result, MatchResult) else "deals"

    @property
    def counted(self) -> str:
        """How many there are, in words."""
        count = self.words.numerals.whole(self.result.deals)
        if self.result.deals == 1:
            return self.words(f"count_of_one.{self.unit}", count=count)
        return self.words(f"count.{self.unit}", count=count)

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds of its deals."""
        seed = self.result.seed
        return tuple(seed) if isinstance(seed, list) else (seed,)

    @property
    def title(self) -> str:
        """The run in a line."""
        return self.words("page.title", game=self.game, count=self.counted)

    @property
    def name(self) -> str:
        """What it is called beside others."""
        return self.words("page.run", number=self.number)

    @property
    def label(self) -> str:
        """What it is called in a chart: its number, game and seed."""
        seeds = ", ".join(map(str, self.seeds[:3])) + (", …" if len(self.seeds) > 3 else "")
        return f"{self.number}: {self.game}, {self.words('beside.seed')} {seeds}"

    @cached_property
    def nearest(self) -> tuple[str, list[Difference]]:
        """The preset of this name, or the nearest of its kind, and where the rules differ from it."""
        if self.task.game in list_presets():
            return self.task.game, self._differences(self.task.game)
        kin = [name for name in list_presets() if load_ruleset(name).objective == self.ruleset.objective]
        found = {name: self._differences(name) for name in kin}
        name = min(found, key=lambda each: (len(found[each]), each))
        return name, found[name]

    def _differences(self, preset: str) -> list[Difference]:
        usual = load_ruleset(preset)
        if isinstance(self.result, Simulation) and self.contract is not None:
            usual = usual.for_deal(self.contract)
        return differences(self.ruleset, usual)
