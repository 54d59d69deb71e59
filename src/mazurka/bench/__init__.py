"""Tables of papers, rerun beside their published figures.

Counts of nodes and paths are the matter; seconds are reported, and mean little without the machine.
"""
