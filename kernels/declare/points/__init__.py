"""Many hands by suit tables: least points, and whether all cards can be grouped."""
