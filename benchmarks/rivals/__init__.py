"""bidvit beside other ways of clustering into very many clusters; `python -m benchmarks.rivals`."""
