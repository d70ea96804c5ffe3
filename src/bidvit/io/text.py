"""CSV and TSV as sources, from files and the standard input, read by pyarrow block by block."""

from __future__ import annotations

import codecs
import shutil
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from bidvit.io.sources import BLOCK, Source
from bidvit.io.tables import TableSource, is_number, readable, require_exact
from bidvit.selection.extras import import_extra

if TYPE_CHECKING:
    from collections.abc import Iterator

# pyarrow reads up to 32 blocks of text ahead, so they are small.
_BLOCK_OF_TEXT = 1 << 20  # bytes


@dataclass(frozen=True)
class _Text:
    """A file of lines and how they are to be read."""

    file: Path | IO[bytes]
    start: bytes  # up to BLOCK bytes
    delimiter: str
    point: str = "."
    names: tuple[str, ...] | None = None  # None: the first line has them

    @property
    def first_line(self) -> bytes:
        """The first line that is not empty."""
        return next((line for line in self.start.splitlines() if line.strip()), b"")

    def read(
        self, columns: list[str] | None = None, types: dict[str, Any] | None = None
    ) -> Iterator[Any]:
        """Yield record batches of about BLOCK bytes."""
        arrow = import_extra("pyarrow")
        # Several times the length of a line, for none must be longer than a block.
        size = max(_BLOCK_OF_TEXT, 8 * len(self.first_line))
        parts, n_bytes = [], 0
        with _open_stream(self.file) as stream, self._open(stream, size, columns, types) as reader:
            for batch in reader:
                parts.append(batch)
                n_bytes += batch.nbytes
                if n_bytes >= BLOCK:
                    yield from arrow.Table.from_batches(parts).combine_chunks().to_batches()
                    parts, n_bytes = [], 0
        if parts:
            yield from arrow.Table.from_batches(parts).combine_chunks().to_batches()

    @cached_property
    def schema(self) -> Any:
        """The columns and their types, guessed from the start."""
        # Where the start is not all there is, its last line may be cut: it is in the second block.
        size = BLOCK if len(self.start) < BLOCK else BLOCK // 2
        stream = import_extra("pyarrow").BufferReader(self.start)
        with self._open(stream, size) as reader:
            return reader.schema

    def _open(
        self,
        stream: Any,
        size: int,
        columns: list[str] | None = None,
        types: dict[str, Any] | None = None,
    ) -> Any:
        csv = import_extra("pyarrow.csv")
        return csv.open_csv(
            stream,
            read_options=csv.ReadOptions(block_size=size, column_names=self.names),
            parse_options=csv.ParseOptions(delimiter=self.delimiter, newlines_in_values=True),
            convert_options=csv.ConvertOptions(
                column_types=types, include_columns=columns, decimal_point=self.point
            ),
        )


@contextmanager
def _open_stream(file: Path | IO[bytes]) -> Iterator[Any]:
    arrow = import_extra("pyarrow")
    if isinstance(file, Path):
        with arrow.input_stream(str(file), compression="detect") as stream:
            yield stream
    else:
        # Not to be closed: it is read again.
        file.seek(0)
        yield arrow.PythonFile(file, mode="r")


def open_stdin() -> Source:
    """Put the standard input, which is read once only, into a file without a name."""
    stored = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the source
    shutil.copyfileobj(sys.stdin.buffer, stored)
    if stored.tell() == 0:
        raise ValueError("the standard input is empty")
    return open_text(stored, "-", ".csv")


def open_text(file: Path | IO[bytes], path: str, ending: str) -> Source:
    """Open lines of values; what separates them, the ending says, or semicolons in the first line.

    Types are guessed from the first block: whole numbers there may be others further on, and where
    there is nothing there may be something. To be read alone, all of these are floats; to be
    written again as they are, they need a look at all lines.
    """
    arrow = import_extra("pyarrow")
    with readable(path, ending):
        text = _find_format(file, path, ending)
        schema = text.schema
    guessed = {field.name: field.type for field in schema}
    whole = [field.name for field in schema if arrow.types.is_integer(field.type)]
    empty = [field.name for field in schema if arrow.types.is_null(field.type)]
    if len(empty) == len(schema):
        with readable(path, ending):
            if not any(batch.num_rows for batch in text.read()):
                raise ValueError(f"{path} is empty: it has no rows")
    settled: dict[str, Any] = {}

    def read(columns: list[str] | None) -> Iterator[Any]:
        if not columns and not settled:
            settled.update(_settle_types(text, whole, empty))
        types = dict.fromkeys((*whole, *empty), arrow.float64()) if columns else settled
        for batch in text.read(columns, guessed | types):
            for name in whole:
                if columns and name in columns:
                    require_exact(path, name, batch.column(name))
            yield batch

    return TableSource(path, ending, schema, None, read)


def _find_format(file: Path | IO[bytes], path: str, ending: str) -> _Text:
    with _open_stream(file) as stream:
        start = stream.read(BLOCK)
    text = _Text(file, start, "\t" if ending.startswith(".tsv") else ",")
    first = text.first_line
    if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise ValueError(f"{path} must be text in UTF-8, got UTF-16: save it as UTF-8")
    cells = first.decode(errors="replace").split(";")
    # Commas may be there too, in numbers.
    are_semicolons = b"," not in first or all(_is_number(cell.replace(",", ".")) for cell in cells)
    if text.delimiter == "," and len(cells) > 1 and are_semicolons:
        text = replace(text, delimiter=";")
    names = text.schema.names
    if all(_is_number(name) or _is_number(name.replace(",", ".")) for name in names):
        # The first line is not one of names, but a row.
        text = replace(text, names=tuple(f"x{j}" for j in range(len(names))))
    if text.delimiter == ";":
        # Then numbers may be written as 0,5.
        others = replace(text, point=",")
        text = max(text, others, key=_count_numbers)
    return text


def _count_numbers(text: _Text) -> int:
    return sum(is_number(field.type) for field in text.schema)


def _settle_types(text: _Text, whole: list[str], empty: list[str]) -> dict[str, Any]:
    """Return the types of columns as they are, from one pass over all lines."""
    arrow = import_extra("pyarrow")
    broken = set()
    if whole:
        for batch in text.read(whole, dict.fromkeys(whole, arrow.float64())):
            for name in whole:
                values = batch.column(name).to_numpy(zero_copy_only=False)
                if (values[np.isfinite(values)] % 1).any():
                    broken.add(name)
    of_whole = {name: arrow.float64() if name in broken else arrow.int64() for name in whole}
    return of_whole | dict.fromkeys(empty, arrow.string())


def _is_number(name: str) -> bool:
    try:
        float(name)
    except ValueError:
        return False
    return True
