"""pbem: a play-by-email moderator with a static site."""

__version__ = "0.1.0"
