"""The log itself: lines and rows of many formats as blocks of deals."""
