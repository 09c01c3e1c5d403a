"""A hint in three steps: where to look, then the move, then the whole line with its reasons and the next best one."""

from typing import Final

from tiefenthal.engine.rules import actions as kinds
from tiefenthal.engine.rules.actions import Action, parse_action
from tiefenthal.engine.rules.spaces import MONK, SPOT_SPACE
from tiefenthal.players.analysis.data import Analysis, Hint
from tiefenthal.players.analysis.reasons import THIS
from tiefenthal.players.analysis.thinker import TURN

LOOK: Final = {
    "upgrade": "areas", "nobles": "nobles", "guest": "guests", "staff": "staff", "rid": "rid",
    "monastery": "monastery", "reputation": "reputation", "signatures": "guests", "schnapps": "schnapps",
    "thalers": "stores", "beer": "stores",
}  # fmt: skip
"""Where to look, by the first reason for the best turn whose place that turn touches."""
TOUCHED: Final = {
    kinds.UPGRADE: "areas", kinds.ENTERTAIN_UPGRADE: "areas", kinds.NOBLES: "nobles", kinds.RECRUIT: "guests",
    kinds.BUY: "staff", kinds.REMOVE: "rid", kinds.ENTERTAIN_REMOVE: "rid", kinds.COUNTER_GUEST: "monastery",
    kinds.BARD_SINGS: "reputation", kinds.ENTERTAIN: "schnapps", kinds.SCHNAPPS: "schnapps",
}  # fmt: skip
"""The place that an action is about."""
DICE: Final = (kinds.PLACE, kinds.MOVE, kinds.SWAP, kinds.BACK, kinds.TURN)
NUDGES: Final = ("draft", "arrival", "choice", "dice", "use", "done", *dict.fromkeys(LOOK.values()))
"""Every nudge there is: `hint.<nudge>` in the catalogue."""


def hint_of(found: Analysis) -> Hint:
    """The hint that an analysis gives. A nudge names a place and no move."""
    best = found.options[0]
    other = found.options[1] if len(found.options) > 1 else None
    return Hint(
        nudge=_nudge(found) if found.kind == TURN else found.kind,
        move=best.actions[0],
        line=best.actions,
        outlook=best.outlook,
        reasons=best.reasons,
        other=other.actions if other is not None else [],
        ahead=round(best.worth - other.worth, 2) if other is not None else 0.0,
    )


def _nudge(found: Analysis) -> str:
    """What the turn still does: first what there is a reason for, then what it begins with; then its dice."""
    best = found.options[0]
    actions = [parse_action(text) for text in best.actions]
    touched = [place for place in map(_place, actions) if place]
    if found.evenings_left:
        touched.append("stores")
    own = [LOOK[reason.code] for reason in best.reasons if reason.side == THIS and reason.code in LOOK]
    for place in own:
        if place in touched:
            return place
    for action in actions:
        if action.kind in DICE:
            return "dice"
        if action.kind in TOUCHED:
            return TOUCHED[action.kind]
    return "use" if any(action.kind == kinds.USE for action in actions) else "done"


def _place(action: Action) -> str:
    if action.kind == kinds.USE and SPOT_SPACE[action.a] == MONK:
        return "monastery"
    return TOUCHED.get(action.kind, "")
