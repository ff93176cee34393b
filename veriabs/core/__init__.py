"""The core language: what flows through the pipeline, how it is walked, typed and printed; the one who concludes."""
