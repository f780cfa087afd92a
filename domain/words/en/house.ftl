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
house-changed-in-scene = as changed during the scene

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

willpower-gives-dice = +{ $dice } dice
willpower-gives-success = one success

## Refusals: the table, and what is wrong in it

option-house-rules = Change house rules
rules-unchanged = The table already plays by these rules. Change something first.
long-house = These house rules take { $bytes } bytes; at most { $most } are allowed. Shorten names or remove entries.
house-traits = Traits: { $why }
house-dots = Words for dots: { $why }
house-difficulties = Difficulties: { $why }
house-health = Health levels: { $why }
house-weapons = Weapons and armour: { $why }
house-stores = Stores of points: { $why }
house-powers = Powers: { $why }
house-aliases = Other names of traits: { $why }
house-numbers = Numbers: { $why }
house-steps = Words for modifiers: { $why }
house-ratings = Rated circumstances: { $why }
house-pools = Pools: { $why }
house-switches = Switches: { $why }
entry-nameless = give every entry a name.
entry-twice = { $name } appears twice. Keep only one.
word-empty = write a word for { $value }.
no-such-trait-for = { $entry } needs a trait that exists, not { $trait }.
no-such-ability = { $entry } needs an ability that exists, not { $ability }.
no-such-number = there is no number named { $name }, only { $known }.
number-range = { $number }: from { $least } to { $most }, not { $value }.
difficulty-range = { $name }: choose from 2 to 10, not { $value }.
modifier-range = { $name }: from −5 to −1 or from +1 to +5, not { $value }.
level-range = the penalty of level { $place } ({ $name }) must be { $most } or worse, not { $value }.
weapon-needs-ability = choose the ability that { $weapon } is shot or thrown with.
weapon-range-and-missile = { $weapon } needs both a range and a kind of missile, or neither of the two.
alias-kind = { $alias } ({ $kind }) cannot stand for { $trait } ({ $other }).
alias-of-alias = { $alias } cannot stand for { $trait }, which itself stands for { $further }.
alias-initiative = initiative rolls { $first } + { $second }: these cannot be the same trait.
needed-trait = { $trait } is needed for { $users }. Keep this trait, or make { $trait } another name of an existing trait.
needed-kind = { $trait } must be { $kind }, not { $other }: it is needed for { $users }.
and-more = { $first } and { $more } more
use-initiative = initiative
use-soak = soak
use-store = the points of { $store }
no-rolling-manoeuvre = { $name } is no manoeuvre that rolls dice. Choose another manoeuvre.
pool-count = { $manoeuvre } needs { $count } pools, in the order of { $usual }.
pool-refused = { $manoeuvre }: { $why }

## Kinds of traits

trait-kind-attribute = an attribute
trait-kind-ability = an ability
trait-kind-other = an advantage
trait-kind-alone = rolled alone
trait-kind-never = never rolled
