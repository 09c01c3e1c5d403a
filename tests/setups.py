"""The fifteen ways to play: 2 to 4 players, modules 1 to 5."""

ALL_SETUPS = [(players, modules) for players in (2, 3, 4) for modules in (1, 2, 3, 4, 5)]
