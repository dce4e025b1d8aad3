"""Post by git."""
