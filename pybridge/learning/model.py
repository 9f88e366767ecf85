"""The network while it is trained, in PyTorch, and the small integers that become of its weights."""

import math
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from pybridge.errors import TrainingError
from pybridge.learning.positions import Labels, Positions
from pybridge.learning.recipe import TrainingRecipe
from pybridge.limits import OnProgress
from pybridge.tables.network import SCALE, TOP, WEIGHT

UNIT = 16
"""The moves that an output of 1.0 stands for."""
_CEILING = TOP / SCALE
_WARM_UP = 200
_LEAST_RATE = 0.002
"""The share of the learning rate at the end."""
_TOLD_EVERY = 2.0
_DECAY = 1e-4

Arrays = dict[str, NDArray[Any]]


class Model(torch.nn.Module):
    """A row of weights for each input that is on, and three layers; values are cut as the kernels cut them."""

    def __init__(self, inputs: int, recipe: TrainingRecipe) -> None:
        super().__init__()
        one, two, three = recipe.widths
        self.first = torch.nn.EmbeddingBag(inputs, one, mode="sum")
        self.first_bias = torch.nn.Parameter(torch.zeros(one))
        self.second, self.third, self.last = (
            torch.nn.Linear(one, two), torch.nn.Linear(two, three), torch.nn.Linear(three, 1)
        )  # fmt: skip
        torch.nn.init.uniform_(self.first.weight, -_spread(inputs), _spread(inputs))
        if recipe.plain:
            self.third.weight.requires_grad_(False).copy_(torch.eye(three, two))
            self.third.bias.requires_grad_(False).zero_()

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """The value of each row of inputs that are on, in moves."""
        found = (self.first(inputs) + self.first_bias).clamp(0, _CEILING)
        found = self.third(self.second(found).clamp(0, _CEILING)).clamp(0, _CEILING)
        value: torch.Tensor = self.last(found).squeeze(-1) * UNIT
        return value


def use_threads(number: int) -> None:
    """Have PyTorch use so many threads on the processor."""
    torch.set_num_threads(number)


def device_named(name: str | None) -> str:
    """The device to fit on: `cpu` or `cuda`; None stands for the faster one here. Raises TrainingError."""
    there = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]
    if name is not None and name not in there:
        raise TrainingError(f"PyTorch has no device {name} here; known devices: {', '.join(there)}")
    return name or there[-1]


def _spread(inputs: int) -> float:
    """The size of the first weights, as PyTorch has it for as many dense inputs."""
    return 1 / math.sqrt(inputs)


class Fit:
    """The training of a model on labels, step by step: the order of the labels depends on seed and step alone."""

    def __init__(self, positions: Positions, recipe: TrainingRecipe, seed: int, device: str) -> None:
        """The weights of the first layer are kept so small that its sums fit the 16 bits that kernels have for them."""
        torch.manual_seed(seed)
        self._positions, self._recipe, self._seed, self._device = positions, recipe, seed, device
        self.model = Model(positions.features.inputs, recipe).to(device)
        self._weights = [each for each in self.model.parameters() if each.requires_grad]
        self._adam = torch.optim.AdamW(self._weights, lr=recipe.rate, weight_decay=_DECAY)
        self.step, self.loss, self.weight, self.trained = 0, 0.0, recipe.weight, False
        self._most = np.iinfo(np.int16).max / SCALE / (1 + len(positions.features.sizes))

    def run(self, labels: Labels, steps: int, report: OnProgress, keep: Callable[[], None]) -> None:
        """Take so many steps in all. `keep` is called now and then; what `report` raises ends it.

        Raises TrainingError if there is nothing to learn from, or nothing is learned.
        """
        if len(labels) == 0:
            raise TrainingError("there are no labels to learn from: no state was solved; try more --labels")
        residual = labels.moves - self._positions.base(labels.contents)
        told, total, number = time.monotonic(), torch.zeros((), device=self._device), 0
        while self.step < steps:
            batch, source = self._batch(len(labels))
            contents = self._positions.seen(labels.contents[batch], source)
            loss = self._learn(contents + self._positions.offsets, residual[batch], self.step / steps)
            total, number = total + loss, number + 1
            if time.monotonic() - told > _TOLD_EVERY:
                self.loss = float(total) / number
                if not math.isfinite(self.loss):
                    raise TrainingError(f"the loss is no number any more at step {self.step}; try another --seed")
                report(f"step {self.step:,} of {steps:,}, loss {self.loss:.3f}")
                keep()
                told, total, number = time.monotonic(), torch.zeros((), device=self._device), 0

    def _batch(self, count: int) -> "tuple[NDArray[np.int64], np.random.Generator]":
        """Which labels the next step takes, and the source of its other random numbers."""
        source = np.random.default_rng([self._seed, self.step])
        return source.integers(count, size=self._recipe.batch), source

    def _learn(self, inputs: NDArray[np.int64], residual: NDArray[np.int64], done: float) -> torch.Tensor:
        """Take one step after a share of all is `done`, and return its loss."""
        recipe = self._recipe
        falling = 0.5 * (1 + math.cos(math.pi * done)) + _LEAST_RATE
        for group in self._adam.param_groups:
            group["lr"] = recipe.rate * min(1.0, (self.step + 1) / _WARM_UP) * falling
        wanted = torch.from_numpy(residual.astype(np.float32)).to(self._device)
        error = self.model(torch.from_numpy(inputs).to(self._device)) - wanted
        loss: torch.Tensor = (torch.where(error > 0, self.weight, 1.0) * error * error).mean()
        self._adam.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]  # PyTorch gives it no types
        self._adam.step()
        with torch.no_grad():
            for weight in (self.model.first.weight, self.model.first_bias):
                weight.clamp_(-self._most, self._most)
        self.step, self.trained = self.step + 1, True
        return loss.detach()

    def state(self) -> Arrays:
        """All that is needed to go on from here."""
        found = {f"weight.{name}": _bits(each) for name, each in self.model.state_dict().items()}
        for number, weight in enumerate(self._weights):
            for name, value in self._adam.state.get(weight, {}).items():
                found[f"adam.{number}.{name}"] = _bits(value)
        return {**found, "step": np.array([self.step], np.int64)}

    def resume(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a state that `state` returned. Raises KeyError, RuntimeError or ValueError if it does not fit."""
        known = self.model.state_dict()
        self.model.load_state_dict({name: _floats(state[f"weight.{name}"], each) for name, each in known.items()})
        for number, weight in enumerate(self._weights):
            for name in ("step", "exp_avg", "exp_avg_sq"):
                if (found := state.get(f"adam.{number}.{name}")) is not None:
                    like = torch.zeros(()) if name == "step" else weight
                    self._adam.state[weight][name] = _floats(found, like)
        self.step, self.trained = int(state["step"][0]), any(name.startswith("adam.") for name in state)

    def arrays(self) -> Arrays:
        """The weights as small integers. As long as nothing is learned, they add nothing to the base.

        A last layer of zeros while it is trained would make all values before it learn the same at first.
        """
        known = {name: each.cpu().double().numpy() for name, each in self.model.state_dict().items()}
        found: Arrays = {"unit": np.array([UNIT], np.int32)}
        found["first"] = _rounded(known["first.weight"] * SCALE, np.int16)
        found["first_bias"] = _rounded(known["first_bias"] * SCALE, np.int32)
        for name in ("second", "third", "last"):
            weights, bias = known[f"{name}.weight"], known[f"{name}.bias"]
            found[name] = _rounded((weights if name != "last" else weights[0]) * WEIGHT, np.int16)
            found[f"{name}_bias"] = _rounded(bias * WEIGHT * SCALE, np.int32)
        if not self.trained:
            found["last"], found["last_bias"] = np.zeros_like(found["last"]), np.zeros_like(found["last_bias"])
        return found


def _bits(values: torch.Tensor) -> NDArray[np.uint32]:
    """Floating-point numbers as whole ones of the same bits, which tables hold."""
    found: NDArray[np.uint32] = values.detach().cpu().numpy().reshape(-1).view(np.uint32).copy()
    return found


def _floats(bits: NDArray[Any], like: torch.Tensor) -> torch.Tensor:
    """The numbers of these bits, in the shape and place of others."""
    return torch.from_numpy(bits.view(np.float32).copy()).reshape(like.shape).to(like.device)


def _rounded(values: NDArray[np.float64], kind: type[np.int16] | type[np.int32]) -> NDArray[Any]:
    """Values as integers of a kind. Raises TrainingError for those that it cannot hold."""
    found = np.rint(values)
    if abs(found).max() > np.iinfo(kind).max:
        raise TrainingError("a weight became too large for the kernels; train with another --seed or fewer steps")
    return found.astype(kind)
