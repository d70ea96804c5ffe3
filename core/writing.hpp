#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// O(n_leaves), 8 bytes of scratch per inner node.
void expand_merges(MergesTask& task);

// O(nodes written). False where the text does not fit.
bool write_newick(NewickTask& task);

}  // namespace bidvit::BIDVIT_ISA
