"""An annealer behind an HTTP API as a solver: a sampler of dimod in a few lines.

The service here is made up: it takes a QUBO as JSON, {"linear": [...], "quadratic": [[i, j, b],
...], "parameters": {...}}, and answers {"samples": [[0, 1, ...], ...]}. For a digital annealer or
another service, change what is sent and what is read.

    python examples/http_annealer.py http://localhost:8000/solve
"""

import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import dimod
import numpy as np

import bidvit


class HTTPAnnealer(dimod.Sampler):
    properties = {}  # noqa: RUF012 - as samplers of dimod have it
    parameters = {"num_reads": [], "seed": []}  # noqa: RUF012 - what selection_params may have

    def __init__(self, url, token="", timeout=60):
        self.url, self.token, self.timeout = url, token, timeout

    def sample(self, bqm, **parameters):
        linear, (heads, tails, biases), _ = bqm.binary.to_numpy_vectors(bqm.variables)
        quadratic = list(zip(heads.tolist(), tails.tolist(), biases.tolist(), strict=True))
        asked = {"linear": linear.tolist(), "quadratic": quadratic, "parameters": parameters}
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        request = Request(self.url, json.dumps(asked).encode(), headers)
        try:
            with urlopen(request, timeout=self.timeout) as reply:
                samples = json.load(reply)["samples"]
        except HTTPError as error:
            raise RuntimeError(f"{self.url} answered {error.code}: {error.read(500)!r}") from error
        except OSError as error:  # no connection, or no answer in time
            raise RuntimeError(f"{self.url} cannot be reached: {error}") from error
        except (KeyError, TypeError, ValueError) as error:
            raise RuntimeError(f"{self.url} sent no samples, but: {error!r}") from error
        return dimod.SampleSet.from_samples_bqm((samples, list(bqm.variables)), bqm.binary)


if __name__ == "__main__":
    X = np.random.default_rng(0).normal(size=(2000, 3))
    tree = bidvit.cluster(
        X,
        selection=HTTPAnnealer(sys.argv[1]),
        selection_params={"num_reads": 5, "reductions": False},
        max_chunk_size=100,
        growth=1.5,
        random_state=0,
    )
    print(tree.levels)
    for level in tree.selections:
        print(level["solver"], level["n_chunks"], "chunks,", level["details"]["reads"], "reads")
