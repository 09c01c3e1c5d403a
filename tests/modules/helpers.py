"""Words for the boards of the modules, on top of the shared table."""

from collections.abc import Sequence

from tests.table import Table
from tiefenthal.engine.rules.actions import ACTIONS
from tiefenthal.engine.rules.arrival import cards_in_tavern
from tiefenthal.engine.rules.play import legal_actions, why_not

OFF = "off the ring"
RING = (OFF, "1", "2", "3", "4", "5", "schnapps", "6", "7", "8", "toast", "crown")
RING_SIGNED = (OFF, "1", "2", "3", "signature", "4", "5", "schnapps", "6", "7", "8", "toast", "crown")


def ring_of(t: Table) -> Sequence[str]:
    """The spaces of the ring in use, by their number."""
    return RING_SIGNED if t.state.setup.modules >= 5 else RING


def put_marker(t: Table, seat: int, space: str) -> Table:
    """Lay out: the reputation marker of a seat on a space of the ring."""
    return t.markers(seat, monastery=t.player(seat).monastery, reputation=ring_of(t).index(space))


def marker(t: Table, seat: int = 0) -> str:
    """The space of the ring the seat's marker is on."""
    return ring_of(t)[t.player(seat).reputation]


def own_cards(t: Table, seat: int) -> list[str]:
    """Everything the seat owns: deck, discard pile and tavern, sorted by name."""
    p = t.player(seat)
    return sorted(t.names([*p.deck, *p.discard, *cards_in_tavern(p)]))


def regulars(t: Table) -> list[str]:
    """The seven regulars a player begins with, sorted by name."""
    return sorted(t.names(t.edition.regulars))


def schnapps_in_all(t: Table) -> int:
    """The schnapps of the supply and of all seats."""
    return t.state.schnapps + sum(p.schnapps for p in t.state.players)


def signatures_in_all(t: Table) -> int:
    """The signatures in the supply, on open guests and in all guest books."""
    return t.state.signatures + t.state.signed.bit_count() + sum(sum(p.book) for p in t.state.players)


def signed_places(t: Table) -> set[str]:
    """Where a signature lies: "pile", "row1" ... "row5"."""
    return {"pile" if place == 0 else f"row{place}" for place in range(6) if t.state.signed >> place & 1}


def assert_offers_agree(t: Table) -> None:
    """Of all actions of the game, exactly those are accepted that are offered, to every seat and each once."""
    for seat in range(len(t.state.players)):
        offered = legal_actions(t.state, seat)
        assert len(set(offered)) == len(offered)
        accepted = {action.text for action in ACTIONS if why_not(t.state, seat, action) is None}
        assert {action.text for action in offered} == accepted
