// The nearest colour of a palette, for colours one by one and for the pixels of an image among
// which errors are spread.

#include "palette.hpp"

#include <cmath>
#include <limits>

namespace bidvit::BIDVIT_ISA {

namespace {

constexpr int64_t most_cells = 1 << 18;
constexpr int64_t cells_per_entry = 3;
constexpr int64_t block_edge = 4;    // cells along each edge of a block
constexpr float slack = 1.0f / 256;  // of a cell, for rounding; bounds must hold for all in it

struct Entry {
    float at[3];
    int32_t number;
};

struct Box {
    float low[3], high[3];
};

BIDVIT_INLINE float squared_distance(const float* a, const float* b) {
    const float x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return (x * x + y * y) + z * z;
}

// Lists of entries, one per cell, in one growing array.
class Lists {
  public:
    void resize(int64_t n) {
        begin_.resize(static_cast<size_t>(n));
        end_.resize(static_cast<size_t>(n));
        for (int64_t i = 0; i < n; ++i) begin_[i] = -1;
    }
    bool has(int64_t cell) const { return begin_[cell] >= 0; }
    const Entry* begin(int64_t cell) const { return entries_.data() + begin_[cell]; }
    const Entry* end(int64_t cell) const { return entries_.data() + end_[cell]; }

    // The entries that can be nearest to some place in a box: those whose least distance from it is
    // no more than what some entry keeps from all of it.
    void make(int64_t cell, const Box& box, const Entry* first, const Entry* last) {
        float bound = std::numeric_limits<float>::infinity();
        for (const Entry* e = first; e < last; ++e) {
            float farthest = 0;
            for (int a = 0; a < 3; ++a) {
                const float x = greatest(e->at[a] - box.low[a], box.high[a] - e->at[a]);
                farthest += x * x;
            }
            bound = least(bound, farthest);
        }
        bound *= 1.0f + 1e-5f;
        begin_[cell] = static_cast<int64_t>(n_entries_);
        entries_.grow(n_entries_ + static_cast<size_t>(last - first));
        for (const Entry* e = first; e < last; ++e) {
            float nearest = 0;
            for (int a = 0; a < 3; ++a) {
                const float x =
                    greatest(greatest(box.low[a] - e->at[a], e->at[a] - box.high[a]), 0.0f);
                nearest += x * x;
            }
            if (nearest <= bound) entries_[n_entries_++] = *e;
        }
        end_[cell] = static_cast<int64_t>(n_entries_);
    }

  private:
    Buffer<int64_t> begin_, end_;
    Buffer<Entry> entries_;
    size_t n_entries_ = 0;
};

class PaletteGrid {
  public:
    // No colour that is asked for may be outside of the box: low and high of three axes.
    PaletteGrid(const float* palette, int64_t n, const float* box) {
        palette_.resize(static_cast<size_t>(n));
        for (int64_t i = 0; i < n; ++i)
            palette_[i] = {{palette[3 * i], palette[3 * i + 1], palette[3 * i + 2]},
                           static_cast<int32_t>(i)};
        n_palette_ = n;
        float widest = 0;
        for (int a = 0; a < 3; ++a) {
            low_[a] = box[a];
            widest = greatest(widest, box[3 + a] - box[a]);
        }
        const int64_t wanted = least(most_cells, cells_per_entry * n);
        edge_ = widest > 0 ? widest : 1.0f;
        count_cells(box);
        // A flat box ends with 256 cells along its widest edge.
        while (widest > 0 && n_[0] * n_[1] * n_[2] < wanted && edge_ > widest / 256) {
            edge_ *= 0.8f;
            count_cells(box);
        }
        for (int a = 0; a < 3; ++a) n_blocks_[a] = (n_[a] + block_edge - 1) / block_edge;
        cells_.resize(n_[0] * n_[1] * n_[2]);
        blocks_.resize(n_blocks_[0] * n_blocks_[1] * n_blocks_[2]);
    }

    // Ties to the lowest number: lists are ascending.
    BIDVIT_INLINE int32_t find_nearest(const float* colour) {
        int64_t place[3];
        for (int a = 0; a < 3; ++a)
            place[a] = least(static_cast<int64_t>((colour[a] - low_[a]) / edge_), n_[a] - 1);
        const int64_t cell = (place[0] * n_[1] + place[1]) * n_[2] + place[2];
        if (!cells_.has(cell)) fill(cell, place);
        float best = std::numeric_limits<float>::infinity();
        int32_t nearest = 0;
        for (const Entry *e = cells_.begin(cell), *end = cells_.end(cell); e < end; ++e) {
            const float value = squared_distance(e->at, colour);
            if (value < best) {
                best = value;
                nearest = e->number;
            }
        }
        return nearest;
    }

  private:
    void count_cells(const float* box) {
        for (int a = 0; a < 3; ++a) n_[a] = 1 + static_cast<int64_t>((box[3 + a] - box[a]) / edge_);
    }

    void fill(int64_t cell, const int64_t* place) {
        int64_t of_block[3];
        for (int a = 0; a < 3; ++a) of_block[a] = place[a] / block_edge;
        const int64_t block =
            (of_block[0] * n_blocks_[1] + of_block[1]) * n_blocks_[2] + of_block[2];
        if (!blocks_.has(block))
            blocks_.make(block, box_of(of_block, block_edge), palette_.data(),
                         palette_.data() + n_palette_);
        cells_.make(cell, box_of(place, 1), blocks_.begin(block), blocks_.end(block));
    }

    Box box_of(const int64_t* place, int64_t n_cells) const {
        Box box;
        for (int a = 0; a < 3; ++a) {
            box.low[a] = low_[a] + edge_ * (static_cast<float>(place[a] * n_cells) - slack);
            box.high[a] = low_[a] + edge_ * (static_cast<float>((place[a] + 1) * n_cells) + slack);
        }
        return box;
    }

    Buffer<Entry> palette_;
    int64_t n_palette_;
    float low_[3], edge_;
    int64_t n_[3], n_blocks_[3];
    Lists cells_, blocks_;
};

}  // namespace

bool match_palette(MatchTask& task) {
    PaletteGrid grid(task.palette, task.n_palette, task.box);
    for (int64_t i = task.begin; i < task.end; ++i) {
        if (i % 1024 == 0 && task.stop->load(std::memory_order_relaxed)) return false;
        task.nearest[i] = grid.find_nearest(task.colours + 3 * i);
    }
    return true;
}

// Floyd and Steinberg, row after row in alternating directions. What is left of a colour beyond the
// box is dropped, so that errors cannot pile up where the palette does not reach.
bool dither(DitherTask& task) {
    PaletteGrid grid(task.palette, task.n_palette, task.box);
    const int64_t width = task.width, room = 3 * (width + 2);
    Buffer<float> errors;  // of this row and the next, with a pixel to spare at either end
    errors.resize(static_cast<size_t>(2 * room));
    float *here = errors.data(), *below = here + room;
    for (int64_t i = 0; i < 2 * room; ++i) here[i] = 0;
    for (int64_t y = 0; y < task.height; ++y) {
        if (task.stop->load(std::memory_order_relaxed)) return false;
        const int64_t step = y % 2 == 0 ? 1 : -1;
        for (int64_t i = 0, x = step > 0 ? 0 : width - 1; i < width; ++i, x += step) {
            const int32_t pixel = task.pixels[y * width + x];
            if (pixel < 0) {
                task.numbers[y * width + x] = -1;
                continue;
            }
            const float* colour = task.colours + 3 * static_cast<int64_t>(pixel);
            float *error = here + 3 * (x + 1), *under = below + 3 * (x + 1);
            float wanted[3];
            for (int a = 0; a < 3; ++a)
                wanted[a] = least(greatest(colour[a] + error[a], task.box[a]), task.box[3 + a]);
            const int32_t chosen = grid.find_nearest(wanted);
            task.numbers[y * width + x] = chosen;
            for (int a = 0; a < 3; ++a) {
                const float part =
                    (wanted[a] - task.palette[3 * static_cast<int64_t>(chosen) + a]) / 16;
                error[3 * step + a] += 7 * part;
                under[-3 * step + a] += 3 * part;
                under[a] += 5 * part;
                under[3 * step + a] += part;
            }
        }
        float* used = here;
        here = below;
        below = used;
        for (int64_t i = 0; i < room; ++i) below[i] = 0;
    }
    return true;
}

}  // namespace bidvit::BIDVIT_ISA
