"""Terms over the integers with sums, cases and extremes; their normal form, and what follows from facts about them."""
