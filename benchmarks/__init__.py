"""Measurements of time, memory and quality; run as commands, not imported by the package."""
