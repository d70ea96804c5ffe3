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

}  // namespace bidvit
