// The table of this instruction set's solvers.

#include "greedy.hpp"
#include "problems.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

extern const SolverSet solver_set;
const SolverSet solver_set = {
    select_greedily,
};

}  // namespace bidvit::BIDVIT_ISA
