"""Measuring what came out: labels, attackers, sweeps, statistics and plots."""
