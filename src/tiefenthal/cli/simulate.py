"""`tiefenthal simulate`: many games between bots, and what came of them."""


def simulate() -> None:
    """Play many games between bots and report."""
