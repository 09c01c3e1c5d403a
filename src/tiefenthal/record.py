"""Public: `tiefenthal.record.position`, states as JSON (docs/position.md); and reading records (docs/notation.md)."""

import sys

from tiefenthal.engine.record import notation, position

__all__ = ["notation", "position"]

for _name in __all__:
    sys.modules[f"{__name__}.{_name}"] = globals()[_name]
