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

// An array that a kernel made with malloc.
template <class T> nb::ndarray<nb::numpy, T, nb::shape<-1>> adopt(T* data, int64_t size) {
    nb::capsule owner(data, [](void* p) noexcept { std::free(p); });
    return nb::ndarray<nb::numpy, T, nb::shape<-1>>(data, {static_cast<size_t>(size)}, owner);
}

void bind_reductions(nb::module_& m) {
    m.def(
        "reduce",
        [](Array1<const int64_t> start, Array1<const int32_t> neighbour,
           Array1<const double> weights, uint32_t rules, const Stop* stop) {
            ReduceTask task{graph_of(start, neighbour, weights), rules, stop};
            run(active_set->solvers->reduce, task);
            const int64_t n_ends = task.start[task.n_left];
            std::vector<int64_t> counts(task.counts, task.counts + n_reduction_rules);
            return std::make_tuple(adopt(task.start, task.n_left + 1),
                                   adopt(task.neighbour, n_ends), adopt(task.weights, task.n_left),
                                   adopt(task.vertices, task.n_left),
                                   adopt(task.record, task.record_length), task.offset, counts);
        },
        "start"_a.noconvert(), "neighbour"_a.noconvert(), "weights"_a.noconvert(),
        "rules"_a = all_reductions, "stop"_a.none() = nb::none(),
        "Exact reductions: starts, neighbours, weights and vertices of the kernel, the record for "
        "lift_set, the offset, and the number of vertices that each rule removed.");

    m.def(
        "lift_set",
        [](Array1<const int32_t> record, Array1<uint8_t> picked) {
            active_set->solvers->lift_set(record.data(), static_cast<int64_t>(record.shape(0)),
                                          picked.data());
        },
        "record"_a.noconvert(), "picked"_a.noconvert(),
        "From a set of the kernel, by vertices of the graph, to the set of the graph.");

    m.def(
        "split",
        [](Array1<const int64_t> start, Array1<const int32_t> neighbour,
           Array1<const double> weights, Array1<int32_t> vertices, Array1<int64_t> begins,
           Array1<int64_t> starts, Array1<int32_t> neighbours, Array1<double> part_weights) {
            const size_t n = weights.shape(0);
            require(vertices.shape(0) == n && begins.shape(0) == n + 1 &&
                        starts.shape(0) == 2 * n && neighbours.shape(0) == neighbour.shape(0) &&
                        part_weights.shape(0) == n,
                    "split: arrays do not fit together");
            SplitTask task{graph_of(start, neighbour, weights),
                           vertices.data(),
                           begins.data(),
                           starts.data(),
                           neighbours.data(),
                           part_weights.data()};
            nb::gil_scoped_release release;
            active_set->solvers->split(task);
            return task.n_components;
        },
        "start"_a.noconvert(), "neighbour"_a.noconvert(), "weights"_a.noconvert(),
        "vertices"_a.noconvert(), "begins"_a.noconvert(), "starts"_a.noconvert(),
        "neighbours"_a.noconvert(), "part_weights"_a.noconvert(),
        "Cut a graph into its connected components, graphs one after the other.");
}

void bind_local_search(nb::module_& m) {
    m.def(
        "search_locally",
        [](Array1<const int64_t> start, Array1<const int32_t> neighbour,
           Array1<const double> weights, uint64_t seed, int64_t iterations_per_vertex,
           bool reductions, Array1<uint8_t> picked, const Stop* stop) {
            require(picked.shape(0) == weights.shape(0),
                    "search_locally: picked must have one entry per vertex");
            SearchTask task{graph_of(start, neighbour, weights),
                            seed,
                            iterations_per_vertex,
                            reductions,
                            stop,
                            picked.data()};
            run(active_set->solvers->search, task);
            return std::make_tuple(task.n_reduced, task.n_searched);
        },
        "start"_a.noconvert(), "neighbour"_a.noconvert(), "weights"_a.noconvert(), "seed"_a,
        "iterations_per_vertex"_a, "reductions"_a, "picked"_a.noconvert(),
        "stop"_a.none() = nb::none(),
        "Reductions and local search; returns how many vertices the reductions settled, and how "
        "many were in components that were searched and not solved exactly.");
}

// Compressed rows of a quadratic model. That they are symmetric and in range is the caller's part.
Qubo model_of(const Array1<const int64_t>& start, const Array1<const int32_t>& neighbour,
              const Array1<const double>& bias, const Array1<const double>& linear,
              const Array1<uint8_t>& state) {
    const size_t n = linear.shape(0);
    require(start.shape(0) == n + 1 && start.data()[0] == 0 &&
                start.data()[n] == static_cast<int64_t>(neighbour.shape(0)) &&
                bias.shape(0) == neighbour.shape(0) && state.shape(0) == n,
            "the arrays of the model do not fit together");
    return {start.data(), neighbour.data(), bias.data(), linear.data(), static_cast<int64_t>(n)};
}

void bind_samplers(nb::module_& m) {
    m.def(
        "descend",
        [](Array1<const int64_t> start, Array1<const int32_t> neighbour, Array1<const double> bias,
           Array1<const double> linear, Array1<uint8_t> state) {
            DescentTask task{model_of(start, neighbour, bias, linear, state), state.data()};
            nb::gil_scoped_release release;
            active_set->solvers->descend(task);
        },
        "start"_a.noconvert(), "neighbour"_a.noconvert(), "bias"_a.noconvert(),
        "linear"_a.noconvert(), "state"_a.noconvert(),
        "Flip one variable after the other, in place, until none lowers the energy.");

    m.def(
        "temper",
        [](Array1<const int64_t> start, Array1<const int32_t> neighbour, Array1<const double> bias,
           Array1<const double> linear, Array1<const double> betas, int64_t n_sweeps, uint64_t seed,
           Array1<uint8_t> state, Array1<int64_t> exchanges, const Stop& stop) {
            const auto n_replicas = static_cast<int64_t>(betas.shape(0));
            require(n_replicas > 0 && n_replicas % tempering_lanes == 0,
                    "temper: the number of replicas must be a multiple of 8");
            require(exchanges.shape(0) + 1 == betas.shape(0),
                    "temper: exchanges must have one entry less than betas");
            TemperingTask task{model_of(start, neighbour, bias, linear, state),
                               betas.data(),
                               n_replicas,
                               n_sweeps,
                               seed,
                               state.data(),
                               exchanges.data(),
                               &stop};
            run(active_set->solvers->temper, task);
        },
        "start"_a.noconvert(), "neighbour"_a.noconvert(), "bias"_a.noconvert(),
        "linear"_a.noconvert(), "betas"_a.noconvert(), "n_sweeps"_a, "seed"_a,
        "state"_a.noconvert(), "exchanges"_a.noconvert(), "stop"_a,
        "The state of least energy that parallel tempering comes by.");

    m.def(
        "relink",
        [](Array1<const int64_t> start, Array1<const int32_t> neighbour, Array1<const double> bias,
           Array1<const double> linear, int64_t n_elite, int64_t n_searches, int64_t patience,
           int64_t tenure, uint64_t seed, Array1<uint8_t> state, const Stop& stop) {
            require(n_elite >= 2 && n_searches >= 0 && patience >= 0 && tenure >= 0,
                    "relink: n_elite must be at least 2, the other numbers at least 0");
            RelinkingTask task{model_of(start, neighbour, bias, linear, state),
                               n_elite,
                               n_searches,
                               patience,
                               tenure,
                               seed,
                               state.data(),
                               &stop};
            run(active_set->solvers->relink, task);
        },
        "start"_a.noconvert(), "neighbour"_a.noconvert(), "bias"_a.noconvert(),
        "linear"_a.noconvert(), "n_elite"_a, "n_searches"_a, "patience"_a, "tenure"_a, "seed"_a,
        "state"_a.noconvert(), "stop"_a, "The best state that path relinking comes by.");
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

    bind_reductions(m);
    bind_local_search(m);
    bind_samplers(m);
}

}  // namespace bidvit
