"""Removes arrays and loops: one cell of each array at a witness index, one pass through each loop (P-witness).

In: the task of one assertion. Out: C text without arrays and loops, and a program with its side conditions. The stages
are LoopModel -> Plan (which cells, `cells`) -> Visits (which iterations, `accesses`) -> C text (`writer`). `loops`
translates one loop. Begin reading with `strategy.py`, then `program.py` and `loops.py`.
"""
