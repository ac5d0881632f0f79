"""Rules as data: schema, loading, lowering to kernel arrays."""
