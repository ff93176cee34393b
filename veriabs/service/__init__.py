"""Verification over HTTP: jobs in a queue that no crash empties, workers that decide them, an API and a page."""
