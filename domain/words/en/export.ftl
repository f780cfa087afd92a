# Exports and replay.

export-as-storyteller = the Storyteller’s edition
export-as-seat = as { $seat } saw it
export-table = the table
somebody = somebody
taken-back = taken back
export-said = { $who }: { $text }
export-whispered = { $who } (whispers): { $text }
export-whispered-to = { $who } (whispers to { $to }): { $text }
export-rolls = { $who } rolls
export-rolls-for = { $who } rolls for { $reason }
export-pool = { $roller } ({ $parts })
export-part = { $label } { $dice }
export-first-minus = − { $part }
export-plus = { $before } + { $part }
export-minus = { $before } − { $part }
export-against = { $pool } against { $difficulty }
export-faces = { $pool }: { $faces }
export-no-dice = { $pool }: no dice
export-result = { $thrown } – { $result }.
export-why = { $roll } { $why }
