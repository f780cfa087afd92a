"""The values and the arithmetic of the rules: the base of rule sets, odds, house rules, character files, task scores."""
