"""Seals: keys, signatures, sealed files and fair chance.

Nothing is imported here: `cryptography` and `pyrage` cost more start-up time than
`pbem --help` may take, so every module is asked for by its own name.
"""
