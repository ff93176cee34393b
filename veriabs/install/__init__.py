"""Getting CBMC, and finding out what is missing."""
