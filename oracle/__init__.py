"""Exact answers by solvers, each with a replayed witness or a checked proof; never by enumeration."""
