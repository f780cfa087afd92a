# Texte, die überall gebraucht werden.

# Text, den jemand eingetippt hat.
typed = { $text }
# Ein Satz, den eine ältere Version von Coterie gespeichert hat.
as-it-was = { $text }

list-one = { $last }
list-more = { $first }, { $next }
list-and = { $first } und { $last }
list-or = { $first } oder { $last }

of-character = { $who }: { $what }

# Summen und Modifikatoren.
sum = { $first } + { $next }
plus = +{ $n }
minus = −{ $n }

# Eine Zeile einer älteren Version, um die Namen darin.
as-it-was-with-name = { $before }{ $who }{ $after }
