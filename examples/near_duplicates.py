"""Near-duplicate removal: of places that were reported again and again, keep one each."""

import argparse
import time

import numpy as np

import bidvit


def make_reports(n_places, n_reports, error, rng):
    """Draw places on land and sea, and reports of them with an error in metres."""
    latitude = np.degrees(np.arcsin(rng.uniform(-0.9, 0.9, n_places)))
    longitude = rng.uniform(-180, 180, n_places)
    place = rng.integers(0, n_places, n_reports)
    # One degree of latitude is about 111 km everywhere, one of longitude less towards the poles.
    off = rng.normal(scale=error / 111_195, size=(2, n_reports))
    return np.column_stack(
        [
            latitude[place] + off[0],
            longitude[place] + off[1] / np.cos(np.radians(latitude[place])),
        ]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reports", type=int, default=500_000, help="(default: %(default)s)")
    n_reports = parser.parse_args().reports
    n_places, error, epsilon = n_reports // 10, 5.0, 50.0

    rng = np.random.default_rng(0)
    X = make_reports(n_places, n_reports, error, rng)
    print(f"{len(X):,} reports of {n_places:,} places, each some {error:g} m off.")

    start = time.perf_counter()
    kept = bidvit.thin(X, epsilon, metric="haversine", random_state=0)
    print(
        f"bidvit.thin(X, {epsilon:g}) keeps {len(kept):,} of them, in "
        f"{time.perf_counter() - start:.2f} s: no two are closer than {epsilon:g} m,\n"
        "and every report is closer than that to one that was kept."
    )

    coarse = bidvit.coarsen(X, epsilon, metric="haversine", separation="global", random_state=0)
    most = coarse.weights.argmax()
    latitude, longitude = coarse.points[most]
    print(
        "bidvit.coarsen() also says which reports each of them stands for. The farthest is "
        f"{coarse.max_radius:.1f} m\naway. Most, {coarse.weights[most]:.0f}, are at "
        f"{latitude:.4f}, {longitude:.4f}."
    )


if __name__ == "__main__":
    main()
