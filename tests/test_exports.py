"""Trees in the forms of other programs: each is read back and compared with the tree."""

import re
import subprocess
import sys
from itertools import pairwise

import networkx as nx
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.cluster.hierarchy import dendrogram, fcluster, is_valid_linkage
from strategies import SEEDS, clouds, lattices, whole_weights
from trees import check_nodes, make_chain, numbered_by_appearance

import bidvit


@st.composite
def trees(draw, least_leaves=1):
    X = draw(st.one_of(lattices(60, distinct=False), clouds(60)))
    weights = draw(st.one_of(st.none(), whole_weights(len(X), lightest=0)))
    X = np.concatenate([X, X[:1] + 1]) if least_leaves > 1 else X
    if weights is not None:
        weights = np.resize(weights, len(X))
        weights[0] = weights[-1] = 1
    return bidvit.cluster(
        X,
        sample_weight=weights,
        random_state=draw(SEEDS),
        growth=draw(st.sampled_from([1.2, 3.0])),
        stop_at=draw(st.sampled_from([1, 1, 5])),
    )


def forest():
    return bidvit.cluster(np.arange(50.0)[:, None], max_levels=1, initial_epsilon=1.5)


def births_of(tree):
    return np.concatenate([np.zeros(tree.nodes.n_leaves, int), tree.nodes.births])


def leaf_labels(level):
    """Which node of a level each leaf is below."""
    n_below = np.diff(level.leaf_begin, append=level._all.n_leaves)
    return np.repeat(np.arange(level.n_nodes), n_below)


# SciPy


@given(trees(least_leaves=2))
def test_linkage_cut_at_a_levels_epsilon_is_that_level(tree):
    Z = tree.to_linkage()
    assert is_valid_linkage(Z, throw=True)
    assert Z.shape == (tree.nodes.n_leaves - 1, 4)
    assert (np.diff(Z[:, 2]) >= 0).all()
    assert (Z[:, 0] < Z[:, 1]).all()
    assert Z[-1, 3] == tree.nodes.n_leaves
    for level in tree.levels:
        labels = fcluster(Z, level.epsilon, criterion="distance")
        assert numbered_by_appearance(labels) == leaf_labels(level).tolist()
    if len(tree.levels[-1].nodes) > 1:
        assert Z[-1, 2] > tree.levels[-1].epsilon


@given(trees(least_leaves=2), st.data())
def test_top_of_the_linkage_is_the_whole_one_without_its_first_merges(tree, data):
    n = tree.nodes.n_leaves
    p = data.draw(st.integers(2, n))
    whole = tree.to_linkage()
    Z, leaves = tree.to_linkage(p, return_leaves=True)
    assert is_valid_linkage(Z, throw=True)
    assert Z.shape == (p - 1, 4)
    assert Z[:, 2].tolist() == whole[n - p :, 2].tolist()
    assert tree.to_linkage(p).tolist() == Z.tolist()
    # Observations are ranges of leaves, in order, and what the first merges made of them.
    assert len(leaves) == p + 1
    assert (leaves[0], leaves[-1]) == (0, n)
    assert (np.diff(leaves) > 0).all()
    observation = np.repeat(np.arange(p), np.diff(leaves))
    for k in range(1, p + 1):
        # In a partition into k, the same leaves are together.
        assert clusters(whole, n, k) == [clusters(Z, p, k)[i] for i in observation]
    np.testing.assert_array_equal(
        [set(np.flatnonzero(observation == i)) for i in range(p)],
        [set(range(a, b)) for a, b in pairwise(leaves)],
    )


def clusters(Z, n, k):
    """Labels after the first n - k merges, numbered by appearance."""
    members = {i: [i] for i in range(n)}
    for i in range(n - k):
        members[n + i] = members.pop(int(Z[i, 0])) + members.pop(int(Z[i, 1]))
    labels = np.empty(n, int)
    for label, together in enumerate(members.values()):
        labels[together] = label
    return numbered_by_appearance(labels)


def test_counts_of_a_linkage_are_numbers_of_observations():
    tree = bidvit.cluster(np.random.default_rng(0).random((500, 2)), growth=1.5)
    for p in (None, 500, 60, 2):
        Z = tree.to_linkage(p)
        n = len(Z) + 1
        counts = [1] * n
        for a, b, _, count in Z:
            counts.append(counts[int(a)] + counts[int(b)])
            assert counts[-1] == count


def test_dendrogram_of_many_children_is_not_too_deep():
    X = np.concatenate([np.random.default_rng(0).random((3000, 2)) * 1e-3, [[100.0, 0]]])
    tree = bidvit.cluster(X, initial_epsilon=1.0, linkage="distance", max_chunk_size=10_000)
    assert len(tree.levels) == 3
    assert len(dendrogram(tree.to_linkage(), no_plot=True)["leaves"]) == 3001
    assert sorted(dendrogram(tree.to_linkage(30), no_plot=True)["leaves"]) == list(range(30))


def test_roots_are_joined_above_everything():
    tree = forest()
    Z = tree.to_linkage()
    top = Z[:, 2] > tree.levels[-1].epsilon
    assert top.sum() == tree.levels[-1].n_nodes - 1
    assert set(Z[top, 2]) == {3.0}
    only_rows = bidvit.cluster(np.arange(3.0)[:, None], stop_at=3)
    assert only_rows.to_linkage()[:, 2].tolist() == [1, 1]


def test_linkages_that_cannot_be():
    with pytest.raises(ValueError, match="two distinct rows or more, got 1"):
        bidvit.cluster(np.zeros((5, 2))).to_linkage()
    tree = forest()
    for p in (1, 0, -3):
        with pytest.raises(ValueError, match=f"p must be >= 2, got {p}"):
            tree.to_linkage(p)
    with pytest.raises(ValueError, match="p must be at most 50, the number of distinct rows"):
        tree.to_linkage(51)
    with pytest.raises(TypeError, match="p must be an integer"):
        tree.to_linkage(2.5)


# Levels


LEVELS = st.sampled_from([None, (0, 0), (0, -1), (1, -1), (0, 1), (1, 2), (-2, -1), (-1, -1)])


def choose(tree, levels):
    """The nodes of some levels by looking at each level, and the lowest and highest."""
    n = len(tree.levels)
    low, high = (0, n - 1) if levels is None else (level % n for level in levels)
    return low, high, sorted({node for m in range(low, high + 1) for node in level_nodes(tree, m)})


def level_nodes(tree, m):
    return tree.levels[m].nodes.tolist()


def fits(tree, levels):
    n = len(tree.levels)
    if levels is None:
        return True
    inside = all(-n <= level < n for level in levels)
    return inside and levels[0] % n <= levels[1] % n


@given(trees(), LEVELS)
def test_tables_hold_the_nodes_of_the_levels(tree, levels):
    if not fits(tree, levels):
        with pytest.raises((IndexError, ValueError), match="levels must be"):
            tree.to_arrow(levels=levels)
        return
    _, _, expected = choose(tree, levels)
    frame = tree.to_pandas(levels=levels, coordinates=True)
    assert isinstance(frame, pd.DataFrame)
    assert frame["node"].tolist() == expected
    assert frame["parent"].tolist() == tree.parent(expected).tolist()
    births = births_of(tree)[expected]
    assert frame["level"].tolist() == births.tolist()
    assert frame["epsilon"].tolist() == [tree.levels[m].epsilon for m in births]
    begin, end = tree.row_range(expected)
    assert frame["row_begin"].tolist() == begin.tolist()
    assert frame["row_end"].tolist() == end.tolist()
    assert frame["n_rows"].tolist() == (end - begin).tolist()
    lines = frame.set_index("node")
    for m, level in enumerate(tree.levels):
        known = np.isin(level.nodes, expected)
        here = lines.loc[level.nodes[known]]
        assert here["weight"].tolist() == level.weights[known].tolist()
        assert here["radius"].tolist() == level.radii[known].tolist()
        assert here["leaf_begin"].tolist() == level.leaf_begin[known].tolist()
        points = here[[f"x{j}" for j in range(tree.n_features)]].to_numpy()
        assert points.tolist() == level.points[known].tolist(), m
    table = tree.to_arrow(levels=levels)
    assert isinstance(table, pa.Table)
    plain = frame[[name for name in frame if not re.fullmatch(r"x\d+", name)]]
    assert table.to_pydict() == plain.to_dict("list")


@given(trees(), LEVELS)
def test_graphs_are_forests_of_the_levels(tree, levels):
    if not fits(tree, levels):
        return
    _, high, expected = choose(tree, levels)
    graph = tree.to_networkx(levels=levels)
    assert sorted(graph.nodes) == expected
    parents = tree.parent(expected)
    edges = {(p, v) for p, v in zip(parents.tolist(), expected, strict=True) if p in graph.nodes}
    assert set(graph.edges) == edges
    roots = [v for v in graph if graph.in_degree(v) == 0]
    assert sorted(roots) == sorted(level_nodes(tree, high))
    for line in tree.to_arrow(levels=levels).to_pylist():
        for name in ("level", "epsilon", "weight", "radius", "n_rows"):
            assert graph.nodes[line["node"]][name] == line[name]


def test_a_graph_of_a_tree_is_one_for_networkx_too():
    graph = bidvit.cluster(np.random.default_rng(0).random((200, 2))).to_networkx()
    assert nx.is_arborescence(graph)


# Newick


def parse_newick(text):
    """Parse into (name, length, children); without recursion."""
    token = re.compile(r"'(?:[^']|'')*'|[(),;:]|[^(),;:']+")
    stack, node = [], None
    tokens = token.findall(text)
    assert "".join(tokens) == text
    assert tokens[-1] == ";"
    i = 0
    current = []
    while tokens[i] != ";":
        t = tokens[i]
        if t == "(":
            stack.append(current)
            current = []
        elif t == ")":
            children, current = current, stack.pop()
            current.append(node := [None, None, children])
        elif t == ":":
            i += 1
            node[1] = float(tokens[i])
        elif t != ",":
            name = t[1:-1].replace("''", "'") if t[0] == "'" else t
            current.append(node := [name, None, []])
        i += 1
    assert not stack
    (root,) = current
    return root


def nested(tree, levels, name_of, top):
    """What the text should say, from the levels."""
    low, high, chosen = choose(tree, levels)
    births = births_of(tree)
    epsilons = [level.epsilon for level in tree.levels]

    def describe(node, above):
        length = None if above is None else above - epsilons[births[node]]
        if births[node] <= low:
            return [name_of(node), length, []]
        below = [c for c in tree.children(node).tolist() if c in chosen]
        return [None, length, [describe(c, epsilons[births[node]]) for c in below]]

    roots = level_nodes(tree, high)
    if len(roots) == 1:
        return describe(roots[0], None)
    joined = 2 * epsilons[high] or 1.0
    assert top is None or joined == top
    return [None, None, [describe(root, joined) for root in roots]]


@given(trees(), LEVELS)
def test_newick_says_what_the_levels_say(tree, levels):
    if not fits(tree, levels):
        return
    assert parse_newick(tree.to_newick(levels=levels)) == nested(tree, levels, str, None)


NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)


@given(trees(), st.data())
def test_any_name_is_read_back(tree, data):
    some = data.draw(st.lists(NAMES, min_size=1, max_size=8))
    names = [some[row % len(some)] for row in range(tree.n_rows)]
    text = tree.to_newick(names=names)
    expected = nested(tree, None, lambda node: names[tree.members(node)[0]], None)
    assert parse_newick(text) == expected
    # What is not in quotes has nothing in it that a reader could take for something else.
    bare = re.sub(r"'(?:[^']|'')*'", "", text)
    assert not re.search(r"[\s\[\]_\"{}]", bare)


def test_newick_file_appears_whole(tmp_path, monkeypatch):
    tree = forest()
    file = tmp_path / "tree.nwk"
    assert tree.to_newick(file) is None
    assert file.read_text() == tree.to_newick()
    assert [path.name for path in tmp_path.iterdir()] == ["tree.nwk"]
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        tree.to_newick(tmp_path / "other.nwk")
    assert [path.name for path in tmp_path.iterdir()] == ["tree.nwk"]


def test_newick_of_a_single_row():
    assert bidvit.cluster(np.zeros((3, 1))).to_newick() == "0;"


def test_newick_of_a_tree_far_deeper_than_the_stack():
    n = 20_000
    tree = make_chain(n)
    check_nodes(make_chain(100).nodes, 100)
    assert len(tree.path(n - 1)) == n
    opened = "".join("(" + f"{leaf}:{n - 1 - leaf}," for leaf in range(n - 2))
    closed = "".join("):1" for _ in range(n - 2))
    assert tree.to_newick() == f"{opened}({n - 2}:1,{n - 1}:1{closed});"
    assert is_valid_linkage(tree.to_linkage())


def test_names_that_do_not_fit():
    tree = forest()
    for names in (["a"], "a" * 50):
        with pytest.raises(ValueError, match="names must be a sequence of 50 names"):
            tree.to_newick(names=names)
    with pytest.raises(TypeError, match=r"names must be strings, got 7 for row \d+"):
        tree.to_newick(names=[7] * 50)
    assert tree.to_newick(names=pd.Series([f"r{i}" for i in range(50)], index=range(9, 59)))


# Limits, and packages that are not there


def test_outputs_too_large_are_refused():
    tree = forest()
    for export, what in ((tree.to_networkx, "a graph"), (tree.to_newick, "a text")):
        export(max_nodes=tree.nodes.n_nodes)
        with pytest.raises(ValueError, match=rf"{what} of \d+ nodes would be larger than max_nod"):
            export(max_nodes=tree.nodes.n_nodes - 1)
        with pytest.raises(ValueError, match="max_nodes must be >= 1"):
            export(max_nodes=0)


@pytest.mark.parametrize("levels", [(0, 99), (-99, 0), (99, 99)])
def test_levels_that_are_not_there(levels):
    with pytest.raises(IndexError, match=r"levels must be from -2 to 1, got -?99"):
        forest().to_newick(levels=levels)


def test_levels_that_are_none():
    for levels in (3, (1,), (0, 1, 1), "01"):
        with pytest.raises(TypeError, match="levels must be two integers"):
            forest().to_newick(levels=levels)
    for levels in ((0.0, 1), (True, 1)):
        with pytest.raises(TypeError, match="levels must be integers"):
            forest().to_newick(levels=levels)
    with pytest.raises(ValueError, match=r"levels must be the lowest and the highest.*\(1, 0\)"):
        forest().to_newick(levels=(1, 0))


@pytest.mark.parametrize(
    ("export", "package", "extra"),
    [
        ("to_networkx", "networkx", "graph"),
        ("to_pandas", "pandas", "io"),
        ("to_arrow", "pyarrow", "io"),
    ],
)
def test_packages_that_are_missing_are_named(export, package, extra, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    message = rf"{export} needs {package}: pip install 'bidvit\[{extra}\]'"
    with pytest.raises(ModuleNotFoundError, match=message):
        getattr(forest(), export)()


def test_exports_load_nothing_else():
    program = (
        "import sys, numpy as np, bidvit\n"
        "tree = bidvit.cluster(np.arange(9.0)[:, None])\n"
        "tree.to_linkage(), tree.to_newick(), tree._repr_html_()\n"
        "assert not {'scipy', 'pandas', 'pyarrow', 'networkx'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
