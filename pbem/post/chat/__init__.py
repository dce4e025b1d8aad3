"""Notices to a chat room: a small JSON by HTTP whenever something happened in a game."""
