"""What a setting costs and what it buys: risk against information kept, over alpha, groups, methods and policies."""

from sfumato.measure.sweep.text import Point, Setting, proposed, settings, sweep_text

__all__ = ["Point", "Setting", "proposed", "settings", "sweep_text"]
