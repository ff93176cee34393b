"""Syntax tree -> core language."""
