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
table-switches = switches
table-numbers = numbers

# Refusals of house rules.
option-house-rules = Change the house rules
house-nothing = Nothing would change: these are the rules already. Change something first.
long-house = These house rules take { $bytes } bytes; at most { $most } fit. Shorten names or remove entries. Nothing was changed.
wrong-nameless = An entry has no name. Name it.
wrong-twice = “{ $name }” is there twice.
wrong-pools-none = “{ $manoeuvre }” is no manoeuvre that rolls dice. Choose another.
wrong-pools-number = { $manoeuvre } needs { $number ->
    [one] 1 pool
   *[other] { $number } pools
 }, in this order: { $usual }.
wrong-pools-trait = { $manoeuvre }: there is no trait “{ $trait }”.
wrong-difficulties-range = Difficulties go from 2 to 10, not { $value } ({ $label }).
wrong-aliases-trait = “{ $alias }” cannot stand for “{ $trait }”: there is no such trait.
wrong-aliases-kind = “{ $alias }” is { $own } and cannot stand for { $trait }, { $kind }.
wrong-aliases-alias = “{ $alias }” cannot stand for “{ $trait }”, which is another name itself.
wrong-aliases-initiative = Initiative rolls { $first } + { $second }; they cannot be one trait.
wrong-traits-needed = { $users } rolls { $trait }. Keep it, or make it another name of a trait.
wrong-traits-kind = { $users } rolls { $trait }: it must be { $kind }, not { $own }.
wrong-word-empty = The word for { $value } is empty. Fill it in.
wrong-health-bonus = Health level { $place } ({ $label }) must take dice or none, not give { $value }.
wrong-health-order = Health level { $place } ({ $label }) must take at least { $least }, not { $value }.
wrong-weapons-ability = { $weapon } uses “{ $skill }”, which is no ability here.
wrong-weapons-skill = { $weapon } needs the ability that it is shot or thrown with.
wrong-weapons-missile = { $weapon } needs both a range in metres and a missile class, or neither.
wrong-modifier = { $label } must give or take 1 to 5 dice, not { $value }.
wrong-stores-limit = { $store } is limited by “{ $trait }”, which is no trait here.
wrong-numbers-unknown = There is no number “{ $name }”, only { $known }.
wrong-numbers-range = { $name } goes from { $least } to { $most }, not { $value }.
user-initiative = initiative
user-soak = soak
user-store = the store of { $store }
users-more = { $first } (and { $more } more)
trait-kind-attribute = an attribute
trait-kind-ability = an ability
trait-kind-other = an advantage
trait-kind-alone = a scale rolled alone
trait-kind-never = a number that is never rolled

house-traits = { $what } Nothing was changed.
house-dots = { $what } Nothing was changed.
house-difficulties = { $what } Nothing was changed.
house-health = { $what } Nothing was changed.
house-weapons = { $what } Nothing was changed.
house-stores = { $what } Nothing was changed.
house-powers = { $what } Nothing was changed.
house-aliases = { $what } Nothing was changed.
house-steps = { $what } Nothing was changed.
house-ratings = { $what } Nothing was changed.
house-pools = { $what } Nothing was changed.
house-switches = { $what } Nothing was changed.
house-numbers = { $what } Nothing was changed.
wrong-pools-traits = { $manoeuvre }: { $why }
