"""Finds and loads the kernel, a shared library beside this file or in the compiled build in use. If it is missing
or does not fit, `library()` is None and `why_not()` says why; then the Python rules play everything."""

import ctypes
from functools import cache
from pathlib import Path
from typing import Any, Final

from tiefenthal.engine.build.sources import HERE
from tiefenthal.engine.build.switch import in_use

INTERFACE: Final = 2
"""The version this side expects; batch.c has the other. Increase both with every change of the interface."""
LIBRARY: Final = "rl/kernel/kernel.so"
"""Its place in the package."""

_PLAIN: Final = ctypes.c_void_p


class Buffers(ctypes.Structure):
    """The arrays that the kernel writes to, as batch.c names them."""

    _fields_ = tuple(
        (name, ctypes.c_void_p)
        for name in (
            "observations", "masks", "seats", "scores", "episodes", "ended", "ended_scores", "ended_winners",
        )
    )  # fmt: skip


def load(path: Path) -> Any:
    """The library of this file, its functions declared; OSError, with the reason, where that is not possible."""
    if not path.exists():
        raise OSError("there is no kernel here: `make compiled` builds one")
    loaded = ctypes.CDLL(str(path))
    try:
        found = loaded.tiefenthal_interface()
    except AttributeError:
        raise OSError(f"{path.name} is not a kernel of this game") from None
    if found != INTERFACE:
        raise OSError(f"the kernel has interface {found}, and {INTERFACE} is wanted: `make compiled` builds it again")
    loaded.tiefenthal_figures.restype = ctypes.c_char_p
    loaded.tiefenthal_figures.argtypes = []
    loaded.tiefenthal_new.restype = ctypes.c_void_p
    loaded.tiefenthal_new.argtypes = [
        _PLAIN, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_int, ctypes.POINTER(Buffers),
        ctypes.POINTER(ctypes.c_char_p),
    ]  # fmt: skip
    loaded.tiefenthal_free.restype = None
    loaded.tiefenthal_free.argtypes = [_PLAIN]
    loaded.tiefenthal_begin.restype = ctypes.c_int32
    loaded.tiefenthal_begin.argtypes = [_PLAIN, ctypes.c_char_p, ctypes.c_int64]
    loaded.tiefenthal_step.restype = ctypes.c_int32
    loaded.tiefenthal_step.argtypes = [_PLAIN, _PLAIN]
    loaded.tiefenthal_choose.restype = None
    loaded.tiefenthal_choose.argtypes = [_PLAIN, _PLAIN, _PLAIN]
    loaded.tiefenthal_log.restype = ctypes.c_int64
    loaded.tiefenthal_log.argtypes = [
        _PLAIN, ctypes.c_int64, ctypes.c_int, ctypes.POINTER(ctypes.POINTER(ctypes.c_int32)),
    ]  # fmt: skip
    return loaded


def place() -> Path:
    """Where it should be."""
    build = in_use()
    if build is not None and LIBRARY in build.libraries:
        return build.folder / build.libraries[LIBRARY]
    return HERE / LIBRARY


@cache
def _found() -> tuple[Any, str]:
    try:
        return load(place()), ""
    except OSError as error:
        return None, str(error)


def library() -> Any:
    """The kernel, or None."""
    return _found()[0]


def why_not() -> str:
    """Why there is none; empty where there is one."""
    return _found()[1]
