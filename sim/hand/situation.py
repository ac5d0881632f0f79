"""The situation a hand is looked at in, checked before anything is solved."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from meldlab.sim.common.arguments import check_hand, check_text, whole
from meldlab.sim.common.errors import MeldlabError, NotationError
from meldlab.sim.common.notation import RANKS, WILD, check_against_pack, format_card, parse_cards, parse_wild
from meldlab.sim.hand.answer import Provenance
from meldlab.sim.hand.setting import Hand, Setting
from meldlab.sim.rules import Ruleset

T = TypeVar("T")


@dataclass(frozen=True)
class Situation:
    """Rules, pack, wild rank and what lies elsewhere; knows which hands are possible."""

    ruleset: Ruleset
    decks: int
    wild_rank: int | None
    wild_card: int | None
    dead: tuple[int, ...]
    _made: "dict[Callable[[Situation], Any], Any]" = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, setting: Setting) -> "Situation":
        """Return the situation after everything about it was checked."""
        ruleset, wild = setting.ruleset, setting.wild
        check_text("wild", wild, allowed=WILD)
        decks, players = whole("decks", setting.decks), whole("players", setting.players)
        check_hand("dead", setting.dead)
        wild_rank, wild_card = parse_wild(wild) if wild is not None else (None, None)
        if wild is not None and ruleset.pack.wild != "cut":
            raise MeldlabError("these rules have no wild rank", where=f"wild {wild!r}", remedy="Leave it out")
        return cls(
            ruleset=ruleset,
            decks=ruleset.decks_for(players=players, decks=decks),
            wild_rank=wild_rank,
            wild_card=wild_card,
            dead=_dead_cards(setting.dead),
        )

    def made(self, make: "Callable[[Situation], T]") -> T:
        """Return what `make` gives for this situation; it is made at the first call and belongs to the situation."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made

    @property
    def size(self) -> int:
        """Cards dealt to a player."""
        return self.ruleset.cards_dealt()

    @property
    def wild(self) -> str | None:
        """The one spelling of the wild rank or the cut card."""
        if self.wild_card is not None:
            return format_card(self.wild_card)
        return None if self.wild_rank is None else RANKS[self.wild_rank]

    def provenance(self) -> Provenance:
        """Return what an answer belongs to: ruleset, decks, wild, rules_sha256."""
        return {
            "ruleset": self.ruleset.name,
            "decks": self.decks,
            "wild": self.wild,
            "rules_sha256": self.ruleset.sha256,
        }

    def held(self, hand: Hand) -> tuple[int, ...]:
        """Return the cards of a hand of any size that this pack can hold."""
        check_hand("hand", hand)
        cards = parse_cards(hand)
        pack = self.ruleset.pack
        # With `aces`, a wild ace may come from a cut joker, and then no ace lies open.
        by_joker = pack.cut_joker == "aces" and self.wild_rank == 0
        open_rank = None if pack.cut_card_in_play or by_joker else self.wild_rank
        check_against_pack(
            cards,
            decks=self.decks,
            printed_jokers=self.decks * pack.printed_jokers,
            wild_rank=open_rank,
            wild_card=None if pack.cut_card_in_play else self.wild_card,
            dead=self.dead,
        )
        return cards

    def hand(self, hand: Hand, *, spare: int = 1) -> tuple[int, ...]:
        """Return the cards of a whole hand, with up to `spare` cards too many."""
        cards = self.held(hand)
        if not self.size <= len(cards) <= self.size + spare:
            allowed = f"{self.size} cards, or {self.size + 1} before a discard" if spare else f"{self.size} cards"
            raise NotationError(f"{len(cards)} cards are no hand of {self.ruleset.name}", where="hand", allowed=allowed)
        return cards

    def hands(self, hands: Iterable[Hand], *, any_size: bool = False) -> Iterator[tuple[int, ...]]:
        """Yield the cards of each hand, none with a card too many; an error names the hand's number, counted from 1."""
        for number, hand in enumerate(hands, start=1):
            try:
                yield self.held(hand) if any_size else self.hand(hand, spare=0)
            except MeldlabError as error:
                error.where = f"hand {number}, {error.where}" if error.where else f"hand {number}"
                raise


def cards_of(hand: Hand) -> tuple[int, ...]:
    """Return the cards of a hand that may be empty."""
    cards = hand if isinstance(hand, str) else tuple(hand)
    given = cards.strip() if isinstance(cards, str) else cards
    return parse_cards(cards) if given else ()


def _dead_cards(dead: Hand) -> tuple[int, ...]:
    try:
        return cards_of(dead)
    except NotationError as error:
        error.where = f"dead, {error.where}"
        raise
