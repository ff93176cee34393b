"""Checks certificates of TRUE verdicts, with nothing of what found the proof.

Trusted are the front end, `veriabs.core`, and what stands here; see docs/proofs.md.
"""
