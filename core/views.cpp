// What of a level a viewport shows: walks down a tree whose nodes lie in a plane, each in a box
// that holds its disc and those of everything below it.

#include "views.hpp"

#include <algorithm>
#include <cmath>

namespace bidvit::BIDVIT_ISA {

void bound_subtrees(SubtreesTask& task) {
    // Boxes are low x, low y, high x, high y.
    for (int64_t p = 0; p < task.n_inner; ++p) {
        double* box = task.boxes + 4 * p;
        box[0] = task.x[p] - task.reach_x[p];
        box[1] = task.y[p] - task.reach_y[p];
        box[2] = task.x[p] + task.reach_x[p];
        box[3] = task.y[p] + task.reach_y[p];
        for (int32_t leaf = task.leaf_begin[p]; leaf < task.leaf_begin[p + 1]; ++leaf) {
            const double x = task.leaf_x[leaf], y = task.leaf_y[leaf];
            box[0] = std::min(box[0], x);
            box[1] = std::min(box[1], y);
            box[2] = std::max(box[2], x);
            box[3] = std::max(box[3], y);
        }
    }
    // Backwards, a node comes before its parent.
    for (int64_t p = task.n_inner - 1; p >= 0; --p) {
        if (task.parents[p] < 0) continue;
        const double* box = task.boxes + 4 * p;
        double* above = task.boxes + 4 * static_cast<int64_t>(task.parents[p]);
        above[0] = std::min(above[0], box[0]);
        above[1] = std::min(above[1], box[1]);
        above[2] = std::max(above[2], box[2]);
        above[3] = std::max(above[3], box[3]);
    }
}

namespace {

// A viewport, once or at every period along x.
class Viewport {
  public:
    explicit Viewport(const ViewTask& task)
        : low_x_(task.viewport[0]),
          low_y_(task.viewport[1]),
          high_x_(task.viewport[2]),
          high_y_(task.viewport[3]),
          period_(task.period),
          is_disc_(task.is_disc) {}

    bool meets_box(const double* box) const {
        return box[1] <= high_y_ && box[3] >= low_y_ && distance_x(box[0], box[2]) <= 0;
    }
    bool holds(double x, double y) const {
        return y >= low_y_ && y <= high_y_ && distance_x(x, x) <= 0;
    }
    bool meets(double x, double y, double reach_x, double reach_y) const {
        const double dx = distance_x(x, x);
        const double dy = std::max({low_y_ - y, y - high_y_, 0.0});
        if (!(dx <= reach_x && dy <= reach_y)) return false;
        if (!is_disc_ || dx <= 0 || dy <= 0) return true;
        const double u = dx / reach_x, v = dy / reach_y;
        return u * u + v * v <= 1;
    }

  private:
    const double low_x_, low_y_, high_x_, high_y_, period_;
    const bool is_disc_;

    // How far an interval is from the viewport's along x, 0 if they meet.
    double distance_x(double low, double high) const {
        double least = apart(low, high);
        if (period_ > 0 && least > 0)
            least = std::min({least, apart(low - period_, high - period_),
                              apart(low + period_, high + period_)});
        return least;
    }
    double apart(double low, double high) const {
        return std::max({low_x_ - high, low - high_x_, 0.0});
    }
};

}  // namespace

void find_in_view(ViewTask& task) {
    const Viewport viewport(task);
    int64_t n = 0;
    // Counted on past the room by one, which says that there is more.
    const auto add = [&](int64_t node) {
        if (n < task.room) task.nodes[n] = static_cast<int32_t>(node);
        ++n;
    };
    const auto add_leaves = [&](int32_t begin, int32_t end) {
        for (int32_t leaf = begin; leaf < end && n <= task.room; ++leaf)
            if (viewport.holds(task.leaf_x[leaf], task.leaf_y[leaf])) add(leaf);
    };
    // Leaves that are roots themselves come before all inner nodes.
    if (task.first == 0 && task.with_root_leaves) add_leaves(0, task.leaf_begin[0]);
    for (int64_t p = task.first; p < task.last && n <= task.room;) {
        if (!viewport.meets_box(task.boxes + 4 * p)) {
            p = task.subtree_end[p];
        } else if (task.births[p] <= task.level) {
            if (viewport.meets(task.x[p], task.y[p], task.reach_x[p], task.reach_y[p]))
                add(task.n_leaves + p);
            p = task.subtree_end[p];
        } else {
            add_leaves(task.leaf_begin[p], task.leaf_begin[p + 1]);
            ++p;
        }
    }
    task.n_found = n;
}

}  // namespace bidvit::BIDVIT_ISA
