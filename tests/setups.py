"""The fifteen ways to play: 2 to 4 players, modules 1 to 5."""

ALL_SETUPS = [(players, modules) for players in (2, 3, 4) for modules in (1, 2, 3, 4, 5)]


def fields_of(kind: type) -> list[str]:
    """The attributes of a state class, on either build: a compiled class has no slots."""
    found: list[str] = list(getattr(kind, "__slots__", None) or vars(kind)["__mypyc_attrs__"])
    return found
