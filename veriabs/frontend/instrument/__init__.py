"""Syntax tree -> the user's own program with its inputs and errors made visible."""
