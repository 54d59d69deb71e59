"""mazurka explores concurrent systems, reduces them by partial order, and judges reductions."""
