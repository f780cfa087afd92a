### Changes of house rules, and what a point of Willpower gives.

## Changes of house rules

line-house-rules = House rules: { $changes }
changes-more = { $first }; { $next }
house-switch = { $switch } → { $choice }
house-switch-later = { $switch } → { $choice } (from the next scene)
house-switch-stays = { $switch } → { $choice }, as before
house-number = { $number } → { $value }
house-table-new = new { $table }
house-table-restored = { $table } as in the rule set
house-pool = { $manoeuvre } now rolls { $pools }
house-pools-follow = the same for { $names }
house-changed-in-scene = as changed in the scene
pool-sum = { $first } + { $next }

## The tables

table-traits = traits
table-dots = words for dots
table-difficulties = words for difficulties
table-health = health levels
table-weapons = weapons and armour
table-stores = stores of points
table-powers = powers
table-aliases = other names of traits
table-steps = words for modifiers
table-ratings = rated circumstances
table-pools = pools of manoeuvres

## Willpower

ask-spend-willpower = Spend Willpower: { $gives }
willpower-gives-dice = +{ $dice } dice
willpower-gives-success = one success
