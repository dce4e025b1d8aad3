"""What runs in a reader's browser: the project's own rules, bots and boards, in a worker, called by the page."""
