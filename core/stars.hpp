#pragma once

#include <bit>

#include "live_graph.hpp"

namespace bidvit::BIDVIT_ISA {

// A vertex with its few neighbours, small enough that sets of them are bits of a word: which sets
// of neighbours weigh more than the vertex itself? If a vertex is not in an optimum, one of those
// is.
class Star {
  public:
    static constexpr int max_degree = 32;
    static constexpr int max_sets = max_degree;

    struct Set {
        uint32_t members;
        double weight;  // more than that of the centre
    };

    int degree = 0;
    int32_t neighbour[max_degree];  // heaviest first
    int n_sets = 0;
    Set sets[max_sets];

    // Look at the neighbours of v and who of them are joined. False as soon as it is clear that
    // none is needless and that the sets are more than the neighbours.
    bool load(LiveGraph& graph, int32_t v, int64_t& work);
    // The neighbours that are in no independent set of neighbours heavier than v.
    uint32_t find_needless(int64_t& work) const;
    // All independent sets of neighbours heavier than v, if they are no more than the neighbours.
    bool list_sets(int64_t& work);

    // How many other neighbours of the centre a neighbour is joined to.
    int n_joined(int i) const { return std::popcount(joined_[i]); }

  private:
    uint32_t all() const { return ~uint32_t{0} >> (max_degree - degree); }
    bool exceeds(uint32_t candidates, double need, int& steps) const;
    bool extend(uint32_t members, double weight, uint32_t candidates, int& steps);

    double centre_ = 0;
    double weight_[max_degree];
    uint32_t joined_[max_degree];
    Buffer<uint8_t> place_;  // of a neighbour, by vertex
};

}  // namespace bidvit::BIDVIT_ISA
