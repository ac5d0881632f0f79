"""Options that commands share, declared once."""
