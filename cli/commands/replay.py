"""``meldlab replay``: one played deal, turn by turn."""

from typing import TYPE_CHECKING, Annotated, Any

from meldlab.cli.commands.play import files, split
from meldlab.cli.options import bundles, options
from meldlab.cli.options.choices import overrides
from meldlab.cli.output.output import sink_for
from meldlab.sim.common.errors import MeldlabError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import Console

    from meldlab.cli.output.output import Sink

EPILOG = "Example: meldlab replay -g indian-rummy --strategy greedy --players 2 --seed 1 --deal 7"

_ENDS = ("discard", "pack", "declare", "wrong-show", "close")


@bundles.bundled
def replay(
    *,
    game: options.Game,
    strategy: Annotated[
        str, options.option("--strategy", metavar="A,B,...", help="One a seat, or one for all, as for `meldlab play`.")
    ],
    seed: Annotated[int, options.option("--seed", metavar="N", help="Root seed of the run.")],
    deal: Annotated[
        int, options.option("--deal", metavar="N", help="Number of the deal, from 0.", show_default=True)
    ] = 0,
    rotation: Annotated[
        int,
        options.option(
            "--rotation", metavar="R", help="By how many seats the players are moved on.", show_default=True
        ),
    ] = 0,
    players: options.Players = None,
    contract: options.Contract = None,
    assignments: options.Set = None,
    printing: bundles.Printing,
) -> None:
    """Show one deal of `meldlab play` from its seed and number: the hands, every event, the result.

    With -f jsonl it is the very line that `meldlab play --log` writes for this deal.
    """
    sink = sink_for(printing, inputs=(game, *files(strategy)))
    from meldlab.sim.play.log import deal_log

    log = deal_log(game, split(strategy), seed=seed, players=players, contract=contract, set=overrides(assignments))
    if not 0 <= rotation < log.job.task.rotations:
        raise MeldlabError(
            f"these players have no rotation {rotation}",
            where="--rotation",
            allowed=f"0 to {log.job.task.rotations - 1}" if log.job.task.rotations > 1 else "0: all play alike",
        )
    (line,) = log.lines(1, first_deal=deal, rotation=rotation)
    rows = [{"number": number, **event} for number, event in enumerate(line["events"], start=1)]
    sink.write(rows, view=lambda console: _view(line, console, sink), document=line)


def _view(line: "Mapping[str, Any]", console: "Console", sink: "Sink") -> None:
    """Draw a deal: a line a turn."""
    text = _Text(sink)
    console.print(f"{line['game']}, seed {line['seed']}, deal {line['deal']}", soft_wrap=True)
    for seat, (strategy, hand) in enumerate(zip(line["strategies"], line["hands"], strict=True)):
        console.print(f"seat {seat}, {strategy}: {text.of(hand)}", soft_wrap=True)
    for name, value in line.items():
        if name not in _HEAD:
            console.print(f"{name.replace('_', ' ')}: {text.of(value)}", soft_wrap=True)
    console.print()
    for number, turn in enumerate(_turns(line["events"]), start=1):
        console.print(f"{number:>3}  {text.turn(turn)}", soft_wrap=True)
    console.print()
    for name, value in line["result"].items():
        console.print(f"{name.replace('_', ' ')}: {text.of(value)}", soft_wrap=True)


_HEAD = ("format", "game", "rules", "players", "seed", "deal", "strategies", "hands", "stock", "events", "result")


def _turns(events: "Sequence[Mapping[str, Any]]") -> "Iterator[list[Mapping[str, Any]]]":
    """Yield the events turn by turn; a contra stands inside the turn of another seat."""
    turn: list[Mapping[str, Any]] = []
    for event in events:
        turn.append(event)
        if event["act"] in _ENDS:
            yield turn
            turn = []
    if turn:
        yield turn


class _Text:
    """Writes the values of a log as people note them, cards with their symbols where the terminal shows them."""

    def __init__(self, sink: "Sink") -> None:
        self._plain = sink.ascii

    def turn(self, turn: "Sequence[Mapping[str, Any]]") -> str:
        """Return the events of a turn in words; the seat is named where it changes."""
        told, seat = [], None
        for event in turn:
            who = event.get("seat", seat)
            told.append(self.event(event) if who == seat else f"seat {who} {self.event(event)}")
            seat = who
        return "; ".join(told)

    def event(self, event: "Mapping[str, Any]") -> str:
        """Return one event in words."""
        others = [
            self.of(value) if name in ("card", "from") else f"{name.replace('_', ' ')} {self.of(value)}"
            for name, value in event.items()
            if name not in ("seat", "act", "stock") and value not in ([], None)
        ]
        return f"{event['act']} {', '.join(others)}".rstrip()

    def of(self, value: object) -> str:
        """Return any value in words."""
        from meldlab.sim.common.errors import NotationError
        from meldlab.sim.common.notation import format_card, parse_cards

        if isinstance(value, list):
            return " ".join(map(self.of, value))
        if isinstance(value, dict) and "cards" in value and "kind" in value:
            return self._meld(value)
        if isinstance(value, dict):
            inside = ", ".join(f"{name} {self.of(part)}" for name, part in value.items() if part not in ([], None))
            return f"({inside})"
        if isinstance(value, str) and len(value) == 2 and value[0].isupper() | value[0].isdigit():
            try:
                return format_card(parse_cards(value)[0], symbols=not self._plain)
            except NotationError:
                return value
        return "none" if value is None else str(value)

    def _meld(self, meld: "Mapping[str, Any]") -> str:
        """Return a meld: its cards, each wild with what it stands for, and everything else that is known of it."""
        places = meld.get("as") or meld["cards"]
        cells = (
            self.of(card) if card == place else f"{self.of(card)}={self.of(place)}"
            for card, place in zip(meld["cards"], places, strict=True)
        )
        others = (self.of(value) for name, value in meld.items() if name not in ("cards", "as") and value is not None)
        return f"{' '.join(cells)} ({' '.join(others)})"
