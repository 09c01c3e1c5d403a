"""Changing one thing in the rules, to see which test notices (`make mutants`)."""
