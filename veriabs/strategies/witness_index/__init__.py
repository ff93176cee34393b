"""Programs without arrays and loops: one cell of each array at a witness index, one pass through each loop (P-witness).

    LoopModel -> Plan (which cells) -> Visits (which iterations of each loop) -> C text
"""
