"""Closed forms of array cells and aggregates: loops become equations that are solved and certified."""
