"""The rulesets that ship with meldlab, as TOML files."""
