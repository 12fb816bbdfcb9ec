"""Checks a released text from scratch."""
