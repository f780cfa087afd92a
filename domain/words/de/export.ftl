# Exporte und Wiederholung.

export-as-storyteller = Ausgabe für den Erzähler
export-as-seat = wie { $seat } es sah
export-table = der Tisch
somebody = jemand
taken-back = zurückgenommen
export-said = { $who }: { $text }
export-whispered = { $who } (flüstert): { $text }
export-whispered-to = { $who } (flüstert { $to } zu): { $text }
export-rolls = { $who } würfelt
export-rolls-for = { $who } würfelt für { $reason }
export-pool = { $roller } ({ $parts })
export-part = { $label } { $dice }
export-first-minus = − { $part }
export-plus = { $before } + { $part }
export-minus = { $before } − { $part }
export-against = { $pool } gegen { $difficulty }
export-faces = { $pool }: { $faces }
export-no-dice = { $pool }: keine Würfel
export-result = { $thrown } – { $result }.
export-why = { $roll } { $why }
