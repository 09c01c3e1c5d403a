"""The game for PettingZoo: `env()` for one agent after the other, `parallel_env()` for all at once.

    from tiefenthal.rl import tiefenthal_v0

    env = tiefenthal_v0.env(players=3, modules=5)

Agents are `player_0` to `player_3`; who begins is drawn by lot as in the rules. An observation is a dict with
`observation` and `action_mask`, as in PettingZoo's own games. Order of calls and legality are checked by the
environment itself, so `env()` needs none of the usual wrappers around it. After this import
`pettingzoo.make("aec", "tiefenthal_v0")` knows the game as well.
"""

try:
    import pettingzoo
except ModuleNotFoundError as error:
    raise ImportError(f"tiefenthal_v0 needs {error.name}; it comes with:  pip install 'tiefenthal[rl]'") from error

from tiefenthal.rl.pettingzoo_aec import TiefenthalAEC
from tiefenthal.rl.pettingzoo_parallel import TiefenthalParallel

raw_env = TiefenthalAEC
env = TiefenthalAEC
parallel_env = TiefenthalParallel

__all__ = ["env", "parallel_env", "raw_env"]

if hasattr(pettingzoo, "register") and "tiefenthal-v0" not in pettingzoo.aec_registry:
    pettingzoo.register("aec", "tiefenthal_v0", entry_point=env)
    pettingzoo.register("parallel", "tiefenthal_v0", entry_point=parallel_env)
