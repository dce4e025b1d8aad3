"""Figures of pbem, as ratios measured in one run: `make bench`."""
