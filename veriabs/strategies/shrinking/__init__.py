"""Loop shrinking (P-shrink): fusion groups, harness, residual program and side conditions."""
