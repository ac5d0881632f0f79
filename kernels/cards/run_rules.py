"""Where the ace stands in runs, as a rule number."""

# run.ace
ACE_LOW, ACE_HIGH, ACE_EITHER, ACE_CIRCULAR = range(4)
