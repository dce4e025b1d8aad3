"""pbem: a play-by-email moderator with a static site."""

__version__ = "0.2.0"
