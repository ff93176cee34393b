"""Abstraction refinement over array elements (P-eureka): what is tracked, abstract programs, paths and their reasons."""
