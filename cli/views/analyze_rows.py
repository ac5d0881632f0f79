"""Analyses as rows of plain cells, for formats without nesting: cards and groups as a person would note them."""

from typing import TYPE_CHECKING, cast

from meldlab.cli.options.options import Format
from meldlab.cli.output.flat_cells import cells_of
from meldlab.sim.common.notation import format_card, format_cards
from meldlab.sim.hand.answer import provenance_of

if TYPE_CHECKING:
    from meldlab.sim.games.declare.analysis import DeclareAnalysis
    from meldlab.sim.hand.answer import HandAnswer
    from meldlab.sim.hand.arrangement import Arrangement, Meld

FLAT = (Format.CSV, Format.MD, Format.PARQUET)


def row_of(answer: "HandAnswer", format: Format) -> dict[str, object]:
    """Return one row of any objective; the fields are those of the JSON."""
    if answer.objective == "declare":
        return _declare_row(cast("DeclareAnalysis", answer), format)
    return {"hand": format_cards(answer.cards), **cells_of(answer.to_dict(), format)}


def _declare_row(analysis: "DeclareAnalysis", format: Format) -> dict[str, object]:
    """Return one row; yes and no are words in text formats and booleans in Parquet.

    A group is ``8S JK=9S TS JS (impure sequence)``, groups are parted by ``;``, whole arrangements by ``//``, discards
    are ``9C 0`` or ``9C 0 declare``, the best first.
    """
    can_declare: object = analysis.can_declare
    if format is not Format.PARQUET:
        can_declare = "yes" if analysis.can_declare else "no"
    row: dict[str, object] = {
        "hand": format_cards(analysis.cards),
        "points": analysis.points,
        "can_declare": can_declare,
        "melds": _groups(analysis.best),
        "loose": format_cards(analysis.loose),
    }
    if analysis.best_discard is not None:
        row["best_discard"] = format_card(analysis.best_discard)
        row["after_discard"] = ", ".join(
            f"{format_card(each.card)} {each.points}{' declare' if each.can_declare else ''}"
            for each in analysis.discards
        )
    if analysis.arrangements:
        row["arrangements"] = " // ".join(map(_whole, analysis.arrangements))
        if analysis.more_arrangements:
            row["arrangements"] = f"{row['arrangements']} // ..."
    row["reasons"] = " ".join(analysis.reasons)
    row |= cells_of(analysis.advice.to_dict(), format) if analysis.advice else {}
    return row | provenance_of(analysis)


def _whole(arrangement: "Arrangement") -> str:
    loose = [f"loose {format_cards(arrangement.loose)}"] if arrangement.loose else []
    return "; ".join([*map(_group, arrangement.melds), *loose])


def _groups(arrangement: "Arrangement") -> str:
    return "; ".join(map(_group, arrangement.melds))


def _group(meld: "Meld") -> str:
    cells = (
        name if name == place else f"{name}={place}"
        for name, place in ((format_card(card), place) for card, place in meld.pairs())
    )
    uncounted = "" if meld.counts else ", does not count"
    return f"{' '.join(cells)} ({meld.kind.replace('-', ' ')}{uncounted})"
