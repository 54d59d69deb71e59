"""Explorers and reducers for use: compiled kernels over flat arrays."""
