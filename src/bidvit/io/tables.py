"""Tables as sources, read by pyarrow batch by batch: Parquet, Arrow, Feather; `text` has CSV."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit.io.sources import BLOCK, Block, Source
from bidvit.selection.extras import import_extra

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

Array = npt.NDArray[Any]

_EXACT = 2**53  # float64 holds whole numbers up to here


class TableBlock(Block):
    """A batch of rows."""

    def __init__(self, path: str, batch: Any, widths: dict[str, int]) -> None:
        self._path, self._batch, self._widths = path, batch, widths

    def __len__(self) -> int:
        return int(self._batch.num_rows)

    def matrix(self, columns: Sequence[str], dtype: np.dtype[Any]) -> Array:
        """Return numeric columns side by side, lists spread out; NaN where a value is missing."""
        widths = [self._widths.get(name, 1) for name in columns]
        matrix = np.empty((len(self), sum(widths)), dtype)
        begin = 0
        for name, width in zip(columns, widths, strict=True):
            values = self._batch.column(name)
            if name in self._widths:
                matrix[:, begin : begin + width] = self._spread(name, values, width)
            else:
                matrix[:, begin] = to_floats(self._path, name, values)
            begin += width
        return matrix

    def _spread(self, name: str, lists: Any, width: int) -> Array:
        arrow = import_extra("pyarrow")
        spread = np.full((len(lists), width), np.nan)
        valid = np.asarray(lists.is_valid())
        present = lists.drop_null()
        if not arrow.types.is_fixed_size_list(lists.type):
            lengths = np.asarray(present.value_lengths())
            if (lengths != width).any():
                raise ValueError(
                    f"{self._path} must have lists of one length in column {name!r}, got "
                    f"{width} and {lengths[lengths != width][0]} values"
                )
        spread[valid] = to_floats(self._path, name, present.flatten()).reshape(-1, width)
        return spread

    def column(self, name: str) -> Array:
        """Return one column as it is."""
        return np.asarray(self._batch.column(name).to_numpy(zero_copy_only=False))

    def to_arrow(self) -> Any:
        """Return the batch."""
        return self._batch


class TableSource(Source):
    """Record batches of one schema, which can be read again and again."""

    def __init__(
        self,
        path: str,
        kind: str,
        schema: Any,
        n_rows: int | None,
        read: Callable[[list[str] | None], Iterator[Any]],
    ) -> None:
        self.path, self.n_rows = path, n_rows
        self._kind, self._schema, self._read = kind, schema, read
        self.names = list(schema.names)
        self._widths: dict[str, int] = {}
        if n_rows == 0:
            raise ValueError(f"{path} is empty: it has no rows")
        self._measure_lists()

    def _measure_lists(self) -> None:
        """Find out how long lists are: for those of fixed size their type says so."""
        arrow = import_extra("pyarrow")
        unknown = []
        for field in self._schema:
            if not is_list(field.type) or not is_number(field.type.value_type):
                continue
            if arrow.types.is_fixed_size_list(field.type):
                self._widths[field.name] = int(field.type.list_size)
            else:
                unknown.append(field.name)
        for batch in self._batches(unknown) if unknown else ():
            for name in [name for name in unknown if batch.column(name).null_count < len(batch)]:
                self._widths[name] = len(batch.column(name).drop_null()[0])
                unknown.remove(name)
            if not unknown:
                break

    @property
    def numeric(self) -> list[str]:
        """The columns that hold numbers, or lists of them; not those pandas keeps its index in.

        In CSV that is a column without a name.
        """
        pandas = self._schema.pandas_metadata or {}
        index = {name for name in pandas.get("index_columns", ()) if isinstance(name, str)} | {""}
        return [
            field.name
            for field in self._schema
            if field.name not in index
            and (is_number(field.type) or self._widths.get(field.name, 0) > 0)
        ]

    def features(self, columns: Sequence[str]) -> list[str]:
        """Return the names of the features: several for a column of lists."""
        names: list[str] = []
        for name in columns:
            kind = self._schema.field(name).type
            if name in self._widths:
                names += [f"{name}[{j}]" for j in range(self._widths[name])]
            elif is_number(kind) or str(kind) == "null":
                names.append(name)
            else:
                raise ValueError(f"{self.path} must have numbers in column {name!r}, got {kind}")
        return names

    def dtype(self, columns: Sequence[str]) -> np.dtype[Any]:
        """Return float32 where that holds all columns without loss, else float64."""
        kinds = [self._schema.field(name).type for name in columns]
        narrow = all(str(kind.value_type if is_list(kind) else kind) in _NARROW for kind in kinds)
        return np.dtype(np.float32 if narrow else np.float64)

    def blocks(self, columns: Sequence[str] | None = None) -> Iterator[Block]:
        """Yield the rows, batch by batch."""
        for name in self.names if columns is None else ():
            self.find(name)  # raises if there are two of the name
        n_seen = 0
        for batch in self._batches(None if columns is None else list(dict.fromkeys(columns))):
            n_seen += batch.num_rows
            if batch.num_rows:
                yield TableBlock(self.path, batch, self._widths)
        if n_seen == 0:
            raise ValueError(f"{self.path} is empty: it has no rows")

    def _batches(self, columns: list[str] | None) -> Iterator[Any]:
        with readable(self.path, self._kind):
            yield from self._read(columns)


_NARROW = ("float", "halffloat", "int8", "uint8", "int16", "uint16", "bool")


def is_number(kind: Any) -> bool:
    """Whether values of this Arrow type are numbers."""
    types = import_extra("pyarrow").types
    return bool(
        types.is_integer(kind)
        or types.is_floating(kind)
        or types.is_boolean(kind)
        or types.is_decimal(kind)
    )


def is_list(kind: Any) -> bool:
    """Whether values of this Arrow type are lists."""
    types = import_extra("pyarrow").types
    return bool(types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind))


def to_floats(path: str, name: str, values: Any) -> Array:
    """Return numbers of Arrow as floats, NaN where one is missing; without loss or not at all."""
    types = import_extra("pyarrow").types
    if types.is_int64(values.type) or types.is_uint64(values.type):
        require_exact(path, name, values)
    if types.is_decimal(values.type) or types.is_boolean(values.type) or types.is_null(values.type):
        values = values.cast("float64" if not types.is_boolean(values.type) else "uint8")
    return np.asarray(values.to_numpy(zero_copy_only=False))


def require_exact(path: str, name: str, values: Any) -> None:
    """Raise if whole numbers of Arrow are such that float64 does not hold them exactly."""
    found = import_extra("pyarrow.compute").min_max(values).as_py()
    if max(abs(found["min"] or 0), abs(found["max"] or 0)) > _EXACT:
        raise ValueError(
            f"{path} has whole numbers beyond 2**53 in column {name!r}, which float64 does "
            "not hold exactly: convert or shift them, or leave the column out"
        )


def flatten_table(table: Any) -> Any:
    """Return a table of Arrow whose columns are all plain numbers, float32 or float64.

    Raises TypeError if a column is something else, ValueError if lists differ in length.
    """
    arrow = import_extra("pyarrow")

    def read(columns: list[str] | None) -> Iterator[Any]:
        return iter((table if columns is None else table.select(columns)).to_batches())

    if table.num_rows == 0 or table.num_columns == 0:
        raise ValueError(
            "X must have at least one row and one column, got shape "
            f"{(table.num_rows, table.num_columns)}"
        )
    if len(set(table.column_names)) < table.num_columns:
        raise ValueError("X must have columns of different names")
    source = TableSource("X", "a table", table.schema, table.num_rows, read)
    numeric = source.numeric
    for field in table.schema:
        if field.name not in numeric:
            raise TypeError(f"X must be numbers, got {field.type} in column {field.name!r}")
    dtype = source.dtype(numeric)
    blocks = [block.matrix(numeric, dtype) for block in source.blocks()]
    matrix = blocks[0] if len(blocks) == 1 else np.concatenate(blocks)
    return arrow.table(dict(zip(source.features(numeric), matrix.T, strict=True)))


@contextmanager
def readable(path: str, kind: str) -> Iterator[None]:
    """Turn what pyarrow says of a file into an error that names the file."""
    arrow = import_extra("pyarrow")
    try:
        yield
    except (arrow.ArrowException, UnicodeDecodeError, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None and error.filename is not None:
            raise
        raise ValueError(f"{path} cannot be read as {kind}: {error}") from error


def open_table_source(path: Path, ending: str) -> Source:
    """Open a table with a schema by its ending."""
    with readable(str(path), ending):
        return _open_parquet(path) if ending == ".parquet" else _open_ipc(path, ending)


def _open_parquet(path: Path) -> Source:
    parquet = import_extra("pyarrow.parquet")
    with parquet.ParquetFile(path) as file:
        schema, n_rows = file.schema_arrow, file.metadata.num_rows
        n_leaves = file.metadata.num_columns

    def read(columns: list[str] | None) -> Iterator[Any]:
        at_once = max(1, BLOCK // (8 * max(1, n_leaves)))
        # With a buffer, all columns of all row groups would be held until the end.
        with parquet.ParquetFile(path, pre_buffer=False) as file:
            yield from file.iter_batches(at_once, columns=columns)

    return TableSource(str(path), ".parquet", schema, n_rows, read)


def _open_ipc(path: Path, ending: str) -> Source:
    """Arrow's file format, which Feather is too, or its stream format."""
    arrow = import_extra("pyarrow")
    with arrow.memory_map(str(path)) as mapped:
        start = mapped.read(6)
        is_file = start == b"ARROW1"
        if start.startswith(b"FEA1"):
            raise ValueError(f"{path} is Feather of version 1, as long ago: write it as version 2")
        mapped.seek(0)
        if is_file:
            with arrow.ipc.open_file(mapped) as reader:
                schema = reader.schema
                sizes = (reader.get_batch(i).num_rows for i in range(reader.num_record_batches))
                n_rows: int | None = sum(sizes)
        else:
            with arrow.ipc.open_stream(mapped) as reader:
                schema, n_rows = reader.schema, None

    def read(columns: list[str] | None) -> Iterator[Any]:
        for batch in _read_file(path) if is_file else _read_stream(path):
            chosen = batch if columns is None else batch.select(columns)
            step = max(1, BLOCK * max(1, len(chosen)) // max(1, chosen.nbytes))
            for begin in range(0, len(chosen), step):
                yield chosen.slice(begin, step)

    return TableSource(str(path), ending, schema, n_rows, read)


def _read_file(path: Path) -> Iterator[Any]:
    arrow = import_extra("pyarrow")
    n_batches, i = 1, 0
    while i < n_batches:
        # Mapped anew for each batch: what was read before is no longer held.
        with arrow.memory_map(str(path)) as mapped, arrow.ipc.open_file(mapped) as reader:
            n_batches = reader.num_record_batches
            if n_batches:
                yield reader.get_batch(i)
        i += 1


def _read_stream(path: Path) -> Iterator[Any]:
    arrow = import_extra("pyarrow")
    with arrow.OSFile(str(path)) as file, arrow.ipc.open_stream(file) as reader:
        yield from reader
