// The table of this instruction set's solvers.

#include "greedy.hpp"
#include "problems.hpp"
#include "relinking.hpp"
#include "simd.hpp"
#include "tempering.hpp"

namespace bidvit::BIDVIT_ISA {

extern const SolverSet solver_set;
const SolverSet solver_set = {
    select_greedily,
    descend,
    temper,
    relink,
};

}  // namespace bidvit::BIDVIT_ISA
