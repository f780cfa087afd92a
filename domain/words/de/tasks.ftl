sum = { $first } + { $next }
