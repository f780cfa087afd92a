"""The values and the arithmetic of the rules: base of rule sets, odds, house rules, character files, task scores."""
