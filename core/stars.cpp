// The neighbours of one vertex, for the reductions: which of them, and which sets of them, are
// worth more than the vertex itself.

#include "stars.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

// Searches that take longer are given up; the answer is then the one that settles nothing.
constexpr int max_steps = 256;

constexpr uint32_t bit(int i) { return uint32_t{1} << i; }

}  // namespace

bool Star::load(LiveGraph& graph, int32_t v, int64_t& work) {
    degree = graph.degree[static_cast<size_t>(v)];
    centre_ = graph.weight[static_cast<size_t>(v)];
    const int32_t* list = graph.neighbours(v);
    for (int i = 0; i < degree; ++i) {
        const int32_t u = list[i];
        const double w = graph.weight[static_cast<size_t>(u)];
        int j = i;
        for (; j > 0 && (weight_[j - 1] < w || (weight_[j - 1] == w && neighbour[j - 1] > u));
             --j) {
            weight_[j] = weight_[j - 1];
            neighbour[j] = neighbour[j - 1];
        }
        weight_[j] = w;
        neighbour[j] = u;
    }
    work += 2 * degree;
    const bool rows = graph.has_rows();
    uint8_t* place = place_.resize(static_cast<size_t>(graph.n));
    if (!rows) {
        graph.unmark_all();
        for (int i = 0; i < degree; ++i) {
            graph.mark(neighbour[i]);
            place[neighbour[i]] = static_cast<uint8_t>(i);
        }
    }
    // One that is heavier than v together with any other is needless only if it is joined to all
    // others: then v dominates it, and it is gone already.
    const double lightest = weight_[degree - 1];
    const bool some_needless = !(weight_[degree - 1] + lightest > centre_);
    int n_sets_at_least = 0;
    for (int i = 0; i < degree; ++i) n_sets_at_least += weight_[i] > centre_;
    int n_partners = degree;  // how many of the first ones are heavier than v with this one
    for (int i = 0; i < degree; ++i) {
        const int32_t u = neighbour[i];
        uint32_t joined = 0;
        if (rows) {
            joined = graph.joined_among(u, neighbour, degree) & ~bit(i);
            work += degree;
        } else {
            const int32_t* ends = graph.neighbours(u);
            const int32_t n = graph.degree[static_cast<size_t>(u)];
            const auto passed = graph.passed();
            for (int32_t e = 0; e < n; ++e)
                if (passed(ends[e])) joined |= bit(place[ends[e]]);
            work += n;
        }
        joined_[i] = joined;
        if (some_needless) continue;
        while (n_partners > 0 && !(weight_[n_partners - 1] + weight_[i] > centre_)) --n_partners;
        const uint32_t later =
            ~uint32_t{1} << i & (n_partners ? ~uint32_t{0} >> (32 - n_partners) : 0);
        n_sets_at_least += std::popcount(later & ~joined);
        if (n_sets_at_least > degree) return false;
    }
    return true;
}

// Whether an independent set of the candidates weighs more than `need`, or the search is too long.
bool Star::exceeds(uint32_t candidates, double need, int& steps) const {
    double sum = 0;
    for (uint32_t rest = candidates; rest && !(sum > need); rest &= rest - 1)
        sum += weight_[std::countr_zero(rest)];
    if (!(sum > need)) return false;
    if (++steps > max_steps) return true;
    const int heaviest = std::countr_zero(candidates);
    if (weight_[heaviest] > need) return true;
    candidates &= ~bit(heaviest);
    return exceeds(candidates & ~joined_[heaviest], need - weight_[heaviest], steps) ||
           exceeds(candidates, need, steps);
}

uint32_t Star::find_needless(int64_t& work) const {
    uint32_t needless = 0;
    for (int i = degree - 1; i >= 0; --i) {
        if (weight_[i] > centre_) break;
        int steps = 0;
        // A neighbour that has been found needless is in no heavier set with this one either.
        const uint32_t others = all() & ~needless & ~joined_[i] & ~bit(i);
        if (!exceeds(others, centre_ - weight_[i], steps)) needless |= bit(i);
        work += 1 + 8 * steps;
    }
    return needless;
}

// List the sets that begin with `members` and go on with candidates. False if there are too many.
bool Star::extend(uint32_t members, double weight, uint32_t candidates, int& steps) {
    if (++steps > max_steps) return false;
    if (weight > centre_) {
        if (n_sets == degree) return false;
        sets[n_sets++] = {members, weight};
    }
    while (candidates) {
        double reach = weight;
        for (uint32_t rest = candidates; rest && !(reach > centre_); rest &= rest - 1)
            reach += weight_[std::countr_zero(rest)];
        if (!(reach > centre_)) return true;
        const int next = std::countr_zero(candidates);
        candidates &= candidates - 1;
        if (!extend(members | bit(next), weight + weight_[next], candidates & ~joined_[next],
                    steps))
            return false;
    }
    return true;
}

bool Star::list_sets(int64_t& work) {
    n_sets = 0;
    int steps = 0;
    const bool complete = extend(0, 0, all(), steps);
    work += 8 * steps;
    return complete;
}

}  // namespace bidvit::BIDVIT_ISA
