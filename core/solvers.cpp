// The table of this instruction set's solvers.

#include "components.hpp"
#include "greedy.hpp"
#include "problems.hpp"
#include "reduce.hpp"
#include "search_graph.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

extern const SolverSet solver_set;
const SolverSet solver_set = {
    select_greedily,
    reduce,
    lift_set,
    split,
    search_graph,
};

}  // namespace bidvit::BIDVIT_ISA
