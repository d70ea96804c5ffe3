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
    void (*descend)(DescentTask&);
    bool (*temper)(TemperingTask&);
    bool (*relink)(RelinkingTask&);
};

}  // namespace bidvit
