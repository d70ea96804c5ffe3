"""The explorer: a tree seen in a browser, a notebook or a file, at every level of detail."""
