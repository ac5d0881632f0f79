"""Question: how do whole deals go? Deals by strategies, their outcomes and logs."""
