"""Measured claims: `make bench` prints each figure beside its bar."""
