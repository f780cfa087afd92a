typed = { $text }
as-it-was = { $text }
list-one = { $last }
list-more = { $first }, { $next }
list-and = { $first } und { $last }
list-or = { $first } oder { $last }
