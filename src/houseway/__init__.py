"""Houseway: the regulation of a casino table game as running, provable software."""

__version__ = "0.1.0"
