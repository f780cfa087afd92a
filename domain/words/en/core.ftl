# Texts that every area uses.

# Text that a person typed.
typed = { $text }
# A sentence that an older version of Coterie stored.
as-it-was = { $text }

list-one = { $last }
list-more = { $first }, { $next }
list-and = { $first } and { $last }
list-or = { $first } or { $last }

of-character = { $who }: { $what }

# Sums and modifiers.
sum = { $first } + { $next }
plus = +{ $n }
minus = −{ $n }

# A line of an older version, around the names in it.
as-it-was-with-name = { $before }{ $who }{ $after }
