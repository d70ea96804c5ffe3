"""Points from files as numpy, pandas, polars and pyarrow write them."""

import gzip
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
import zarr
from PIL import Image

import bidvit
from bidvit.io import check_output, open_array, open_source, open_table, read_points
from bidvit.io.sources import TABLES

X = np.random.default_rng(0).normal(size=(20, 3))
FRAME = {"x": X[:, 0], "y": X[:, 1], "z": X[:, 2]}


def csv_of(text, path):
    path.write_text(text)
    return path


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int16, np.uint8])
def test_arrays(dtype, tmp_path):
    points = (10 * X).astype(dtype)
    np.save(tmp_path / "a.npy", points)
    np.savez(tmp_path / "one.npz", points)
    np.savez_compressed(tmp_path / "some.npz", Y=X[:2], X=points)
    zarr.save(str(tmp_path / "a.zarr"), points)
    for path in ("a.npy", "one.npz", "some.npz", "a.zarr"):
        read = read_points(tmp_path / path)
        assert read.X.dtype == dtype
        assert read.X.tolist() == points.tolist()
        assert read.features == ["x0", "x1", "x2"]
    assert len(read_points(tmp_path / "some.npz", array="Y").X) == 2


def test_arrays_are_mapped_not_read(tmp_path):
    np.save(tmp_path / "a.npy", X)
    assert isinstance(read_points(tmp_path / "a.npy").X, np.memmap)


def test_arrays_beside_the_points_are_columns(tmp_path):
    y = np.arange(20)
    np.savez(tmp_path / "a.npz", X=X, y=y, other=y[:3], names=y.astype(str))
    group = zarr.open_group(str(tmp_path / "a.zarr"), mode="w")
    group.create_array("X", data=X, chunks=(7, 3))
    group.create_array("y", data=y)
    for path in ("a.npz", "a.zarr"):
        points = read_points(tmp_path / path, columns=["x2", "0"], others=["y"])
        assert points.X.tolist() == X[:, [2, 0]].tolist()
        assert points.columns == ["x2", "x0"]
        assert points.others["y"].tolist() == y.tolist()
    assert read_points(tmp_path / "a.npz", others=["names"]).others["names"].tolist() == [
        str(k) for k in y
    ]


def test_tables(tmp_path):
    pd.DataFrame(FRAME).to_csv(tmp_path / "pandas.csv", index=False)
    pd.DataFrame(FRAME).to_csv(tmp_path / "pandas.tsv.gz", index=False, sep="\t")
    pd.DataFrame(FRAME).to_parquet(tmp_path / "pandas.parquet")
    pd.DataFrame(FRAME).to_feather(tmp_path / "pandas.feather")
    pl.DataFrame(FRAME).write_csv(tmp_path / "polars.csv")
    pl.DataFrame(FRAME).write_parquet(tmp_path / "polars.parquet")
    pl.DataFrame(FRAME).write_ipc(tmp_path / "polars.arrow", compression="lz4")
    pl.DataFrame(FRAME).write_ipc_stream(tmp_path / "stream.arrow")
    np.savetxt(tmp_path / "plain.csv", X, delimiter=",", fmt="%.17g")
    (tmp_path / "zipped.csv.gz").write_bytes(gzip.compress((tmp_path / "pandas.csv").read_bytes()))
    for path in tmp_path.iterdir():
        read = read_points(path)
        assert read.X.dtype == np.float64
        assert read.X.tolist() == X.tolist(), path.name
        assert read.features == (["x0", "x1", "x2"] if path.name == "plain.csv" else list("xyz"))
        assert read.left_out == []
        assert read.n_rows == 20


def test_images(tmp_path):
    pixels = np.random.default_rng(0).integers(0, 256, (4, 5, 3), np.uint8)
    Image.fromarray(pixels).save(tmp_path / "a.png")
    points = read_points(tmp_path / "a.png")
    assert points.X.tolist() == pixels.reshape(-1, 3).tolist()
    assert points.features == ["R", "G", "B"]
    Image.fromarray(pixels).convert("P").save(tmp_path / "p.png")
    assert read_points(tmp_path / "p.png").X.shape == (20, 3)
    Image.fromarray(pixels[:, :, 0]).save(tmp_path / "grey.png")
    assert read_points(tmp_path / "grey.png").features == ["L"]


def test_types_of_columns(tmp_path):
    pl.DataFrame({"a": np.float32([1, 2]), "b": np.uint8([3, 4])}).write_parquet(
        tmp_path / "narrow.parquet"
    )
    assert read_points(tmp_path / "narrow.parquet").X.dtype == np.float32
    path = csv_of("a,b,c\n1,2,true\n3,4,false\n", tmp_path / "whole.csv")
    assert read_points(path).X.tolist() == [[1, 2, 1], [3, 4, 0]]
    pl.DataFrame({"a": ["1.5", "2.25"]}).cast(pl.Decimal(10, 2)).write_parquet(
        tmp_path / "decimal.parquet"
    )
    assert read_points(tmp_path / "decimal.parquet").X.tolist() == [[1.5], [2.25]]


def test_columns_are_chosen(tmp_path):
    pl.DataFrame(FRAME | {"name": ["a"] * 20}).write_parquet(tmp_path / "a.parquet")
    points = read_points(tmp_path / "a.parquet")
    assert (points.features, points.left_out) == (["x", "y", "z"], ["name"])
    points = read_points(tmp_path / "a.parquet", columns=["z", "0"], others=["y", "name"])
    assert points.X.tolist() == X[:, [2, 0]].tolist()
    assert points.left_out == []
    assert points.others["y"].tolist() == X[:, 1].tolist()
    assert points.others["name"].tolist() == ["a"] * 20
    for columns, message in [
        (["w"], "has no column 'w', only x, y, z, name"),
        (["7"], "has no column '7'"),
        (["x", "0"], "columns must not repeat, got 'x'"),
        (["name"], "must have numbers in column 'name', got"),
    ]:
        with pytest.raises(ValueError, match=message):
            read_points(tmp_path / "a.parquet", columns=columns)


def test_the_index_of_pandas_is_no_coordinate(tmp_path):
    pd.DataFrame(FRAME).iloc[[3, 1, 7]].to_parquet(tmp_path / "a.parquet")
    points = read_points(tmp_path / "a.parquet")
    assert points.features == ["x", "y", "z"]
    assert points.left_out == ["__index_level_0__"]


def test_columns_of_one_name(tmp_path):
    path = csv_of("x,x,y\n1,2,3\n4,5,6\n", tmp_path / "a.csv")
    assert read_points(path, columns=["y"]).X.tolist() == [[3], [6]]
    for columns in (["0"], ["x"], None):
        with pytest.raises(ValueError, match="has 2 columns called 'x'"):
            read_points(path, columns=columns)
    with pytest.raises(ValueError, match="has 2 columns called 'x'"):
        list(open_source(path).blocks())


@pytest.mark.parametrize("kind", ["fixed", "pandas"])
def test_columns_of_lists(kind, tmp_path):
    lists = X.astype(np.float32)
    if kind == "fixed":
        frame = pl.DataFrame(
            {"w": np.ones(20), "e": pl.Series(lists, dtype=pl.Array(pl.Float32, 3))}
        )
        frame.write_parquet(tmp_path / "a.parquet")
    else:
        pd.DataFrame({"w": np.ones(20), "e": list(lists)}).to_parquet(tmp_path / "a.parquet")
    points = read_points(tmp_path / "a.parquet", columns=["e"])
    assert points.X.dtype == np.float32
    assert points.X.tolist() == lists.tolist()
    assert points.features == ["e[0]", "e[1]", "e[2]"]
    assert read_points(tmp_path / "a.parquet").X.shape == (20, 4)


def test_lists_with_something_missing(tmp_path):
    lists = [[1.0, 2.0], None, [3.0, None], [5.0, 6.0]]
    for kind in (pl.Array(pl.Float64, 2), pl.List(pl.Float64)):
        pl.DataFrame({"e": pl.Series(lists, dtype=kind)}).write_parquet(tmp_path / "a.parquet")
        points = read_points(tmp_path / "a.parquet", drop_missing=True)
        assert points.X.tolist() == [[1, 2], [5, 6]]
        assert points.dropped.tolist() == [1, 2]
    pl.DataFrame({"e": [[1.0, 2.0], [3.0]]}).write_parquet(tmp_path / "a.parquet")
    with pytest.raises(
        ValueError, match="must have lists of one length in column 'e', got 2 and 1"
    ):
        read_points(tmp_path / "a.parquet")


def test_missing_values(tmp_path):
    path = csv_of("a,b,w\n1,2,1\n,4,1\n5,inf,1\n6,7,\n8,9,1\n", tmp_path / "holes.csv")
    with pytest.raises(
        ValueError,
        match=r"missing or infinite values in 2 of 5 rows, in a, b: rows 1, 2, counted from 0",
    ):
        read_points(path, columns=["a", "b"])
    points = read_points(path, columns=["a", "b"], others=["w"], drop_missing=True)
    assert points.X.tolist() == [[1, 2], [8, 9]]
    assert points.dropped.tolist() == [1, 2, 3]
    assert points.others["w"].tolist() == [1, 1]
    assert points.n_rows == 5
    with pytest.raises(ValueError, match="values in every row"):
        read_points(
            csv_of("a\nnan\nnan\n", tmp_path / "none.csv"), columns=["a"], drop_missing=True
        )


@pytest.mark.parametrize("ending", [".npy", ".npz", ".zarr", ".csv", ".parquet"])
def test_missing_values_in_any_block(ending, tmp_path, monkeypatch):
    # Blocks of a few rows, so that rows are counted across them.
    monkeypatch.setattr("bidvit.io.sources.BLOCK", 200)
    monkeypatch.setattr("bidvit.io.tables.BLOCK", 200)
    monkeypatch.setattr("bidvit.io.text.BLOCK", 200)
    monkeypatch.setattr("bidvit.io.text._BLOCK_OF_TEXT", 200)
    points = np.arange(300.0).reshape(100, 3)
    points[[0, 41, 99], [2, 0, 1]] = np.nan
    path = tmp_path / f"a{ending}"
    {
        ".npy": lambda: np.save(path, points),
        ".npz": lambda: np.savez(path, X=points),
        ".zarr": lambda: zarr.create_array(str(path), data=points, chunks=(4, 3)),
        ".csv": lambda: pl.DataFrame(points).fill_nan(None).write_csv(path),
        ".parquet": lambda: pl.DataFrame(points).write_parquet(path),
    }[ending]()
    assert len(list(open_source(path).blocks())) > 3
    kept = np.delete(np.arange(100), [0, 41, 99])
    found = read_points(path, drop_missing=True)
    assert found.dropped.tolist() == [0, 41, 99]
    assert found.X.tolist() == points[kept].tolist()
    with pytest.raises(ValueError, match=r"in 3 of 100 rows.*: rows 0, 41, 99, counted from 0"):
        read_points(path)


def test_types_in_csv_are_those_of_all_rows(tmp_path, monkeypatch):
    # The first block has whole numbers, or nothing, where later ones have others.
    monkeypatch.setattr("bidvit.io.text.BLOCK", 100)
    monkeypatch.setattr("bidvit.io.text._BLOCK_OF_TEXT", 100)
    lines = [f"{k},{k},{2**60 + k}," for k in range(50)] + ["50,0.5,7,text"]
    path = csv_of("\n".join(["a,b,id,late", *lines]) + "\n", tmp_path / "a.csv")
    points = read_points(path, columns=["a", "b"])
    assert points.X[-1].tolist() == [50, 0.5]
    blocks = [block.to_arrow() for block in open_source(path).blocks()]
    assert [str(kind) for kind in blocks[0].schema.types] == ["int64", "double", "int64", "string"]
    assert blocks[0]["id"][0].as_py() == 2**60
    assert blocks[-1]["late"].to_pylist()[-1] == "text"
    with pytest.raises(ValueError, match=r"whole numbers beyond 2\*\*53 in column 'id'"):
        read_points(path, columns=["a", "id"])


def test_csv_from_spreadsheets(tmp_path):
    path = csv_of('\ufeffx;y;name\r\n0,5;1;"a; b"\r\n-1,25;2;c\r\n', tmp_path / "commas.csv")
    points = read_points(path)
    assert points.X.tolist() == [[0.5, 1], [-1.25, 2]]
    assert points.left_out == ["name"]
    path = csv_of("x;y\n0.5;1\n", tmp_path / "points.csv")
    assert read_points(path).X.tolist() == [[0.5, 1]]
    path = csv_of("0,5;1\n2,5;3\n", tmp_path / "no_names.csv")
    assert read_points(path).X.tolist() == [[0.5, 1], [2.5, 3]]
    path = csv_of('"a;b",c\n1,2\n', tmp_path / "in_quotes.csv")
    assert read_points(path).features == ["a;b", "c"]


def test_the_index_of_pandas_in_csv_is_no_coordinate(tmp_path):
    pd.DataFrame(FRAME).to_csv(tmp_path / "a.csv")
    points = read_points(tmp_path / "a.csv")
    assert (points.features, points.left_out) == (["x", "y", "z"], [""])
    assert read_points(tmp_path / "a.csv", columns=["0"]).X[:, 0].tolist() == list(range(20))


def test_lines_within_quotes_in_any_block(tmp_path, monkeypatch):
    monkeypatch.setattr("bidvit.io.text.BLOCK", 2000)
    monkeypatch.setattr("bidvit.io.text._BLOCK_OF_TEXT", 300)
    rows = "".join(f'{k}.5,"one, {k}\ntwo"\n' for k in range(1000))
    path = csv_of("x,text\n" + rows, tmp_path / "a.csv")
    assert read_points(path).X[:, 0].tolist() == [k + 0.5 for k in range(1000)]
    blocks = list(open_source(path).blocks())
    assert len(blocks) > 3
    assert blocks[-1].to_arrow()["text"][-1].as_py() == "one, 999\ntwo"


def test_long_lines(tmp_path):
    columns = 5_000  # in lines longer than a block
    names, values = (",".join(f"{k}.{k:0300}{end}" for k in range(columns)) for end in ("_", ""))
    path = csv_of(f"{names}\n{values}\n{values}\n", tmp_path / "wide.csv")
    assert read_points(path).X.shape == (2, columns)


@pytest.mark.parametrize("ending", [".csv", ".parquet", ".arrow", "stream.arrow"])
def test_memory_does_not_grow_with_the_file(ending, tmp_path, monkeypatch):
    import pyarrow as pa

    for module in ("sources", "tables", "text"):
        monkeypatch.setattr(f"bidvit.io.{module}.BLOCK", 1 << 18)
    monkeypatch.setattr("bidvit.io.text._BLOCK_OF_TEXT", 1 << 15)
    # 24 MB, in one batch where the format allows that to be read in parts.
    frame = pl.DataFrame(np.random.default_rng(0).random((1_000_000, 3)))
    path = tmp_path / f"a{ending}"
    if ending == ".csv":
        frame.write_csv(path)
    elif ending == ".parquet":
        frame.write_parquet(path, row_group_size=20_000)
    elif ending == ".arrow":
        frame.rechunk().write_ipc(path)
    else:
        with pa.ipc.new_stream(path, frame.to_arrow().schema) as file:
            for batch in frame.to_arrow().to_batches(20_000):
                file.write_batch(batch)
    del frame
    before = pa.total_allocated_bytes()
    most = n_rows = 0
    for block in open_source(path).blocks():
        n_rows += len(block)
        most = max(most, pa.total_allocated_bytes() - before)
        assert len(block) < 100_000
    assert n_rows == 1_000_000
    assert most < 8_000_000


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="memory is read from Linux's /proc"
)
def test_mapped_pages_are_given_back(tmp_path):
    def mapped_kilobytes():
        lines = Path("/proc/self/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("RssFile"))

    np.save(tmp_path / "a.npy", np.ones((10_000_000, 1)))
    before = mapped_kilobytes()
    most = 0
    for block in open_source(tmp_path / "a.npy").blocks():
        assert block.matrix(["x0"], np.dtype(float)).sum() == len(block)
        most = max(most, mapped_kilobytes() - before)
    assert most < 40_000  # of 80 MB


def test_whole_numbers_too_large_for_float64(tmp_path):
    pl.DataFrame({"a": [1, 2**53 + 1]}).write_parquet(tmp_path / "a.parquet")
    with pytest.raises(ValueError, match=r"whole numbers beyond 2\*\*53 in column 'a'"):
        read_points(tmp_path / "a.parquet")


BAD = [
    ("a.csv", b"", ValueError, "a.csv is empty"),
    ("a.csv", b"a,b\n", ValueError, "a.csv is empty: it has no rows"),
    ("a.csv", "a,b\n1,2\n".encode("utf-16"), ValueError, "must be text in UTF-8, got UTF-16"),
    ("a.csv", "ä\n1\n".encode("latin-1"), ValueError, "a.csv cannot be read as .csv: .*utf-8"),
    ("a.feather", b"FEA1" + bytes(20), ValueError, "is Feather of version 1"),
    (
        "a.csv",
        b"a,b\n1,2\n3\n",
        ValueError,
        "a.csv cannot be read as .csv: .*Expected 2 columns, got 1",
    ),
    ("a.csv", b"name,day\nx,2020-01-01\n", ValueError, "has no numeric column, only name, day"),
    ("a.csv", b"a,a\n1,2\n", ValueError, "has 2 columns called 'a'"),
    ("a.csv.gz", b"a,b\n1,2\n", ValueError, "a.csv.gz cannot be read as .csv"),
    ("a.npy", b"", ValueError, r"a.npy is empty"),
    ("a.npy", b"\x93NUMPY\x01\x00junk", ValueError, r"a.npy cannot be read as .npy"),
    ("a.npz", b"PK\x03\x04junk", ValueError, r"a.npz cannot be read as .npz"),
    ("a.parquet", b"PAR1", ValueError, "a.parquet cannot be read as .parquet"),
    ("a.arrow", b"ARROW1junk", ValueError, "a.arrow cannot be read as .arrow"),
    ("a.feather", b"junk", ValueError, "a.feather cannot be read as .feather"),
    ("a.png", b"\x89PNGjunk", ValueError, "a.png cannot be read as an image"),
    ("a.txt", b"1,2", ValueError, r"path must end in .npy, .npz, .zarr, .csv, .* got"),
    ("a", b"1,2", ValueError, r"path must end in"),
]


@pytest.mark.parametrize(("name", "content", "error", "message"), BAD)
def test_files_that_are_none(name, content, error, message, tmp_path):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(error, match=message):
        read_points(tmp_path / name)


@pytest.mark.parametrize("ending", [".parquet", ".arrow", ".npy", ".npz", ".png"])
def test_truncated_files(ending, tmp_path):
    path = tmp_path / f"a{ending}"
    frame = pl.DataFrame(np.random.default_rng(0).random((1000, 3)))
    if ending == ".npz":
        np.savez_compressed(path, frame.to_numpy())
    elif ending == ".npy":
        np.save(path, frame.to_numpy())
    elif ending == ".png":
        Image.effect_noise((64, 64), 50).save(path)
    else:
        (frame.write_parquet if ending == ".parquet" else frame.write_ipc)(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(ValueError, match=f"a{ending} cannot be read as"):
        read_points(path)


def test_paths_and_arrays_that_are_none(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"there is no file .*missing.npy"):
        read_points(tmp_path / "missing.npy")
    with pytest.raises(IsADirectoryError, match="is a folder, not a file"):
        read_points(tmp_path)
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(IsADirectoryError, match=r"is a folder, not a file that ends in .csv"):
        read_points(tmp_path / "folder.csv")
    (tmp_path / "empty.zarr").mkdir()
    with pytest.raises(ValueError, match=r"empty.zarr cannot be read as .zarr"):
        read_points(tmp_path / "empty.zarr")
    np.savez(tmp_path / "some.npz", a=X, b=X)
    with pytest.raises(ValueError, match="has 2 arrays and none is called X: say which of a, b"):
        read_points(tmp_path / "some.npz")
    with pytest.raises(ValueError, match=r"array must be one of a, b in .*, got 'c'"):
        read_points(tmp_path / "some.npz", array="c")
    np.save(tmp_path / "a.npy", X)
    with pytest.raises(ValueError, match=r"array must only be given for an .npz file"):
        read_points(tmp_path / "a.npy", array="a")
    np.save(tmp_path / "a.npy", X[:, 0])
    with pytest.raises(ValueError, match=r"must have two dimensions.*reshape\(-1, 1\)"):
        read_points(tmp_path / "a.npy")
    np.save(tmp_path / "a.npy", np.array([["a"]]))
    with pytest.raises(ValueError, match="must hold numbers, got dtype <U1"):
        read_points(tmp_path / "a.npy")


def test_nothing_is_unpickled(tmp_path):
    np.save(tmp_path / "objects.npy", np.array([{}, []], object), allow_pickle=True)
    with pytest.raises(ValueError, match="cannot be read"):
        read_points(tmp_path / "objects.npy")
    np.savez(tmp_path / "objects.npz", np.array([{}, []], object))
    with pytest.raises(ValueError, match="cannot be read"):
        read_points(tmp_path / "objects.npz")


# Writing


def test_tables_are_written_whole(tmp_path):
    import pyarrow as pa

    batches = [pa.record_batch({"row": [k], "name": [f"n, {k}"]}) for k in range(3)]
    for ending in TABLES:
        path = tmp_path / f"a{ending}"
        with open_table(path) as table:
            for batch in batches:
                table.write(batch)
            assert not path.exists()
        read = [block.to_arrow() for block in open_source(path).blocks()]
        assert pa.Table.from_batches(read).to_pydict() == {
            "row": [0, 1, 2],
            "name": ["n, 0", "n, 1", "n, 2"],
        }
    assert len(list(tmp_path.iterdir())) == len(TABLES)


@pytest.mark.parametrize("opened", [open_table, open_array])
def test_an_error_on_the_way_leaves_what_was_there(opened, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt), opened(path):
        raise KeyboardInterrupt
    assert [entry.read_text() for entry in tmp_path.iterdir()] == ["old"]


def test_arrays_are_written_as_numpy_does(tmp_path):
    rows = np.array(
        [(1, [0.5, 1.5]), (2, [2.5, 3.5])], [("k", np.int32), ("center", np.float32, 2)]
    )
    for values in (rows, X, np.arange(100_000, dtype=np.int32)):
        with open_array(tmp_path / "a.npy") as array:
            for begin in range(0, len(values), 7000):
                array.write(values[begin : begin + 7000])
        read = np.load(tmp_path / "a.npy")
        assert read.dtype == values.dtype
        assert (read == values).all()
        assert np.load(tmp_path / "a.npy", mmap_mode="r").shape == values.shape


def test_outputs_that_cannot_be(tmp_path):
    (tmp_path / "a.csv").write_text("old")
    (tmp_path / "folder.csv").mkdir()
    for name, error, message in [
        ("a.csv", FileExistsError, "is there already"),
        ("a.txt", ValueError, "output must end in .npy, .csv"),
        ("no/a.csv", FileNotFoundError, "there is no folder"),
        ("folder.csv", IsADirectoryError, "output must be a file"),
    ]:
        with pytest.raises(error, match=message):
            check_output(tmp_path / name)
    assert check_output(tmp_path / "a.csv", force=True) == tmp_path / "a.csv"


def test_lists_do_not_fit_into_csv(tmp_path):
    import pyarrow as pa

    with (
        pytest.raises(ValueError, match=r"cannot hold the lists of column 'e': write \.parquet"),
        open_table(tmp_path / "a.csv") as table,
    ):
        table.write(pa.record_batch({"e": [[1.0]]}))
    assert not list(tmp_path.iterdir())


# Tables handed to the library


class Stream:
    """Only Arrow's C stream."""

    def __init__(self, table):
        self._table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


class Interchange:
    """Only the data frame interchange protocol."""

    def __init__(self, table):
        self._table = table

    def __dataframe__(self, nan_as_null=False, allow_copy=True):
        return self._table.__dataframe__()


@pytest.mark.parametrize(
    "hand_over",
    [
        lambda table: table,
        lambda table: table.to_batches()[0],
        Stream,
        Interchange,
        lambda table: table.to_reader(),
        pl.from_arrow,
        lambda table: table.to_pandas(),
    ],
    ids=["table", "batch", "C stream", "interchange", "reader", "polars", "pandas"],
)
def test_tables_of_any_kind_are_points(hand_over):
    import pyarrow as pa

    table = pa.table(FRAME)
    expected = bidvit.cluster(X, random_state=0)
    tree = bidvit.cluster(hand_over(table), random_state=0)
    assert tree.cut(n_clusters=5).labels.tolist() == expected.cut(n_clusters=5).labels.tolist()
    model = bidvit.BiDViT(n_clusters=5, random_state=0).fit(hand_over(table))
    assert model.labels_.tolist() == expected.cut(n_clusters=5).labels.tolist()
    assert model.feature_names_in_.tolist() == ["x", "y", "z"]
    assert model.predict(hand_over(table)).shape == (20,)


def test_tables_with_lists_and_costs():
    import pyarrow as pa

    values = pa.array(X.astype(np.float32).ravel())
    table = pa.table({"e": pa.FixedSizeListArray.from_arrays(values, 3), "w": np.ones(20, "f4")})
    assert bidvit.cluster(table, random_state=0).n_features == 4
    assert bidvit.cluster(table, random_state=0).nodes.rows.dtype == np.float32
    model = bidvit.BiDViT(n_clusters=2, random_state=0).fit(table)
    assert model.feature_names_in_.tolist() == ["e[0]", "e[1]", "e[2]", "w"]
    plain = pa.table(FRAME | {"price": np.ones(20)})
    tree = bidvit.cluster(plain, cost="price", coarsening="dense", random_state=0)
    assert tree.n_features == 3


def test_tables_that_are_no_points():
    import pyarrow as pa

    with pytest.raises(TypeError, match="X must be numbers, got string in column 'name'"):
        bidvit.cluster(pa.table({"x": [1.0], "name": ["a"]}))
    with pytest.raises(ValueError, match="X must be finite, got 1 missing"):
        bidvit.cluster(pa.table({"x": [1.0, None]}))
    with pytest.raises(ValueError, match="at least one row and one column"):
        bidvit.cluster(pa.table({"x": pa.array([], pa.float64())}))
    with pytest.raises(ValueError, match="different names"):
        bidvit.cluster(pa.table([[1.0], [2.0]], names=["a", "a"]))
