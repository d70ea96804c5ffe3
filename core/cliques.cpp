// A greedy edge clique cover, for the constraints of the exact solver.

#include "cliques.hpp"

#include <algorithm>

namespace bidvit::BIDVIT_ISA {
namespace {

// Steps per end of an edge before the rest is written edge by edge: on graphs of points it takes
// about as many steps as a clique has vertices.
constexpr int64_t most_work = 4096;

class EdgeCover {
  public:
    explicit EdgeCover(const WeightedGraph& graph) : graph_(graph) {
        const auto size = static_cast<size_t>(graph.n);
        n_ends_ = graph.start[graph.n];
        covered_.resize(static_cast<size_t>(n_ends_) + 1);
        order_.resize(size + 1);
        joined_.resize(size + 1);
        in_clique_.resize(size + 1);
        for (int64_t e = 0; e < n_ends_; ++e) covered_[static_cast<size_t>(e)] = 0;
        for (int64_t v = 0; v < graph.n; ++v) {
            order_[static_cast<size_t>(v)] = static_cast<int32_t>(v);
            joined_[static_cast<size_t>(v)] = 0;
            in_clique_[static_cast<size_t>(v)] = 0;
        }
    }

    void run(CliquesTask& task) {
        start(0);
        std::sort(order_.data(), order_.data() + graph_.n, FewerNeighbours{graph_.start});
        for (int64_t i = 0; i < graph_.n; ++i) cover_edges_of(order_[static_cast<size_t>(i)]);
        task.n_cliques = n_cliques_;
        task.start = copy(start_, n_cliques_ + 1);
        task.vertex = copy(vertex_, n_members_);
    }

  private:
    struct FewerNeighbours {
        const int64_t* start;
        int64_t degree(int32_t v) const { return start[v + 1] - start[v]; }
        bool operator()(int32_t a, int32_t b) const {
            return degree(a) < degree(b) || (degree(a) == degree(b) && a < b);
        }
    };

    const WeightedGraph& graph_;
    int64_t n_ends_ = 0, n_cliques_ = 0, n_members_ = 0, work_ = 0;
    Buffer<uint8_t> covered_;    // by end of an edge
    Buffer<int32_t> order_;      // vertices, the fewest neighbours first
    Buffer<int32_t> joined_;     // to how many vertices of the clique each is joined
    Buffer<uint8_t> in_clique_;  // by vertex
    Buffer<int64_t> start_;
    Buffer<int32_t> vertex_;
    Buffer<int32_t> candidates_;

    void start(int64_t at) { start_.grow(static_cast<size_t>(n_cliques_) + 1)[n_cliques_] = at; }

    template <class T> static T* copy(const Buffer<T>& from, int64_t n) {
        const size_t bytes = static_cast<size_t>(n) * sizeof(T);
        T* made = static_cast<T*>(std::malloc(bytes ? bytes : 1));
        if (!made) throw std::bad_alloc();
        if (bytes) std::memcpy(made, from.data(), bytes);
        return made;
    }

    void add(int32_t v) {
        vertex_.grow(static_cast<size_t>(n_members_) + 1)[n_members_] = v;
        ++n_members_;
        in_clique_[static_cast<size_t>(v)] = 1;
        for (int64_t e = graph_.start[v]; e < graph_.start[v + 1]; ++e)
            ++joined_[static_cast<size_t>(graph_.neighbour[e])];
        work_ += graph_.start[v + 1] - graph_.start[v];
    }

    void cover_edges_of(int32_t v) {
        const int64_t begin = graph_.start[v], end = graph_.start[v + 1];
        int32_t* candidates = candidates_.resize(static_cast<size_t>(end - begin) + 1);
        for (int64_t first = begin; first < end; ++first) {
            if (covered_[static_cast<size_t>(first)]) continue;
            const int64_t clique = n_members_;
            add(v);
            add(graph_.neighbour[first]);
            if (work_ <= most_work * (n_ends_ + 1)) {
                grow(v, candidates);
                cover(clique);
            } else {
                cover_pair(v, graph_.neighbour[first], first);
            }
            for (int64_t m = clique; m < n_members_; ++m) {
                const int32_t u = vertex_[static_cast<size_t>(m)];
                in_clique_[static_cast<size_t>(u)] = 0;
                for (int64_t e = graph_.start[u]; e < graph_.start[u + 1]; ++e)
                    joined_[static_cast<size_t>(graph_.neighbour[e])] = 0;
            }
            ++n_cliques_;
            start(n_members_);
        }
    }

    // Add common neighbours, until there is none: those whose edge with v is new, then the others.
    void grow(int32_t v, int32_t* candidates) {
        const int64_t begin = graph_.start[v], end = graph_.start[v + 1];
        int32_t size = 2;
        for (const bool is_new : {true, false}) {
            int64_t n_candidates = 0;
            for (int64_t e = begin; e < end; ++e) {
                const int32_t u = graph_.neighbour[e];
                if (is_new == !covered_[static_cast<size_t>(e)] &&
                    joined_[static_cast<size_t>(u)] == size && !in_clique_[static_cast<size_t>(u)])
                    candidates[n_candidates++] = u;
            }
            const FewerNeighbours fewer{graph_.start};
            // Who has more neighbours leaves more candidates.
            std::sort(candidates, candidates + n_candidates,
                      [fewer](int32_t a, int32_t b) { return fewer(b, a); });
            for (int64_t i = 0; i < n_candidates; ++i) {
                if (joined_[static_cast<size_t>(candidates[i])] != size) continue;
                add(candidates[i]);
                ++size;
            }
        }
    }

    // Mark all edges within the clique that was written last.
    void cover(int64_t clique) {
        for (int64_t m = clique; m < n_members_; ++m) {
            const int32_t u = vertex_[static_cast<size_t>(m)];
            for (int64_t e = graph_.start[u]; e < graph_.start[u + 1]; ++e)
                if (in_clique_[static_cast<size_t>(graph_.neighbour[e])])
                    covered_[static_cast<size_t>(e)] = 1;
        }
    }

    void cover_pair(int32_t v, int32_t u, int64_t end_at_v) {
        covered_[static_cast<size_t>(end_at_v)] = 1;
        const int32_t* const neighbours = graph_.neighbour;
        const int32_t* at =
            std::lower_bound(neighbours + graph_.start[u], neighbours + graph_.start[u + 1], v);
        covered_[static_cast<size_t>(at - neighbours)] = 1;
    }
};

}  // namespace

void cover_edges(CliquesTask& task) { EdgeCover(task.graph).run(task); }

}  // namespace bidvit::BIDVIT_ISA
