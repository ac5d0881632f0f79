"""Where the ace stands in runs, as a rule number."""

# run.ace
ACE_LOW = 0
ACE_HIGH = 1
ACE_EITHER = 2
ACE_CIRCULAR = 3
