"""Points from files as numpy, pandas, polars and pyarrow write them."""

import gzip

import numpy as np
import pandas as pd
import polars as pl
import pytest

import bidvit
from bidvit.io import read_points

X = np.random.default_rng(0).normal(size=(20, 3))
FRAME = {"x": X[:, 0], "y": X[:, 1], "z": X[:, 2]}


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int16, np.uint8])
def test_arrays(dtype, tmp_path):
    points = (10 * X).astype(dtype)
    np.save(tmp_path / "a.npy", points)
    np.savez(tmp_path / "one.npz", points)
    np.savez_compressed(tmp_path / "some.npz", Y=X[:2], X=points)
    for path in ("a.npy", "one.npz", "some.npz"):
        read = read_points(tmp_path / path)
        assert read.dtype == dtype
        assert read.tolist() == points.tolist()
    assert len(read_points(tmp_path / "some.npz", array="Y")) == 2


def test_tables(tmp_path):
    pd.DataFrame(FRAME).to_csv(tmp_path / "pandas.csv", index=False)
    pd.DataFrame(FRAME).to_parquet(tmp_path / "pandas.parquet")
    pl.DataFrame(FRAME).write_csv(tmp_path / "polars.csv")
    pl.DataFrame(FRAME).write_parquet(tmp_path / "polars.parquet")
    np.savetxt(tmp_path / "plain.csv", X, delimiter=",", fmt="%.17g")
    (tmp_path / "zipped.csv.gz").write_bytes(gzip.compress((tmp_path / "pandas.csv").read_bytes()))
    for path in tmp_path.iterdir():
        read = read_points(path)
        assert read.dtype == np.float64
        assert read.tolist() == X.tolist(), path.name


def test_types_of_columns(tmp_path):
    pl.DataFrame({"a": np.float32([1, 2]), "b": np.uint8([3, 4])}).write_parquet(
        tmp_path / "narrow.parquet"
    )
    assert read_points(tmp_path / "narrow.parquet").dtype == np.float32
    (tmp_path / "whole.csv").write_text("a,b\n1,2\n3,4\n")
    assert read_points(tmp_path / "whole.csv").tolist() == [[1, 2], [3, 4]]


def test_missing_values_reach_the_check_of_the_points(tmp_path):
    (tmp_path / "holes.csv").write_text("a,b\n1,2\n,4\n5,\n")
    points = read_points(tmp_path / "holes.csv")
    assert np.isnan(points).sum() == 2
    with pytest.raises(ValueError, match=r"got 2 missing or infinite values.*row 1, column 0"):
        bidvit.cluster(points)


BAD = [
    ("a.csv", b"", ValueError, "mpty"),
    ("a.csv", b"a,b\n1,2\n3\n", ValueError, "Expected 2 columns, got 1"),
    ("a.csv", b"a,name,day\n1,x,2020-01-01\n", ValueError, "numbers, got others in name, day"),
    ("a.npy", b"", ValueError, r"a.npy cannot be read as .npy"),
    ("a.npy", b"\x93NUMPY\x01\x00junk", ValueError, r"a.npy cannot be read as .npy"),
    ("a.npz", b"PK\x03\x04junk", ValueError, r"a.npz cannot be read as .npz"),
    ("a.parquet", b"PAR1", ValueError, "arquet"),
    ("a.txt", b"1,2", ValueError, r"path must end in .npy, .npz, .csv, .csv.gz or .parquet, got"),
    ("a", b"1,2", ValueError, r"path must end in"),
]


@pytest.mark.parametrize(("name", "content", "error", "message"), BAD)
def test_files_that_are_none(name, content, error, message, tmp_path):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(error, match=message):
        read_points(tmp_path / name)


def test_paths_and_arrays_that_are_none(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"there is no file .*missing.npy"):
        read_points(tmp_path / "missing.npy")
    with pytest.raises(IsADirectoryError, match="is a folder, not a file that ends in"):
        read_points(tmp_path)
    np.savez(tmp_path / "some.npz", a=X, b=X)
    with pytest.raises(ValueError, match="has 2 arrays and none is called X: say which of a, b"):
        read_points(tmp_path / "some.npz")
    with pytest.raises(ValueError, match=r"array must be one of a, b in .*, got 'c'"):
        read_points(tmp_path / "some.npz", array="c")
    np.save(tmp_path / "a.npy", X)
    with pytest.raises(ValueError, match=r"array must only be given for an .npz file"):
        read_points(tmp_path / "a.npy", array="a")


def test_nothing_is_unpickled(tmp_path):
    np.save(tmp_path / "objects.npy", np.array([{}, []], object), allow_pickle=True)
    with pytest.raises(ValueError, match="cannot be read"):
        read_points(tmp_path / "objects.npy")
    np.savez(tmp_path / "objects.npz", np.array([{}, []], object))
    with pytest.raises(ValueError, match="cannot be read"):
        read_points(tmp_path / "objects.npz")
