"""What a tree answers about its nodes and rows, against walks over its parents."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import SEEDS, clouds, lattices, whole_weights

import bidvit
from bidvit import tables


@st.composite
def trees(draw):
    X = draw(st.one_of(lattices(80, distinct=False), clouds(80)))
    weights = draw(st.one_of(st.none(), whole_weights(len(X), lightest=0)))
    if weights is not None:
        weights[draw(st.integers(0, len(X) - 1))] = 1
    return bidvit.cluster(
        X,
        sample_weight=weights,
        random_state=draw(SEEDS),
        growth=draw(st.sampled_from([1.1, 2.0])),
        max_levels=draw(st.sampled_from([None, 2])),
    )


def parents_by_level(tree):
    """The parent of every node, from the levels alone."""
    parents = np.full(tree.nodes.n_nodes, -1)
    for m in range(len(tree.levels) - 1):
        above = tree.levels[m + 1].nodes[tree.levels[m].parents]
        changed = above != tree.levels[m].nodes
        parents[tree.levels[m].nodes[changed]] = above[changed]
    return parents


def rows_by_node(tree, parents):
    """The rows below every node, by walking up from each row."""
    rows = [set() for _ in parents]
    for row, leaf in enumerate(tree.leaf_of_row.tolist()):
        node = leaf
        while node >= 0:
            rows[node].add(row)
            node = parents[node]
    return rows


@given(trees())
def test_answers_agree_with_walks_over_the_levels(tree):
    parents = parents_by_level(tree)
    below = rows_by_node(tree, parents)
    everything = np.arange(tree.nodes.n_nodes)
    assert tree.parent(everything).tolist() == parents.tolist()
    children, child_offsets = tree.children(everything)
    members, member_offsets = tree.members(everything)
    paths, path_offsets = tree.path(np.arange(tree.n_rows))
    for node in everything.tolist():
        assert tree.parent(node) == parents[node]
        expected = np.flatnonzero(parents == node).tolist()
        assert tree.children(node).tolist() == expected
        assert children[child_offsets[node] : child_offsets[node + 1]].tolist() == expected
        rows = tree.members(node)
        assert len(rows) == len(below[node])
        assert set(rows.tolist()) == below[node]
        assert members[member_offsets[node] : member_offsets[node + 1]].tolist() == rows.tolist()
        begin, end = tree.row_range(node)
        assert tree.row_order[begin:end].tolist() == rows.tolist()
    for row in range(tree.n_rows):
        path = tree.path(row)
        assert path[0] == tree.leaf_of_row[row]
        assert (parents[path[:-1]] == path[1:]).all()
        assert parents[path[-1]] == -1
        assert paths[path_offsets[row] : path_offsets[row + 1]].tolist() == path.tolist()


@given(trees(), st.data())
def test_pages_of_members_put_together_are_all_of_them(tree, data):
    nodes = data.draw(st.lists(st.integers(0, tree.nodes.n_nodes - 1), max_size=5))
    size = data.draw(st.integers(1, 7))
    for node in nodes:
        pages = [tree.members(node, limit=size, offset=at) for at in range(0, tree.n_rows, size)]
        assert np.concatenate(pages).tolist() == tree.members(node).tolist()
    offset, limit = data.draw(st.integers(0, 10**30)), data.draw(st.integers(0, 10**30))
    rows, offsets = tree.members(nodes, limit=limit, offset=offset)
    assert len(offsets) == len(nodes) + 1
    for i, node in enumerate(nodes):
        expected = tree.members(node)[offset:][:limit].tolist()
        assert rows[offsets[i] : offsets[i + 1]].tolist() == expected
        assert tree.members(node, limit, offset).tolist() == expected


def small_tree():
    X = np.array([[0.0], [0.1], [5.0], [5.1], [5.0], [9.0]])
    return bidvit.cluster(X, sample_weight=[1, 1, 1, 1, 1, 0], initial_epsilon=1, random_state=0)


def test_rows_given_twice_and_rows_of_weight_zero_are_members():
    tree = small_tree()
    assert sorted(tree.members(tree.nodes.roots[0]).tolist()) == [0, 1, 2, 3, 4, 5]
    assert tree.path(5)[0] == tree.leaf_of_row[3]
    assert tree.members(tree.leaf_of_row[2]).tolist() == [2, 4]


def test_members_of_one_node_cannot_be_written_to():
    for tree in (small_tree(), bidvit.cluster(np.arange(9.0)[:, None])):
        with pytest.raises(ValueError, match="read-only"):
            tree.members(0)[0] = 1
        assert tree.nodes.leaf_rows.flags.writeable


def test_any_integers_name_nodes():
    tree = small_tree()
    expected = tree.parent(4)
    for node in (np.int64(4), np.uint8(4), np.array(4)):
        answer = tree.parent(node)
        assert isinstance(answer, int)
        assert answer == expected
    for nodes in ([4], (4,), np.array([4], np.uint64), np.array([4, 0])[::2]):
        assert tree.parent(nodes).tolist() == [expected]
    for query in (tree.children, tree.members, tree.path):
        values, offsets = query([])
        assert (values.tolist(), offsets.tolist()) == ([], [0])
    assert tree.parent([]).tolist() == []


@pytest.mark.parametrize("query", ["children", "parent", "members", "row_range", "path"])
def test_nodes_and_rows_that_are_not_there(query):
    tree = small_tree()
    name, last = ("row", 5) if query == "path" else ("node", 6)
    ask = getattr(tree, query)
    ask(last)
    for bad, shown in (
        (last + 1, last + 1),
        (-1, -1),
        (2**31, 2**31),
        (2**70 // 2**10, 2**60),
        ([0, 99, -5], 99),
    ):
        with pytest.raises(IndexError, match=f"{name} must be from 0 to {last}, got {shown}$"):
            ask(bad)
    for bad in (1.0, "1", None, True, [0.5], [True], 2**70):
        with pytest.raises(TypeError, match=f"{name} must be an integer or an array of integers"):
            ask(bad)
    with pytest.raises(ValueError, match=rf"{name} must be one-dimensional, got shape \(1, 1\)"):
        ask([[0]])


def test_pages_that_make_no_sense():
    tree = small_tree()
    for name in ("limit", "offset"):
        with pytest.raises(ValueError, match=f"{name} must be >= 0, got -1"):
            tree.members(0, **{name: -1})
        with pytest.raises(TypeError, match=f"{name} must be an integer"):
            tree.members(0, **{name: 1.5})


# Tables


@given(trees(), st.sampled_from(["euclidean", "cosine"]))
def test_figures_of_levels_are_those_of_their_nodes(tree, metric):
    if metric == "cosine":
        tree = bidvit.cluster(tree.levels[0].points + 20, metric=metric)
    for level in tree.levels:
        largest, total, lightest, heaviest = level._figures
        assert largest == level.radii.max()
        np.testing.assert_allclose(total, level.radii.sum(dtype=np.float64), rtol=1e-12)
        assert (lightest, heaviest) == (level.weights.min(), level.weights.max())


def test_printing_the_table_looks_at_no_level_by_itself():
    tree = small_tree()
    repr(tree.levels)
    assert not any("nodes" in level.__dict__ for level in tree.levels)


def test_thousands_of_levels_make_a_table_of_their_ends():
    tree = bidvit.cluster(np.random.default_rng(0).random((2000, 2)), growth=1.005)
    n = len(tree.levels)
    assert n > 200
    text, html = repr(tree.levels).splitlines(), tree.levels._repr_html_()
    kept = [f"{m}" for m in [*range(40), "⋮", *range(n - 40, n)]]
    assert [line.split()[0] for line in text[1:]] == kept
    assert re.findall(r"<tr><td>(.*?)</td>", html) == kept
    assert len(repr(tree.levels[10:130]).splitlines()) == 1 + 120


def test_html_says_what_text_says():
    tree = small_tree()
    html = tree._repr_html_()
    assert "<script" not in html
    assert "color" not in html
    cells = re.findall(r"<t[hd]>(.*?)</t[hd]>", html)
    text = [line.strip() for line in repr(tree.levels).splitlines()]
    assert cells == [cell for line in text for cell in re.split(r"  +", line)]
    assert repr(tree) in html
    assert tree.levels._repr_html_() in html


def test_html_is_escaped(monkeypatch):
    monkeypatch.setattr(tables, "TITLES", ("<b>&", *tables.TITLES[1:]))
    assert "<th>&lt;b&gt;&amp;</th>" in small_tree()._repr_html_()


def test_no_levels_print_as_titles_only():
    assert repr(small_tree().levels[5:]).split() == " ".join(tables.TITLES).split()
