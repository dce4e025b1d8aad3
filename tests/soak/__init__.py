"""A club by mail: many campaigns of all titles at once, until the last has ended."""
