// The table of this instruction set's kernels.

#include "kernels.hpp"

#include "chunk.hpp"
#include "distinct.hpp"
#include "nearest.hpp"
#include "order.hpp"
#include "partition.hpp"
#include "radii.hpp"
#include "separation.hpp"

#define BIDVIT_TEXT(x) #x
#define BIDVIT_NAME(x) BIDVIT_TEXT(x)

namespace bidvit::BIDVIT_ISA {

extern const KernelSet kernel_set;
const KernelSet kernel_set = {
    BIDVIT_NAME(BIDVIT_ISA),
    {find_distinct<float>, partition<float>, measure_moments<float>, bounding_box<float>,
     coarsen<float>, find_closest<float>, compact<float>, link<float>, find_radii<float>,
     find_nearest<float>, reorder<float>, bound_chunks<float>, join_boxes<float>,
     colour_chunks<float>, find_near_picks<float>, measure<float>, find_nearest_point<float>},
    {find_distinct<double>, partition<double>, measure_moments<double>, bounding_box<double>,
     coarsen<double>, find_closest<double>, compact<double>, link<double>, find_radii<double>,
     find_nearest<double>, reorder<double>, bound_chunks<double>, join_boxes<double>,
     colour_chunks<double>, find_near_picks<double>, measure<double>, find_nearest_point<double>},
    coarsen_matrix,
    place,
    find_parents,
    find_level,
    group,
};

}  // namespace bidvit::BIDVIT_ISA
