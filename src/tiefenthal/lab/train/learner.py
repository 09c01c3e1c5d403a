"""The learner: the network in PyTorch and its improvement by TD(λ). The only module that imports PyTorch.

Each row's target is its λ-return: the final figures are (1 - λ) times what the network expects at the seat's next row
plus λ times the return from there, and at the last row they are what really came. What
is expected comes from the running average of the network, which is steadier than the network that learns.
"""

import copy
import io
import itertools
import random
from typing import Any, Final

import numpy as np
import torch
from torch import nn

from tiefenthal.lab.train import TrainingError
from tiefenthal.lab.train.settings import Settings
from tiefenthal.lab.train.window import Window
from tiefenthal.players.bots.neural import features
from tiefenthal.players.bots.neural.judge import points_columns
from tiefenthal.players.bots.neural.network import MARGIN, OUTPUTS, SCORE, WIN, Bytes, Floats, Network

POINTS: Final = 20.0  # what the network calls 1
LEAST_SPREAD: Final = 0.3  # of an input: one that hardly ever differs is not blown up
MOST_EXAMPLES: Final = 200_000
LOSSES: Final = (1.0, 0.5, 0.5)  # what score, margin and victory count for


class ValueNet(nn.Module):
    """The network that learns: inputs brought to a common scale, hidden layers with ReLU, three outputs."""

    mean: torch.Tensor
    spread: torch.Tensor

    def __init__(self, hidden: tuple[int, ...]) -> None:
        super().__init__()
        sizes = [features.SIZE, *hidden, OUTPUTS]
        self.layers = nn.ModuleList([nn.Linear(a, b) for a, b in itertools.pairwise(sizes)])
        self.register_buffer("mean", torch.zeros(features.SIZE))
        self.register_buffer("spread", torch.ones(features.SIZE))
        for parameter in self.layers[-1].parameters():
            nn.init.zeros_(parameter)  # at first: it stays as it is

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """Raw outputs in units of POINTS, the last one a logit."""
        values = (rows - self.mean) / self.spread
        for number, layer in enumerate(self.layers):
            values = layer(torch.relu(values) if number else values)
        return values

    def look_at(self, rows: Bytes) -> None:
        """Take the scale of the inputs from examples."""
        sample = rows.reshape(-1, features.SIZE)
        sample = sample[sample.any(axis=1)][:MOST_EXAMPLES].astype(np.float32)
        self.mean.copy_(torch.from_numpy(sample.mean(axis=0)))
        self.spread.copy_(torch.from_numpy(np.maximum(sample.std(axis=0), LEAST_SPREAD)))


def numpy_network(net: ValueNet, made: dict[str, Any] | None = None) -> Network:
    """The same function as a numpy network: both scales are folded into the first and the last layer."""
    matrices: list[Floats] = []
    biases: list[Floats] = []
    for layer in net.layers:
        assert isinstance(layer, nn.Linear)
        matrices.append(layer.weight.detach().cpu().double().numpy().T)
        biases.append(layer.bias.detach().cpu().double().numpy())
    mean = net.mean.cpu().double().numpy()
    spread = net.spread.cpu().double().numpy()
    biases[0] = biases[0] - (mean / spread) @ matrices[0]
    matrices[0] = matrices[0] / spread[:, None]
    scale = np.array([POINTS, POINTS, 1.0])
    matrices[-1] = matrices[-1] * scale
    biases[-1] = biases[-1] * scale
    return Network(
        [np.ascontiguousarray(matrix, dtype=np.float32) for matrix in matrices],
        [np.ascontiguousarray(bias, dtype=np.float32) for bias in biases],
        made,
    )


def take_over(net: ValueNet, network: Network) -> None:
    """The other way round: the numpy network's function, at the scale this one has."""
    mean = net.mean.cpu().double().numpy()
    spread = net.spread.cpu().double().numpy()
    scale = np.array([POINTS, POINTS, 1.0])
    with torch.no_grad():
        for number, layer in enumerate(net.layers):
            assert isinstance(layer, nn.Linear)
            matrix = network.matrices[number].astype(np.float64)
            bias = network.biases[number].astype(np.float64)
            if number == 0:
                bias = bias + mean @ matrix
                matrix = matrix * spread[:, None]
            if number == len(net.layers) - 1:
                matrix = matrix / scale
                bias = bias / scale
            layer.weight.copy_(torch.from_numpy(np.ascontiguousarray(matrix.T)))
            layer.bias.copy_(torch.from_numpy(bias))


def lambda_returns(expected: torch.Tensor, finals: torch.Tensor, lam: float) -> torch.Tensor:
    """Targets for every row: `expected` is episodes x rows x 3, `finals` episodes x 3."""
    targets = torch.empty_like(expected)
    targets[:, -1] = finals
    for row in range(expected.shape[1] - 2, -1, -1):
        targets[:, row] = (1.0 - lam) * expected[:, row + 1] + lam * targets[:, row + 1]
    return targets


class Learner:
    """A network, its running average, and the optimiser."""

    def __init__(self, settings: Settings, device: str) -> None:
        seed = random.Random(f"learner {settings.seed}").getrandbits(62)
        torch.manual_seed(seed)
        self.settings: Settings = settings
        self.device: str = device
        self.steps: int = 0
        self.net: ValueNet = ValueNet(settings.hidden).to(device)
        self.average: ValueNet = copy.deepcopy(self.net)
        self.optimiser: torch.optim.AdamW = torch.optim.AdamW(
            self.net.parameters(), lr=settings.rate, weight_decay=settings.decay
        )
        self._rng: np.random.Generator = np.random.default_rng(seed)
        self._points: torch.Tensor = torch.tensor(points_columns(), device=device)

    def look_at(self, window: Window) -> None:
        """Before the first step: the scale of the inputs."""
        rows = window.rows[: window.count]
        self.net.look_at(rows)
        self.average.look_at(rows)

    def begin_with(self, network: Network, rows: Bytes) -> None:
        """Go on from a network instead of from nothing; `rows` are examples for the scale of the inputs."""
        for net in (self.net, self.average):
            net.look_at(rows)
            take_over(net, network)

    def points_now(self, rows: torch.Tensor) -> torch.Tensor:
        """What the rows already show, in units of POINTS: the seat's points, the margin, and nothing."""
        points = rows[:, self._points[0]] + rows[:, self._points[1]]
        own = points[:, 0]
        best = points[:, 1:].max(dim=1).values
        return torch.stack([own, own - best, torch.zeros_like(own)], dim=1) / POINTS

    def step(self, window: Window, lam: float) -> tuple[float, float]:
        """Learn from some episodes; gives the loss and the mean error of the expected score, in points."""
        settings = self.settings
        picked, ends = window.pick(self._rng, settings.batch)
        episodes, length = picked.shape[0], picked.shape[1]
        rows = torch.from_numpy(picked).to(self.device).reshape(-1, features.SIZE).float()
        finals = torch.from_numpy(ends).to(self.device)
        finals = torch.stack([finals[:, SCORE] / POINTS, finals[:, MARGIN] / POINTS, finals[:, WIN]], dim=1)
        there = rows.any(dim=1)
        now = self.points_now(rows)
        with torch.no_grad():
            expected = self.average(rows) + now
            expected[:, WIN] = torch.sigmoid(expected[:, WIN])
            targets = lambda_returns(expected.reshape(episodes, length, OUTPUTS), finals, lam).reshape(-1, OUTPUTS)
        values = (self.net(rows) + now)[there]
        targets = targets[there]
        score = nn.functional.smooth_l1_loss(values[:, SCORE], targets[:, SCORE])
        margin = nn.functional.smooth_l1_loss(values[:, MARGIN], targets[:, MARGIN])
        victory = nn.functional.binary_cross_entropy_with_logits(values[:, WIN], targets[:, WIN])
        loss = LOSSES[SCORE] * score + LOSSES[MARGIN] * margin + LOSSES[WIN] * victory
        self.optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        slow = max(1.0, self.steps / settings.slow_after) ** 0.5
        for group in self.optimiser.param_groups:
            group["lr"] = settings.rate / slow
        self.optimiser.step()
        self.steps += 1
        self._follow()
        real = finals[:, SCORE].repeat_interleave(length)[there]
        error = (values[:, SCORE].detach() - real).abs().mean() * POINTS
        return float(loss.detach()), float(error)

    def _follow(self) -> None:
        """The average follows the network; quickly in the first steps."""
        keep = min(self.settings.average, (1.0 + self.steps) / (10.0 + self.steps))
        with torch.no_grad():
            for slow, fast in zip(self.average.parameters(), self.net.parameters(), strict=True):
                slow.lerp_(fast, 1.0 - keep)

    # --- on disk

    def to_bytes(self) -> bytes:
        """All that is needed to go on."""
        buffer = io.BytesIO()
        state = {
            "steps": self.steps,
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
        }
        torch.save(state, buffer)
        return buffer.getvalue()

    def load(self, data: bytes, name: str) -> None:
        """Go on from what `to_bytes` wrote."""
        try:
            state = torch.load(io.BytesIO(data), map_location=self.device, weights_only=True)
            self.net.load_state_dict(state["net"])
            self.average.load_state_dict(state["average"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.steps = int(state["steps"])
        except Exception as error:  # whatever a damaged or foreign file raises
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise TrainingError(f"{name} is no checkpoint of this run, or is damaged ({reason})") from None
        self._rng = np.random.default_rng([self.steps, random.Random(self.settings.seed).getrandbits(62)])
