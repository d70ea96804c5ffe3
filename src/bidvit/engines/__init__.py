"""Where the level loop runs."""
