"""Many tasks through the engine: collected, decided in warm worker processes, and written down as they come."""
