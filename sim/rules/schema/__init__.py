"""Every rule there is: one field with its sentence, bounds, default and the families that read it."""
