"""Post by e-mail."""
