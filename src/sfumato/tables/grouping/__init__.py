"""Who is put together: partitioning people into groups of at least k."""
