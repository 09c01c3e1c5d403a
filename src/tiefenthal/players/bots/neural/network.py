"""The value network in numpy: a few matrices, read from a file that says what they are for.

A network takes rows of `features` and gives for each row, as the seat sees it:

    0  the seat's final score        1  the margin to the best opponent        2  the probability of winning

The first two come out as what is added to the points the row already shows, so a network of zeros says "it stays as it
is". The input scale lies in the first matrix, the output scale in the last one: rows go in as bytes, points come out.
"""

import io
import json
import zipfile
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tiefenthal.players.bots.neural import features

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]

OUTPUTS: Final = 3
SCORE: Final = 0
MARGIN: Final = 1
WIN: Final = 2
MOST_BYTES: Final = 64 * 1024 * 1024  # of a weights file, unpacked


class WeightsError(ValueError):
    """A weights file is missing, damaged, or made for other features; the message says which."""


class Network:
    """Matrices and biases, layer by layer; ReLU between them."""

    def __init__(self, matrices: list[Floats], biases: list[Floats], made: dict[str, Any] | None = None) -> None:
        self.matrices: list[Floats] = matrices
        """By layer: inputs x outputs."""
        self.biases: list[Floats] = biases
        self.made: dict[str, Any] = made or {}
        """How the weights were made, for people."""
        self._own: Floats = np.ascontiguousarray(matrices[0][: features.OWN_SIZE])
        self._table: Floats = np.ascontiguousarray(matrices[0][features.OWN_SIZE :])

    def parts(self, own: Bytes, table: Bytes) -> Floats:
        """The outputs for rows given in their two parts; a single table's part counts for all rows."""
        first = own.astype(np.float32) @ self._own
        first += table.astype(np.float32) @ self._table + self.biases[0]
        return self._after_first(first)

    def rows(self, rows: Bytes) -> Floats:
        """The outputs for whole rows."""
        return self.parts(rows[:, : features.OWN_SIZE], rows[:, features.OWN_SIZE :])

    def _after_first(self, values: Floats) -> Floats:
        for matrix, bias in zip(self.matrices[1:], self.biases[1:], strict=True):
            np.maximum(values, 0.0, out=values)
            values = values @ matrix
            values += bias
        np.clip(values[:, WIN], -30.0, 30.0, out=values[:, WIN])
        values[:, WIN] = 1.0 / (1.0 + np.exp(-values[:, WIN]))
        return values


# --- the file


def network_bytes(network: Network) -> bytes:
    """The content of a weights file: a zip of arrays (npz), with `made.json` among them. The same network always
    gives the same bytes."""
    made = dict(network.made)
    made["features"] = features.VERSION
    made["layers"] = [int(network.matrices[0].shape[0])] + [int(m.shape[1]) for m in network.matrices]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        _write(file, "made.json", (json.dumps(made, indent=1, sort_keys=True) + "\n").encode())
        for number, (matrix, bias) in enumerate(zip(network.matrices, network.biases, strict=True)):
            for name, array in ((f"w{number}", matrix), (f"b{number}", bias)):
                data = io.BytesIO()
                np.lib.format.write_array(data, np.ascontiguousarray(array, dtype=np.float32), allow_pickle=False)
                _write(file, f"{name}.npy", data.getvalue())
    return buffer.getvalue()


def _write(file: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))  # a date would make equal networks differ
    info.compress_type = zipfile.ZIP_DEFLATED
    file.writestr(info, data)


def network_from(data: bytes, name: str) -> Network:
    """Read a weights file; `name` is what it is called in a complaint."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            if sum([info.file_size for info in file.infolist()]) > MOST_BYTES:
                raise WeightsError(f"{name} is too large for a weights file")
            made = json.loads(file.read("made.json"))
            sizes = made["layers"]
            version = made["features"]
            if version != features.VERSION and version not in features.PARTS_BEFORE:
                raise WeightsError(
                    f"{name} was made for version {version} of the features, this program has version "
                    f"{features.VERSION}; train again with: tiefenthal train"
                )
            matrices: list[Floats] = []
            biases: list[Floats] = []
            for number in range(len(sizes) - 1):
                matrices.append(_array(file, f"w{number}.npy"))
                biases.append(_array(file, f"b{number}.npy"))
    except WeightsError:
        raise
    except Exception as error:  # whatever a damaged zip, JSON or array raises
        raise WeightsError(f"{name} is no weights file of this program, or is damaged ({error})") from None
    own, table = features.PARTS_BEFORE.get(version, (features.OWN_SIZE, features.TABLE_SIZE))
    _check(matrices, biases, sizes, own + table, name)
    # Columns that came later, each at the end of its part, do not count for a network that never saw them.
    parts = ((matrices[0][:own], features.OWN_SIZE - own), (matrices[0][own:], features.TABLE_SIZE - table))
    matrices[0] = np.concatenate([np.pad(part, ((0, more), (0, 0))) for part, more in parts])
    return Network(matrices, biases, made)


def _array(file: zipfile.ZipFile, name: str) -> Floats:
    array = np.lib.format.read_array(io.BytesIO(file.read(name)), allow_pickle=False)
    return np.ascontiguousarray(array, dtype=np.float32)


def _check(matrices: list[Floats], biases: list[Floats], sizes: list[int], inputs: int, name: str) -> None:
    good = len(sizes) >= 2 and sizes[0] == inputs and sizes[-1] == OUTPUTS
    for number, (matrix, bias) in enumerate(zip(matrices, biases, strict=True)):
        good = good and matrix.shape == (sizes[number], sizes[number + 1]) and bias.shape == (sizes[number + 1],)
        good = good and bool(np.isfinite(matrix).all()) and bool(np.isfinite(bias).all())
    if not good:
        raise WeightsError(f"{name} is damaged: its matrices do not fit the features and each other")


def load_network(path: Path) -> Network:
    """Read a weights file from disk."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise WeightsError(f"the weights {path} cannot be read: {error.strerror or error}") from None
    return network_from(data, str(path))


def rows_array(rows: list[bytes]) -> Bytes:
    """Rows of bytes as an array."""
    return np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(len(rows), -1)
