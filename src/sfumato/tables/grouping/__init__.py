"""Puts people into groups of at least k."""
