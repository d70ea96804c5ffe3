// The table of this instruction set's kernels that score clusterings.

#include "measures.hpp"

#include "classes.hpp"
#include "ratios.hpp"
#include "spreads.hpp"

namespace bidvit::BIDVIT_ISA {

extern const MeasureSet measure_set;
const MeasureSet measure_set = {
    find_centroids<float>,   find_centroids<double>, measure_spreads<float>,
    measure_spreads<double>, find_worst_ratios,      count_classes,
};

}  // namespace bidvit::BIDVIT_ISA
