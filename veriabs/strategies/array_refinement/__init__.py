"""Abstraction refinement (CEGAR) over array elements (P-eureka): what is tracked, abstract programs, their paths."""
