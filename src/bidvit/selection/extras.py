"""Optional packages: imported when needed, and named with the way to get them when missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

# Which extra of bidvit brings which package.
_EXTRAS = {
    "PIL.Image": "io",
    "PIL.ImageOps": "io",
    "anyio": "explore",
    "anywidget": "explore",
    "dask": "dask",
    "dimod": "quantum",
    "distributed": "dask",
    "distributed.protocol.pickle": "dask",
    "dwave.cloud": "quantum",
    "dwave.embedding": "quantum",
    "dwave.preprocessing": "quantum",
    "dwave.samplers": "quantum",
    "dwave.system": "quantum",
    "minorminer": "quantum",
    "minorminer.busclique": "quantum",
    "matplotlib.figure": "plot",
    "networkx": "graph",
    "pyarrow": "io",
    "pyarrow.compute": "io",
    "pyarrow.csv": "io",
    "pyarrow.interchange": "io",
    "pyarrow.parquet": "io",
    "starlette.applications": "explore",
    "starlette.concurrency": "explore",
    "starlette.responses": "explore",
    "starlette.routing": "explore",
    "traitlets": "explore",
    "uvicorn": "explore",
    "uvicorn.protocols.http.h11_impl": "explore",
    "zarr": "io",
}


def import_extra(module: str) -> Any:
    """Import a module of an optional package.

    Parameters
    ----------
    module : str
        One that an extra of bidvit brings.

    Returns
    -------
    module

    Raises
    ------
    ImportError
        With the way to install what is missing.
    """
    extra = _EXTRAS[module]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not module.startswith(error.name):
            raise
        raise ImportError(
            f'this needs the package {error.name}: pip install "bidvit[{extra}]"', name=error.name
        ) from error
