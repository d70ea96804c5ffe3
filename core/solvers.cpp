// The table of this instruction set's solvers.

#include "cliques.hpp"
#include "components.hpp"
#include "cover.hpp"
#include "greedy.hpp"
#include "problems.hpp"
#include "reduce.hpp"
#include "relinking.hpp"
#include "repair.hpp"
#include "search_graph.hpp"
#include "simd.hpp"
#include "tempering.hpp"

namespace bidvit::BIDVIT_ISA {

extern const SolverSet solver_set;
const SolverSet solver_set = {
    select_greedily, select_cover, cover_edges, drop_conflicts, reduce, lift_set,
    split,           search_graph, descend,     temper,         relink,
};

}  // namespace bidvit::BIDVIT_ISA
