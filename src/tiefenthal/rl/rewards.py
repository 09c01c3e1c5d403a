"""What a game is worth to each seat. The rewards of a game always add up to the same, however they are paid.

- `win`: the share in the victory at the end, 1 for the winner, shared when the victory is, else 0.
- `margin`: your own points less those of the best of the others.
- `score`: your own points.

Points can be paid at the end or, `dense`, step by step as they change.
"""

from typing import Final, Literal

Reward = Literal["win", "margin", "score"]
REWARDS: Final = ("win", "margin", "score")


def check_reward(reward: str, dense: bool) -> None:
    """Refuse an unknown kind."""
    if reward not in REWARDS:
        raise ValueError(f"there is no reward {reward!r}; the rewards are {', '.join(REWARDS)}")
    if dense and reward == "win":
        raise ValueError("a victory can only be paid at the end; dense rewards need reward='margin' or 'score'")


def worth(reward: str, scores: list[int], win_shares: list[float]) -> list[float]:
    """What a position with these points, or the end of a game with these shares, is worth to each seat."""
    if reward == "win":
        return win_shares
    if reward == "score":
        return [float(points) for points in scores]
    return [float(points - max(scores[:seat] + scores[seat + 1 :])) for seat, points in enumerate(scores)]
