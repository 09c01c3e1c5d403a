"""The spaces of actions, masks and observations, as Gymnasium describes them."""

from typing import Any

import numpy as np
from gymnasium import spaces

from tiefenthal.rl.observation import Layout


def flat_space(layout: Layout, form: str) -> spaces.Space[Any]:
    """The space of one observation in the form asked for."""
    if form == "uint8":
        return spaces.Box(0, 255, (layout.size,), np.uint8)
    if form == "float32":
        return spaces.Box(np.zeros_like(layout.scale), layout.scale * np.float32(255), dtype=np.float32)
    return spaces.Dict({name: spaces.Box(0, 255, shape, np.uint8) for name, shape in layout.shapes().items()})


def masked_space(layout: Layout, form: str, actions: int) -> spaces.Dict:
    """An observation with its mask, as PettingZoo's games give them."""
    return spaces.Dict({"observation": flat_space(layout, form), "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
