"""The moderator at work: what drives campaigns, post and pages."""
