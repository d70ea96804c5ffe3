// The second half of the contract between the bindings and the kernels: graph problems by
// themselves, and those who solve them. None of it depends on points or their precision.
#pragma once

#include <atomic>
#include <cstdint>

namespace bidvit {

using Stop = std::atomic<bool>;

// A graph with weighted vertices as solvers see it: compressed rows, both directions of every edge,
// neighbours ascending.
struct WeightedGraph {
    const int64_t* start;  // [n + 1]
    const int32_t* neighbour;
    const double* weights;  // positive
    int64_t n;
};

// The paper's greedy independent set of a graph by itself.
struct GreedyTask {
    WeightedGraph graph;
    uint64_t seed;
    uint8_t* picked;  // out: [n]
};

// A dominating set of small cost of a graph whose weights are costs.
struct CoverTask {
    WeightedGraph graph;
    uint64_t seed;
    uint8_t* picked;  // [n]; in: what is picked already; out: dominating, no pick redundant
    int64_t n_added;  // out: how many picks that took
};

// Cliques of two vertices or more that together have all edges of a graph.
struct CliquesTask {
    WeightedGraph graph;
    int64_t n_cliques;  // out
    int64_t* start;     // out: [n_cliques + 1], by malloc; the caller frees it
    int32_t* vertex;    // out: the vertices of one clique after those of the other, likewise
};

// Takes vertices out of a set until no two of those left are joined.
struct DropTask {
    WeightedGraph graph;
    uint8_t* chosen;    // in and out: [n]
    int64_t n_dropped;  // out
};

// The rules of `Reducer`, explained there.
enum class ReductionRule : int { take, simplicial, domination, twins, needless, folding };
constexpr int n_reduction_rules = 6;
constexpr uint32_t all_reductions = (1u << n_reduction_rules) - 1;

// What a graph comes down to. The arrays come from malloc and belong to the caller.
struct ReduceTask {
    WeightedGraph graph;
    uint32_t rules;    // bit r: rule r
    const Stop* stop;  // may be null

    int64_t n_left = 0;  // out: vertices of the kernel
    int64_t* start = nullptr;
    int32_t* neighbour = nullptr;
    double* weights = nullptr;
    int32_t* vertices = nullptr;  // which vertex of the graph each one is
    int32_t* record = nullptr;    // for `lift_set`
    int64_t record_length = 0;
    double offset = 0;
    int64_t counts[n_reduction_rules] = {};  // vertices removed, by rule
};

// The connected components of a graph, as graphs one after the other.
struct SplitTask {
    WeightedGraph graph;
    int32_t* vertices;   // out: [n]: component by component, by first vertex; ascending within
    int64_t* begin;      // out: [n + 1]: where in `vertices` each component begins
    int64_t* start;      // out: [2 n]: one more than there are vertices per component, from 0
    int32_t* neighbour;  // out: as many as the graph has, by number within the component
    double* weights;     // out: [n]
    int64_t n_components = 0;
};

// Local search on a graph: reductions, then the components of what they leave one by one, small
// ones exactly, and the way back.
struct SearchTask {
    WeightedGraph graph;
    uint64_t seed;
    int64_t iterations_per_vertex;  // at most 1e9; less than 0: by the size of each component
    bool reductions;
    const Stop* stop;        // may be null
    uint8_t* picked;         // out: [n]
    int64_t n_reduced = 0;   // out: vertices settled by the reductions
    int64_t n_searched = 0;  // out: vertices of the components that were not solved exactly
};

// A quadratic model of binary variables as samplers see it: its energy is Σ linear_i x_i plus
// Σ bias_ij x_i x_j over the pairs. Compressed rows, every pair at both of its ends.
struct Qubo {
    const int64_t* start;  // [n + 1]
    const int32_t* neighbour;
    const double* bias;
    const double* linear;
    int64_t n;
};

// Flips, one after the other, until none lowers the energy.
struct DescentTask {
    Qubo model;
    uint8_t* state;  // in and out: [n]
};

// Parallel tempering: the state of least energy that any of the replicas came by.
struct TemperingTask {
    Qubo model;
    const double* betas;  // inverse temperatures, ascending
    int64_t n_replicas;   // a multiple of tempering_lanes
    int64_t n_sweeps;
    uint64_t seed;
    uint8_t* state;      // out: [n]
    int64_t* exchanges;  // out: [n_replicas - 1], how often neighbours on the ladder changed places
    const Stop* stop;
};
constexpr int64_t tempering_lanes = 8;

// Path relinking: the best state of an elite, after walks between its members.
struct RelinkingTask {
    Qubo model;
    int64_t n_elite;     // at least 2
    int64_t n_searches;  // tabu searches in all
    int64_t patience;    // moves of a tabu search without a better state, before it ends
    int64_t tenure;      // least number of moves a variable rests after it was flipped
    uint64_t seed;
    uint8_t* state;  // out: [n]
    const Stop* stop;
};

// One table per instruction set, as for the kernels. Functions that return a bool return false when
// they were stopped before the end.
struct SolverSet {
    void (*select_greedily)(GreedyTask&);
    void (*select_cover)(CoverTask&);
    void (*cover_edges)(CliquesTask&);
    void (*drop_conflicts)(DropTask&);
    bool (*reduce)(ReduceTask&);
    void (*lift_set)(const int32_t* record, int64_t length, uint8_t* picked);
    void (*split)(SplitTask&);
    bool (*search)(SearchTask&);
    void (*descend)(DescentTask&);
    bool (*temper)(TemperingTask&);
    bool (*relink)(RelinkingTask&);
};

}  // namespace bidvit
