"""Hostile move files, mails and pushes, by the hundred thousand: `make fuzz`, and a share of it in `make test`.

Input number `k` of a kind is made from the seed, the kind and `k` alone, so a failure is named by three words:

    python -m tests.fuzz --seed 1 --kind mails --only 4711
"""
