"""Abstraction refinement over array elements (P-eureka): what is tracked, abstract programs and their paths."""
