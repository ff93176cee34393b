"""Report -> what people and programs read: lines for a terminal, JSON, and the listing of loops.

Everything here returns text or writes what it is handed; nothing prints by itself.
"""
