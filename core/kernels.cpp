// The table of this instruction set's kernels.

#include "kernels.hpp"

#include "chunk.hpp"
#include "distinct.hpp"
#include "nearest.hpp"
#include "order.hpp"
#include "partition.hpp"
#include "queries.hpp"
#include "radii.hpp"
#include "writing.hpp"

#define BIDVIT_TEXT(x) #x
#define BIDVIT_NAME(x) BIDVIT_TEXT(x)

namespace bidvit::BIDVIT_ISA {

extern const KernelSet kernel_set;
const KernelSet kernel_set = {
    BIDVIT_NAME(BIDVIT_ISA),
    {find_distinct<float>, partition<float>, measure_moments<float>, bounding_box<float>,
     coarsen<float>, find_closest<float>, compact<float>, link<float>, find_radii<float>,
     find_nearest<float>, reorder<float>},
    {find_distinct<double>, partition<double>, measure_moments<double>, bounding_box<double>,
     coarsen<double>, find_closest<double>, compact<double>, link<double>, find_radii<double>,
     find_nearest<double>, reorder<double>},
    coarsen_matrix,
    place,
    find_parents,
    find_level,
    find_children,
    find_paths,
    summarise_levels,
    check_structure,
    expand_merges,
    write_newick,
    group,
};

}  // namespace bidvit::BIDVIT_ISA
