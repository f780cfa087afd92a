# The editor of the house rules.

page-house-changed = changed, not saved
page-house-own = changed for this chronicle
page-house-default = unchanged
page-house-rules = House rules
page-house-about = { $rules }, as this chronicle plays it. What you save takes effect at once.
page-house-switches = Switches
page-house-numbers = Numbers
page-do-undo-all = Undo all
page-do-undo = Undo
page-house-undo-in = Undo the changes in { $part }
page-house-reset = When you save, the rule set’s own values apply again.
page-do-restore = Restore defaults
page-house-next-scene = takes effect in the next scene
page-house-next-scene-now = takes effect in the next scene; in this one: { $now }
page-house-number-range = { $least } to { $most }
