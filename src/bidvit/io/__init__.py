"""Points from files and results into files, block by block, so that memory needed is known.

A source is opened by its ending and says which columns it has; `read_points` makes a matrix of the
numeric ones. Tables are read and written by pyarrow, chunked arrays by zarr, images by Pillow: all
come with ``pip install "bidvit[io]"``.
"""

from bidvit.io.reading import FileRows, Points, read_points
from bidvit.io.sources import Block, Source, open_source
from bidvit.io.writing import check_output, open_array, open_table

__all__ = [
    "Block",
    "FileRows",
    "Points",
    "Source",
    "check_output",
    "open_array",
    "open_source",
    "open_table",
    "read_points",
]
