#pragma once

#include "measures.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// O(rows log rows), whatever the number of classes or the depth of the tree; 40 bytes per class and
// 5 per inner node.
bool count_classes(ClassesTask& task);

}  // namespace bidvit::BIDVIT_ISA
