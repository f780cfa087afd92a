# The editor of the house rules.

house-changed = changed, not saved
house-own = your own
house-default = as the rule set has them
house-rules = House rules
house-about = { $rules }, as this chronicle plays it. What you save takes effect at once.
title-switches = Switches
title-numbers = Numbers
do-undo-all = Undo all
do-undo = Undo
house-undo-in = Undo the changes in { $part }
house-reset = Once saved, these are the rule set’s own again.
do-restore = Restore defaults
house-next-scene = takes effect in the next scene
house-next-scene-now = takes effect in the next scene; in this one: { $now }
house-number-range = { $least } to { $most }
