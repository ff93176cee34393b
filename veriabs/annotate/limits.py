"""The shares of time in the search for annotations: no measurement tells more of them apart."""

from __future__ import annotations

PART, HALF, MOST = 0.25, 0.5, 0.85
"""The share of the remaining time for a step before the decisive one, for one of two, and for the decisive one."""
