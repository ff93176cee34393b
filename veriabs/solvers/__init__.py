"""CBMC, the model checker that decides every generated program: found, called, read."""
