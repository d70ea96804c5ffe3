// What the files of bindings share: array types, calls without the GIL, checks of arguments.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels.hpp"

namespace bidvit {

namespace nb = nanobind;
using namespace nb::literals;

// The kernels in use.
extern const KernelSet* active_set;

// The bindings of graph problems and their solvers.
void bind_selection(nb::module_& m);
// And of what scores clusterings.
void bind_measures(nb::module_& m);

template <class T> using Array1 =
    nb::ndarray<nb::numpy, T, nb::shape<-1>, nb::c_contig, nb::device::cpu>;
template <class T> using Array3 =
    nb::ndarray<nb::numpy, T, nb::shape<-1, -1, -1>, nb::c_contig, nb::device::cpu>;
template <class T> using Array2 =
    nb::ndarray<nb::numpy, T, nb::shape<-1, -1>, nb::c_contig, nb::device::cpu>;

struct Stopped : std::exception {
    const char* what() const noexcept override { return "stopped before the end"; }
};

template <class T> const Kernels<T>& kernels() {
    if constexpr (std::is_same_v<T, float>)
        return active_set->f32;
    else
        return active_set->f64;
}

// Run a kernel without the GIL; a stopped one raises.
template <class Task> void run(bool (*kernel)(Task&), Task& task) {
    bool complete;
    {
        nb::gil_scoped_release release;
        complete = kernel(task);
    }
    if (!complete) throw Stopped();
}

inline void require(bool condition, const char* what) {
    if (!condition) throw std::invalid_argument(what);
}

// An optional array: absent, or with room for n.
template <class A> bool holds(const std::optional<A>& array, size_t n) {
    return !array || array->shape(0) >= n;
}
template <class A> auto data_of(const std::optional<A>& array) {
    return array ? array->data() : nullptr;
}

inline Metric metric_of(const std::string& name) {
    if (name == "euclidean") return Metric::euclidean;
    if (name == "manhattan") return Metric::manhattan;
    if (name == "chebyshev") return Metric::chebyshev;
    throw std::invalid_argument("metric must be 'euclidean', 'manhattan' or 'chebyshev', got '" +
                                name + "'");
}

inline Linkage linkage_of(const std::string& name) {
    if (name == "distance") return Linkage::distance;
    if (name == "ward") return Linkage::ward;
    throw std::invalid_argument("linkage must be 'distance' or 'ward', got '" + name + "'");
}

inline Representation representation_of(const std::string& name) {
    if (name == "point") return Representation::point;
    if (name == "centroid") return Representation::centroid;
    throw std::invalid_argument("representation must be 'point' or 'centroid', got '" + name + "'");
}

}  // namespace bidvit
