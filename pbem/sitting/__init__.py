"""Games at one terminal, at once: people and bots at one table, without keys, mails or a ledger."""
