"""The figures of an edition by the names that sentences of lessons use, so that no number is typed into a sentence."""

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import AREA_NAMES, NOBLE, TAVERN_KINDS, TAVERN_NAMES


def figures_named(edition: Edition) -> dict[str, int]:
    """Every figure a sentence may name: `price_barrel`, `card_server`, `basic_safe`, `better_safe`, `noble_points` …"""
    found = {
        "evenings": edition.rounds,
        "noble_points": edition.points[NOBLE],
        "schnapps_kept": edition.schnapps_kept,
    }
    for number, price in enumerate(edition.noble_price):
        if number:
            found[f"nobles_{number}"] = price
    for kind in TAVERN_KINDS:
        found[f"card_{TAVERN_NAMES[kind]}"] = edition.price[kind]
    for area, name in enumerate(AREA_NAMES):
        found[f"price_{name}"] = edition.area_price[area]
        found[f"discount_{name}"] = edition.area_discount[area]
        found[f"basic_{name}"], found[f"better_{name}"] = edition.area_yield[area]
    return found
