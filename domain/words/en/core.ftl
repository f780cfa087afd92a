typed = { $text }
as-it-was = { $text }

# A list: "Anna"; "Anna, Ben" and so on; "Anna and Ben"; "Anna or Ben".
list-one = { $last }
list-more = { $first }, { $next }
list-and = { $first } and { $last }
list-or = { $first } or { $last }
