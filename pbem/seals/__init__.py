"""Seals: keys, signatures, sealed files and fair chance.

Nothing is imported here: `cryptography` and `pyrage` cost more start-up time than
`pbem --help` may take, so every module is imported by its own name.
"""
