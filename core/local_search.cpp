// Iterated local search on a graph by itself: what SearchTask runs on each component of what the
// reductions leave.

#include "local_search.hpp"

#include "random.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

// A gain counts if it is more than rounding: a sum of neighbours is too small by less than this
// share. So every step of a descent makes the set truly heavier, and it ends.
constexpr double gain_factor = 1 + 1e-9;
// A loss of this share of what was dropped first is kept with a probability of one half.
constexpr double half_kept = 0.07;
// Of how many random vertices the one that costs least is forced in.
constexpr int n_candidates = 2;
// Steps of the walk per iteration: each costs about a fifth of an iteration.
constexpr int64_t steps_per_iteration = 5;

}  // namespace

uint32_t LocalSearch::random_below(int64_t n) {
    const uint64_t random = mix(stream_ + 0x9e3779b97f4a7c15ull * ++n_drawn_);
    return static_cast<uint32_t>((random >> 32) * static_cast<uint64_t>(n) >> 32);
}

void LocalSearch::move_to(int32_t v, int64_t place) {
    const int64_t from = place_[static_cast<size_t>(v)];
    const int32_t other = order_[static_cast<size_t>(place)];
    order_[static_cast<size_t>(from)] = other;
    order_[static_cast<size_t>(place)] = v;
    place_[static_cast<size_t>(other)] = static_cast<int32_t>(from);
    place_[static_cast<size_t>(v)] = static_cast<int32_t>(place);
}

void LocalSearch::ask(int32_t v) {
    if (asked_[static_cast<size_t>(v)]) return;
    asked_[static_cast<size_t>(v)] = 1;
    asked_for_.push(v);
}

void LocalSearch::insert(int32_t v) {
    in_[static_cast<size_t>(v)] = 1;
    move_to(v, n_in_++);
    const double w = graph_.weights[v];
    Vertex* vertex = vertex_.data();
    for (int64_t e = graph_.start[v]; e < graph_.start[v + 1]; ++e) {
        Vertex& u = vertex[graph_.neighbour[e]];
        u.load += w;
        ++u.count;
        u.link ^= v;
    }
}

// The neighbours that might profit are asked later. `passed_to`: the vertex that takes the place of
// v by itself and is no lighter, or -1. Who had v as only neighbour in the set then has that one,
// and what was no gain before is none now.
void LocalSearch::remove(int32_t v, int32_t passed_to) {
    in_[static_cast<size_t>(v)] = 0;
    move_to(v, --n_in_);
    const double* weights = graph_.weights;
    const double w = weights[v];
    Vertex* vertex = vertex_.data();
    for (int64_t e = graph_.start[v]; e < graph_.start[v + 1]; ++e) {
        const int32_t u = graph_.neighbour[e];
        Vertex& state = vertex[u];
        --state.count;
        state.link ^= v;
        if (state.count == 0) {
            state.load = 0;
            free_.push(u);
        } else if (state.count == 1) {
            state.load = weights[state.link];
            if (state.link != passed_to) ask(u);
        } else {
            state.load -= w;
            if (state.load < 1e-3 * w) {
                // Most of the sum is gone, and with it most of its digits.
                double sum = 0;
                for (int64_t f = graph_.start[u]; f < graph_.start[u + 1]; ++f)
                    if (in_[static_cast<size_t>(graph_.neighbour[f])])
                        sum += weights[graph_.neighbour[f]];
                state.load = sum;
            }
            if (weights[u] > state.load) ask(u);
        }
    }
}

void LocalSearch::add(int32_t v) {
    insert(v);
    log_.push(v);
    gain_ += graph_.weights[v];
}

void LocalSearch::drop(int32_t v, int32_t passed_to) {
    remove(v, passed_to);
    log_.push(~v);
    gain_ -= graph_.weights[v];
}

// Put a vertex into the set in place of its neighbours there.
void LocalSearch::swap_in(int32_t v) {
    const Vertex& state = vertex_[static_cast<size_t>(v)];
    const bool alone = state.count == 1 && graph_.weights[v] >= graph_.weights[state.link];
    add(v);
    for (int64_t e = graph_.start[v]; state.count > 0; ++e) {
        const int32_t u = graph_.neighbour[e];
        if (in_[static_cast<size_t>(u)]) drop(u, alone ? v : -1);
    }
}

// Undo the iteration.
void LocalSearch::take_back() {
    while (log_.size > 0) {
        const int32_t v = log_.pop();
        if (v >= 0)
            remove(v, -1);
        else
            insert(~v);
    }
    free_.size = 0;
    while (asked_for_.size > 0) asked_[static_cast<size_t>(asked_for_.pop())] = 0;
}

// From what is free or asked for to a local optimum, of the neighbourhoods in the order of their
// cost. Returns false when stopped.
bool LocalSearch::descend() {
    for (;;) {
        if (stopped()) return false;
        if (free_.size > 0) {
            const int32_t v = free_.pop();
            if (!in_[static_cast<size_t>(v)] && vertex_[static_cast<size_t>(v)].count == 0) add(v);
        } else if (asked_for_.size > 0) {
            const int32_t v = asked_for_.pop();
            asked_[static_cast<size_t>(v)] = 0;
            if (!in_[static_cast<size_t>(v)]) improve(v);
        } else {
            return true;
        }
    }
}

void LocalSearch::improve(int32_t v) {
    Vertex& state = vertex_[static_cast<size_t>(v)];
    if (state.count == 1 && forced_[static_cast<size_t>(state.link)] == iteration_) {
        put_off_.push(v);
        return;
    }
    const double w = graph_.weights[v];
    if (w > gain_factor * state.load) {
        double sum = 0;
        for (int64_t e = graph_.start[v]; e < graph_.start[v + 1]; ++e) {
            const int32_t u = graph_.neighbour[e];
            if (!in_[static_cast<size_t>(u)]) continue;
            sum += graph_.weights[u];
            if (forced_[static_cast<size_t>(u)] != iteration_) continue;
            put_off_.push(v);
            return;
        }
        state.load = sum;
        if (w > gain_factor * sum) {
            swap_in(v);
            return;
        }
    }
    if (state.count == 1) swap_for_two(v);
}

// Look for another vertex that has the same only neighbour in the set, so that the two outweigh it.
void LocalSearch::swap_for_two(int32_t v) {
    const int32_t leaving = vertex_[static_cast<size_t>(v)].link;
    const double* weights = graph_.weights;
    const double needed = gain_factor * weights[leaving];
    const Vertex* vertex = vertex_.data();
    partners_.size = 0;
    for (int64_t e = graph_.start[leaving]; e < graph_.start[leaving + 1]; ++e) {
        const int32_t u = graph_.neighbour[e];
        if (vertex[u].count == 1 && u != v && weights[u] + weights[v] > needed) partners_.push(u);
    }
    if (partners_.size == 0) return;
    ++stamp_;
    int64_t* mark = mark_.data();
    for (int64_t e = graph_.start[v]; e < graph_.start[v + 1]; ++e)
        mark[graph_.neighbour[e]] = stamp_;
    int32_t partner = -1;
    int64_t n_equal = 0;
    for (int64_t i = 0; i < partners_.size; ++i) {
        const int32_t u = partners_[i];
        if (mark[u] == stamp_ || (partner >= 0 && weights[u] < weights[partner])) continue;
        n_equal = partner >= 0 && weights[u] == weights[partner] ? n_equal + 1 : 1;
        if (random_below(n_equal) == 0) partner = u;
    }
    if (partner < 0) return;
    drop(leaving, -1);
    add(v);
    add(partner);
}

// Which vertex to force in.
int32_t LocalSearch::choose() {
    int32_t chosen = -1;
    double least_loss = 0;
    for (int i = 0; i < n_candidates; ++i) {
        const int32_t v = order_[static_cast<size_t>(n_in_ + random_below(graph_.n - n_in_))];
        const double loss = vertex_[static_cast<size_t>(v)].load - graph_.weights[v];
        if (chosen >= 0 && loss >= least_loss) continue;
        chosen = v;
        least_loss = loss;
    }
    return chosen;
}

// A loss of k times half_kept is kept with a probability of about 2 to the power of -k: linear
// between powers of two, since no function of the C library is the same everywhere.
bool LocalSearch::keeps_loss(double lost, double scale) {
    const uint64_t random = mix(stream_ + 0x9e3779b97f4a7c15ull * ++n_drawn_) | 1;
    const int n_halvings = __builtin_clzll(random);
    const double rest = static_cast<double>(random << n_halvings >> 11) * 0x1p-52;  // 1 to 2
    return lost <= half_kept * scale * (n_halvings + 2 - rest);
}

// Take back what has got worse since the set was best, part by part; returns false when stopped.
bool LocalSearch::merge_with_best() {
    const auto n = static_cast<size_t>(graph_.n);
    const int64_t n_lost = differences_.find_losses(graph_, in_.data(), best_.data());
    const int32_t* lost = differences_.vertices();
    for (int64_t i = 0; i < n_lost; ++i)
        if (in_[static_cast<size_t>(lost[i])]) remove(lost[i], -1);
    for (int64_t i = 0; i < n_lost; ++i)
        if (best_[static_cast<size_t>(lost[i])]) insert(lost[i]);
    const bool complete = descend();
    std::memcpy(best_.data(), in_.data(), n);
    return complete;
}

bool LocalSearch::prepare(const uint8_t* start, uint64_t seed) {
    const auto n = static_cast<size_t>(graph_.n);
    stream_ = mix(seed + 0x94d049bb133111ebull);
    n_drawn_ = 0;
    n_in_ = iteration_ = stamp_ = 0;
    free_.size = asked_for_.size = put_off_.size = log_.size = 0;
    vertex_.resize(n);
    in_.resize(n);
    asked_.resize(n);
    best_.resize(n);
    order_.resize(n);
    place_.resize(n);
    forced_.resize(n);
    mark_.resize(n);
    for (size_t v = 0; v < n; ++v) {
        vertex_[v] = {0, 0, 0};
        in_[v] = 0;
        asked_[v] = 1;
        order_[v] = place_[v] = static_cast<int32_t>(v);
        forced_[v] = -1;
        mark_[v] = 0;
    }
    for (int32_t v = 0; v < graph_.n; ++v)
        if (start && start[v]) insert(v);
    for (int32_t v = 0; v < graph_.n; ++v) asked_for_.push(v);
    for (int32_t v = 0; v < graph_.n; ++v)
        if (vertex_[static_cast<size_t>(v)].count == 0) free_.push(v);
    const bool complete = descend();
    std::memcpy(best_.data(), in_.data(), n);
    return complete;
}

bool LocalSearch::iterate(int64_t iterations) {
    int64_t last_look = 0;
    for (iteration_ = 1; iteration_ <= iterations && n_in_ < graph_.n; ++iteration_) {
        gain_ = 0;
        log_.size = put_off_.size = 0;
        const int32_t v = choose();
        const double scale = vertex_[static_cast<size_t>(v)].load;
        forced_[static_cast<size_t>(v)] = iteration_;
        swap_in(v);
        if (!descend()) return false;
        if (gain_ < 0 && !keeps_loss(-gain_, scale)) {
            take_back();
        } else {
            // The vertex is one like the others again.
            forced_[static_cast<size_t>(v)] = -1;
            while (put_off_.size > 0) {
                const int32_t u = put_off_.pop();
                if (!in_[static_cast<size_t>(u)]) ask(u);
            }
            if (!descend()) return false;
        }
        if (iteration_ - last_look < greatest(n_in_, int64_t{8})) continue;
        last_look = iteration_;
        if (!merge_with_best()) return false;
    }
    return merge_with_best();
}

bool LocalSearch::search(const WeightedGraph& graph, const uint8_t* start, uint64_t seed,
                         int64_t iterations, const Stop* stop, uint8_t* picked) {
    graph_ = graph;
    stop_ = stop;
    const int64_t n = graph.n;
    bool all_equal = true;
    double before = 0, after = 0;
    for (int64_t v = 0; v < n; ++v) {
        all_equal = all_equal && graph.weights[v] == graph.weights[0];
        if (start && start[v]) before += graph.weights[v];
    }
    if (!prepare(start, seed)) return false;
    if (all_equal) {
        std::memcpy(picked, in_.data(), static_cast<size_t>(n));
        if (!walk_.walk(graph, stream_, steps_per_iteration * iterations, stop, picked) ||
            !prepare(picked, seed))
            return false;
    } else if (!iterate(iterations)) {
        return false;
    }
    for (int64_t v = 0; v < n; ++v)
        if (in_[static_cast<size_t>(v)]) after += graph.weights[v];
    if (start && after < before) {
        // Gains and losses within rounding have added up; what is free of the start comes in.
        if (!prepare(start, seed)) return false;
    }
    std::memcpy(picked, in_.data(), static_cast<size_t>(n));
    return true;
}

}  // namespace bidvit::BIDVIT_ISA
