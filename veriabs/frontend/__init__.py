"""The front end: one C file becomes a `Program` in the core language."""
