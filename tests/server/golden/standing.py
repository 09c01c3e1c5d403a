"""The state of a table, in plain values that can be stored beside a golden store."""

from typing import Any

from tiefenthal.server.tables.table import Table

Standing = dict[str, Any]


def standing_of(table: Table) -> Standing:
    """Everything people at a table would notice, and the digest of the whole position."""
    found: Standing = {
        "table": table.id,
        "state": table.state,
        "edition": [table.edition.name, table.edition.digest],
        "entries": table.length,
        "ply": table.ply,
        "players": [place.player for place in table.places],
        "names": [place.name for place in table.places],
        "sessions": [sorted(place.sessions) for place in table.places],
        "asks": None if table.request is None else [table.request.seat, table.request.move],
        "chat": [said.text for said in table.chat],
        "ended": table.ended,
    }
    game = table.game
    if game is not None:
        found |= {
            "commitment": table.commitment,
            "decisions": game.ply,
            "round": game.round,
            "phase": game.phase,
            "waits_for": list(game.to_act),
            "scores": game.scores,
            "stores": [[player.thalers, player.beer, player.schnapps] for player in game.state.players],
            "digest": game.digest,
            "legal": [[action.id for action in game.legal_actions(seat)] for seat in game.to_act],
        }
    return found
