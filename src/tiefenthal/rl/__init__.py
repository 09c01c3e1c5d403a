"""The game for research: PettingZoo, Gymnasium, OpenSpiel, and many games in one call (docs/rl.md).

    from tiefenthal.rl import tiefenthal_v0          # PettingZoo
    gymnasium.make("Tiefenthal-v0")                  # after `import tiefenthal.rl`
    import tiefenthal.rl.openspiel                   # then pyspiel.load_game("tiefenthal")
    tiefenthal.rl.Batch(256, players=4, modules=5)   # many games at once

All of them speak the same numbers: actions as in `codec`, observations as in `core/fields.py`.
"""

import importlib.util

try:
    from tiefenthal.rl.codec import ACTION_COUNT, ACTIONS_DIGEST, ACTIONS_VERSION, action_number, action_text
    from tiefenthal.rl.core.fields import FIELDS_VERSION
    from tiefenthal.rl.episodes import Episodes
    from tiefenthal.rl.observation import Layout
    from tiefenthal.rl.processes import ProcessBatch
    from tiefenthal.rl.rewards import REWARDS
    from tiefenthal.rl.vector import Batch, BatchError
except ModuleNotFoundError as error:
    raise ImportError(f"tiefenthal.rl needs {error.name}; it comes with:  pip install 'tiefenthal[rl]'") from error

__all__ = [
    "ACTIONS_DIGEST",
    "ACTIONS_VERSION",
    "ACTION_COUNT",
    "FIELDS_VERSION",
    "REWARDS",
    "Batch",
    "BatchError",
    "Episodes",
    "Layout",
    "ProcessBatch",
    "action_number",
    "action_text",
]

if importlib.util.find_spec("gymnasium") is not None:
    import gymnasium

    if "Tiefenthal-v0" not in gymnasium.registry:
        gymnasium.register("Tiefenthal-v0", entry_point="tiefenthal.rl.gymnasium_env:TiefenthalEnv")
