// The bindings of graph problems and their solvers.

#include "bindings.hpp"
#include "problems.hpp"

namespace bidvit {
namespace {

// Compressed rows as a solver gets them. That neighbours are in range, and there both ways, is
// checked once, when a problem is made.
WeightedGraph graph_of(const Array1<const int64_t>& start, const Array1<const int32_t>& neighbour,
                       const Array1<const double>& weights) {
    const size_t n = weights.shape(0);
    require(start.shape(0) == n + 1 && start.data()[0] == 0 &&
                start.data()[n] == static_cast<int64_t>(neighbour.shape(0)),
            "the arrays of the graph do not fit together");
    return {start.data(), neighbour.data(), weights.data(), static_cast<int64_t>(n)};
}

}  // namespace

void bind_selection(nb::module_& m) {
    m.def(
        "select_greedily",
        [](Array1<const int64_t> start, Array1<const int32_t> neighbour,
           Array1<const double> weights, uint64_t seed, Array1<uint8_t> picked) {
            require(picked.shape(0) == weights.shape(0),
                    "select_greedily: picked must have one entry per vertex");
            GreedyTask task{graph_of(start, neighbour, weights), seed, picked.data()};
            nb::gil_scoped_release release;
            active_set->solvers->select_greedily(task);
        },
        "start"_a.noconvert(), "neighbour"_a.noconvert(), "weights"_a.noconvert(), "seed"_a,
        "picked"_a.noconvert(), "The greedy independent set of a graph.");

    m.def(
        "select_cover",
        [](Array1<const int64_t> start, Array1<const int32_t> neighbour, Array1<const double> costs,
           uint64_t seed, Array1<uint8_t> picked) {
            require(picked.shape(0) == costs.shape(0),
                    "select_cover: picked must have one entry per vertex");
            CoverTask task{graph_of(start, neighbour, costs), seed, picked.data(), 0};
            nb::gil_scoped_release release;
            active_set->solvers->select_cover(task);
            return task.n_added;
        },
        "start"_a.noconvert(), "neighbour"_a.noconvert(), "costs"_a.noconvert(), "seed"_a,
        "picked"_a.noconvert(),
        "Complete picks to a dominating set of small cost without redundant ones; returns how many "
        "had to be added.");

    m.def(
        "cover_edges",
        [](Array1<const int64_t> start, Array1<const int32_t> neighbour,
           Array1<const double> weights) {
            CliquesTask task{graph_of(start, neighbour, weights), 0, nullptr, nullptr};
            {
                nb::gil_scoped_release release;
                active_set->solvers->cover_edges(task);
            }
            const auto free = [](void* p) noexcept { std::free(p); };
            const nb::capsule start_owner(task.start, free), vertex_owner(task.vertex, free);
            const size_t n_cliques = static_cast<size_t>(task.n_cliques);
            return std::make_tuple(
                nb::ndarray<nb::numpy, int64_t, nb::shape<-1>>(task.start, {n_cliques + 1},
                                                               start_owner),
                nb::ndarray<nb::numpy, int32_t, nb::shape<-1>>(
                    task.vertex, {static_cast<size_t>(task.start[n_cliques])}, vertex_owner));
        },
        "start"_a.noconvert(), "neighbour"_a.noconvert(), "weights"_a.noconvert(),
        "Cliques that have all edges: where each starts, and their vertices.");

    m.def(
        "drop_conflicts",
        [](Array1<const int64_t> start, Array1<const int32_t> neighbour,
           Array1<const double> weights, Array1<uint8_t> chosen) {
            require(chosen.shape(0) == weights.shape(0),
                    "drop_conflicts: chosen must have one entry per vertex");
            DropTask task{graph_of(start, neighbour, weights), chosen.data(), 0};
            {
                nb::gil_scoped_release release;
                active_set->solvers->drop_conflicts(task);
            }
            return task.n_dropped;
        },
        "start"_a.noconvert(), "neighbour"_a.noconvert(), "weights"_a.noconvert(),
        "chosen"_a.noconvert(),
        "Takes vertices out of a set until no two are joined; returns how many.");
}

}  // namespace bidvit
