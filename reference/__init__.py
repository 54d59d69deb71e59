"""Definitions that run: every notion as plain as the mathematics; exponential is fine."""
