#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// Per colour, the few palette colours that can be nearest to its cell of a grid. A cell's list
// takes a pass over the list of its block of cells, and a block's a pass over the palette; both are
// made when the first colour falls there, and kept: O(palette) memory per block and O(list) per
// cell.
bool match_palette(MatchTask& task);

// The same per pixel, and O(width) memory for the errors of two rows.
bool dither(DitherTask& task);

}  // namespace bidvit::BIDVIT_ISA
