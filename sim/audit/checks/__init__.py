"""One kind of test a file: what fair deals do not do."""
