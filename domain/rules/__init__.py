"""The values and the arithmetic of the rules: rule sets as a type, odds, house rules, character files, task scores."""
