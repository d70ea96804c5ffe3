// The table of this instruction set's kernels.

#include "kernels.hpp"

#include "blocks.hpp"
#include "chunk.hpp"
#include "clusters.hpp"
#include "distinct.hpp"
#include "nearest.hpp"
#include "order.hpp"
#include "palette.hpp"
#include "partition.hpp"
#include "products.hpp"
#include "prune.hpp"
#include "queries.hpp"
#include "radii.hpp"
#include "reassign.hpp"
#include "separation.hpp"
#include "views.hpp"
#include "writing.hpp"

#define BIDVIT_TEXT(x) #x
#define BIDVIT_NAME(x) BIDVIT_TEXT(x)

namespace bidvit::BIDVIT_ISA {

extern const SolverSet solver_set;
extern const MeasureSet measure_set;
extern const KernelSet kernel_set;
const KernelSet kernel_set = {
    BIDVIT_NAME(BIDVIT_ISA),
    &solver_set,
    &measure_set,
    {hash<float>,
     find_distinct<float>,
     partition<float>,
     choose_hot_axes<float>,
     to_columns<float>,
     to_rows<float>,
     measure_moments<float>,
     choose_axis<float>,
     find_parts<float>,
     bounding_box<float>,
     coarsen<float>,
     build_graphs<float>,
     find_closest<float>,
     find_radii<float>,
     find_nearest<float>,
     fill_blocks<float>,
     search_blocks<float>,
     search_products<float>,
     reorder<float>,
     measure_gains<float>,
     find_means<float>,
     find_reach<float>,
     reassign<float>,
     bound_chunks<float>,
     join_boxes<float>,
     colour_chunks<float>,
     find_near_picks<float>,
     measure<float>,
     find_nearest_point<float>},
    {hash<double>,
     find_distinct<double>,
     partition<double>,
     choose_hot_axes<double>,
     to_columns<double>,
     to_rows<double>,
     measure_moments<double>,
     choose_axis<double>,
     find_parts<double>,
     bounding_box<double>,
     coarsen<double>,
     build_graphs<double>,
     find_closest<double>,
     find_radii<double>,
     find_nearest<double>,
     fill_blocks<double>,
     search_blocks<double>,
     search_products<double>,
     reorder<double>,
     measure_gains<double>,
     find_means<double>,
     find_reach<double>,
     reassign<double>,
     bound_chunks<double>,
     join_boxes<double>,
     colour_chunks<double>,
     find_near_picks<double>,
     measure<double>,
     find_nearest_point<double>},
    number,
    coarsen_matrix,
    compact,
    link,
    place,
    find_parents,
    find_level,
    prune,
    find_children,
    find_paths,
    summarise_levels,
    bound_subtrees,
    find_in_view,
    check_structure,
    expand_merges,
    write_newick,
    group,
    match_palette,
    dither,
};

}  // namespace bidvit::BIDVIT_ISA
