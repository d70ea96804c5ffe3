"""Results into files, block by block: whole or not at all, whatever happens on the way."""

from __future__ import annotations

import csv as text
import io
import os
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit.io.sources import TABLES, ending_of
from bidvit.io.tables import is_list
from bidvit.selection.extras import import_extra
from bidvit.unfinished import make_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

Array = npt.NDArray[Any]

WRITABLE = (".npy", *TABLES)


def check_output(
    path: str | PathLike[str], *, force: bool = False, endings: tuple[str, ...] = WRITABLE
) -> Path:
    """Return the path if a file can be written there; to be asked before any work begins.

    Parameters
    ----------
    path : str or path
    force : bool, default=False
        Whether a file that is there may be replaced.
    endings : tuple of str, default=WRITABLE
        Of which its name must have one.

    Returns
    -------
    Path

    Examples
    --------
    >>> from bidvit.io import check_output
    >>> check_output("labels.txt", endings=(".npy", ".csv"))
    Traceback (most recent call last):
        ...
    ValueError: output must end in .npy or .csv, got labels.txt
    """
    path = Path(path)
    if ending_of(path) not in endings:
        shown = ", ".join(endings[:-1]) + f" or {endings[-1]}" if len(endings) > 1 else endings[0]
        raise ValueError(f"output must end in {shown}, got {path}")
    if not path.absolute().parent.is_dir():
        raise FileNotFoundError(f"there is no folder {path.parent} to write {path.name} into")
    if not os.access(path.absolute().parent, os.W_OK):
        raise PermissionError(f"no permission to write into {path.absolute().parent}")
    if path.is_dir():
        raise IsADirectoryError(f"output must be a file, got the folder {path}")
    if path.exists() and not force:
        raise FileExistsError(
            f"{path} is there already: choose a new name, or replace it (--force)"
        )
    return path


class TableWriter:
    """Writes record batches of one schema, that of the first."""

    def __init__(self, file: IO[bytes], path: Path) -> None:
        self._file, self._path = file, path
        self._writer: Any = None
        self._sink: Any = None
        self._ending = ending_of(path)

    def write(self, batch: Any) -> None:
        """Write a pyarrow.RecordBatch."""
        if self._writer is None:
            self._writer = self._open(batch.schema)
        self._writer.write_batch(batch)

    def _open(self, schema: Any) -> Any:
        arrow = import_extra("pyarrow")
        if self._ending == ".parquet":
            return import_extra("pyarrow.parquet").ParquetWriter(self._file, schema)
        if self._ending in (".arrow", ".feather"):
            return arrow.ipc.new_file(self._file, schema)
        nested = [field.name for field in schema if is_list(field.type)]
        if nested:
            raise ValueError(
                f"{self._path} cannot hold the lists of column {nested[0]!r}: write .parquet"
            )
        csv = import_extra("pyarrow.csv")
        self._sink = arrow.PythonFile(self._file, mode="w")
        if self._ending.endswith(".gz"):
            self._sink = arrow.CompressedOutputStream(self._sink, "gzip")
        delimiter = "\t" if self._ending.startswith(".tsv") else ","
        # pyarrow would put every name in quotes.
        names = io.StringIO()
        text.writer(names, delimiter=delimiter, lineterminator="\n").writerow(schema.names)
        self._sink.write(names.getvalue().encode())
        options = csv.WriteOptions(
            include_header=False, delimiter=delimiter, quoting_style="needed"
        )
        return csv.CSVWriter(self._sink, schema, write_options=options)

    def close(self) -> None:
        """Write what a file of its kind ends with."""
        if self._writer is not None:
            self._writer.close()
        if self._ending.endswith(".gz") and self._sink is not None:
            self._sink.close()

    def abandon(self, error: BaseException) -> None:
        """Close what is open; if that fails, as on a full disk, the error met before notes it."""
        try:
            self.close()
        except (OSError, ValueError, RuntimeError) as another:
            error.add_note(f"{self._path} could not be closed either: {another}")
        if hasattr(self._writer, "is_open"):
            # Parquet's would try again when it is collected.
            self._writer.is_open = False


@contextmanager
def open_table(path: Path) -> Iterator[TableWriter]:
    """Yield a writer of record batches; the file is there when the block ends without an error.

    Parameters
    ----------
    path : Path
        One that ends in .csv, .tsv, both also with .gz, .parquet, .arrow or .feather. A file that
        is there is replaced: see `check_output`.

    Examples
    --------
    >>> import pathlib, tempfile, pyarrow as pa
    >>> from bidvit.io import open_table
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "labels.csv"
    >>> with open_table(path) as table:
    ...     table.write(pa.record_batch({"row": [0, 1], "cluster": [5, 7]}))
    >>> path.read_text().splitlines()
    ['row,cluster', '0,5', '1,7']
    """
    import_extra("pyarrow")
    # pyarrow closes what it is given.
    with make_file(path) as file, os.fdopen(os.dup(file.fileno()), "wb") as out:
        writer = TableWriter(out, path)
        try:
            yield writer
            writer.close()
        except BaseException as error:
            writer.abandon(error)
            raise


class ArrayWriter:
    """Writes the rows of an array, part by part."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._n_rows = 0
        self._kind: tuple[np.dtype[Any], tuple[int, ...]] | None = None

    def write(self, rows: Array) -> None:
        """Write the next rows; all must have the type and the width of the first."""
        if self._kind is None:
            self._kind = rows.dtype, rows.shape[1:]
            self._write_header()
        self._file.write(np.ascontiguousarray(rows).data)
        self._n_rows += len(rows)

    def _write_header(self) -> None:
        """Write how many rows there are; the room for it is the same for any number."""
        assert self._kind is not None
        dtype, width = self._kind
        shape = (self._n_rows, *width)
        description = {
            "descr": np.lib.format.dtype_to_descr(dtype),
            "fortran_order": False,
            "shape": shape,
        }
        np.lib.format.write_array_header_2_0(self._file, description)

    def close(self) -> None:
        """Go back and say how many rows it came to."""
        if self._kind is not None:
            self._file.seek(0)
            self._write_header()


@contextmanager
def open_array(path: Path) -> Iterator[ArrayWriter]:
    """Yield a writer of .npy files; the file is there when the block ends without an error.

    Parameters
    ----------
    path : Path
        A file that is there is replaced: see `check_output`.

    Examples
    --------
    >>> import pathlib, tempfile, numpy as np
    >>> from bidvit.io import open_array
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "labels.npy"
    >>> with open_array(path) as array:
    ...     for k in range(3):
    ...         array.write(np.full(2, k))
    >>> np.load(path)
    array([0, 0, 1, 1, 2, 2])
    """
    with make_file(path) as file:
        writer = ArrayWriter(file)
        yield writer
        writer.close()
