"""`bidvit doctor`: what is installed, and whether the core computes what it should."""

from __future__ import annotations

import platform
import time

import click


@click.command(short_help="Check the installation.", epilog="\b\nExample:\n  bidvit doctor")
@click.option("--json", "as_json", is_flag=True, help="Print all of it as JSON.")
def doctor(as_json: bool) -> None:
    """Show versions, optional packages and vector instructions, and check the core.

    Ends with exit code 1 if the core does not compute what it should.
    """
    import numpy as np

    from bidvit import _core
    from bidvit.cli.files import print_json

    start = time.perf_counter()
    failures = check_core()
    seconds = time.perf_counter() - start
    packages = find_packages()
    versions = {
        "bidvit": _version("bidvit"),
        "Python": platform.python_version(),
        "NumPy": np.__version__,
        "SciPy": _version("scipy"),
        "scikit-learn": _version("scikit-learn"),
    }
    system = f"{platform.system()} {platform.machine()}"
    if as_json:
        print_json(
            {
                "versions": versions,
                "system": system,
                "instruction_set": _core.instruction_set(),
                "extras": packages,
                "failures": failures,
                "seconds": seconds,
            }
        )
    else:
        _print(versions, system, _core.instruction_set(), packages, failures, seconds)
    if failures:
        raise click.exceptions.Exit(1)


def find_packages() -> dict[str, dict[str, str | None]]:
    """Return the packages of every extra with their versions, None where one is missing."""
    import re
    from importlib.metadata import metadata, requires

    extras: dict[str, dict[str, str | None]] = {
        name: {} for name in metadata("bidvit").get_all("Provides-Extra") or [] if name != "all"
    }
    for line in requires("bidvit") or []:
        package = re.match(r"[\w.-]+", line)
        extra = re.search(r"extra\s*==\s*['\"]([\w-]+)['\"]", line)
        if package and extra and extra[1] in extras and package[0] != "bidvit":
            extras[extra[1]][package[0]] = _version(package[0])
    return extras


def _version(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def check_core() -> list[str]:
    """Return what the core gets wrong: compared with the definitions, in plain NumPy."""
    import numpy as np

    from bidvit.coarsening import coarsen
    from bidvit.datasets import make_grid
    from bidvit.engines.memory import cluster

    failures = []
    X, _ = make_grid(2, 10, random_state=0)
    epsilon = 1.5
    coarse = coarsen(X, epsilon, separation="global", random_state=0)
    between = np.linalg.norm(coarse.points[:, None] - coarse.points[None], axis=2)
    np.fill_diagonal(between, np.inf)
    if between.min() < epsilon:
        failures.append("representatives are closer than epsilon")
    distances = np.linalg.norm(X[:, None] - coarse.points[None], axis=2)
    if not (distances.min(axis=1) < epsilon).all():
        failures.append("rows are farther than epsilon from every representative")
    if not np.allclose(distances[np.arange(len(X)), coarse.labels], distances.min(axis=1)):
        failures.append("rows do not belong to a nearest representative")
    trees = [cluster(X, random_state=0, n_jobs=n_jobs) for n_jobs in (1, 2)]
    if any(
        one.epsilon != other.epsilon or not np.array_equal(one.points, other.points)
        for one, other in zip(*(tree.levels for tree in trees), strict=True)
    ):
        failures.append("the tree depends on the number of threads")
    cut = trees[0].cut(n_clusters=100)
    means = [X[cut.labels == k].mean(axis=0) for k in range(100)]
    if not np.allclose(cut.centers, means):
        failures.append("centers are not the means of their rows")
    nearest = np.linalg.norm(X[:, None] - cut.centers[None], axis=2).min(axis=1)
    if not np.allclose(cut.nearest(X)[1][:, 0], nearest):
        failures.append("distances from the nearest centers are wrong")
    return failures


def _print(
    versions: dict[str, str | None],
    system: str,
    instruction_set: str,
    packages: dict[str, dict[str, str | None]],
    failures: list[str],
    seconds: float,
) -> None:
    from bidvit.cli.reporting import print_facts

    shown = {"system": system, "instructions": instruction_set}
    print_facts([(name, str(value)) for name, value in (versions | shown).items()])
    click.echo()
    facts: list[tuple[str, str]] = []
    for extra, found in packages.items():
        missing = [name for name, version in found.items() if version is None]
        present = ", ".join(f"{name} {version}" for name, version in found.items() if version)
        if missing:
            mark = click.style(f"missing: {', '.join(missing)}", fg="yellow")
            facts.append((extra, f'{mark}; install with: pip install "bidvit[{extra}]"'))
        else:
            facts.append((extra, present))
    print_facts(facts)
    click.echo()
    if failures:
        for failure in failures:
            click.echo(f"{click.style('the core is broken', fg='red')}: {failure}")
    else:
        click.echo(f"{click.style('the core is sound', fg='green')}, checked in {seconds:.2f} s")
