"""The differential campaign: random systems, and two independent answers to every question."""
