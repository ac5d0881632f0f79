"""One hand by depth-first search: any rules, and the arrangement itself."""
