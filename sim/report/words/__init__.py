"""Every sentence of a page in its languages."""
