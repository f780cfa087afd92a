someone = jemand
something-unseen = etwas Ungesehenes

attack-successes = { $n ->
    [one] 1 Erfolg
   *[other] { $n } Erfolge
}
attack-damage = Schaden { $n }
attack-soaked = absorbiert { $n }
attack-levels = { $n ->
    [one] 1 Stufe
   *[other] { $n } Stufen
}
step-attack = Angriff
step-defence = Verteidigung
step-damage = Schaden
step-soak = Absorption
step-wound = Wunde
step-consequence = Folge

grip-hold = hält { $who } fest
gripped-hold = festgehalten von { $who }
grip-clinch = umklammert { $who }
gripped-clinch = umklammert von { $who }
grip-kiss = trinkt von { $who }
gripped-kiss = im Kuss von { $who }
condition-ends = endet { $when }

shown-modifier-unexplained = ohne Angabe
shown-modifier-kept = { $modifier } ({ $kept })
shown-modifier-hidden = verdeckt
bears-on = auf { $what }, bis { $end }
bears-on-actions = alle Handlungen
until-storyteller = der Erzähler es beendet
until-turn = die Runde endet
until-scene = die Szene endet

face-cancelled = { $face } (ein Erfolg, aufgehoben)
face-twice = { $face } (ein Erfolg, der doppelt zählt)
face-success = { $face } (ein Erfolg)
face-one = { $face } (eine Eins)
face-again = { $before }, erneut { $again }
no-dice-rolled = Keine Würfel.
result-degree = Erfolg ({ $degree })

percent = { $n } %
percent-under = unter 1 %
percent-over = über 99 %
odds-success = { $chance } Erfolg
odds-result = { $chance } { $result }
odds-expected = { NUMBER($n, minimumFractionDigits: 1, maximumFractionDigits: 1) } erwartet
odds-prevails = { $chance } gewinnt
odds-level = { $chance } unentschieden

nobody = niemand
tally-unknown = ?
tally-of = { $tally } von { $goal }
tally-ahead = { $tally }, Vorsprung { $lead } von { $goal }
waits-for-turns = Weiter, wenn die Spielzeit { $time } zeigt. Runden stellen die Uhr.
waits-for-storyteller = Weiter, wenn die Spielzeit { $time } zeigt. Der Erzähler stellt die Uhr.
still-to-roll = Noch zu würfeln: { $names }.
waits-for-absent = { $n ->
    [one] Wartet auf { $names }: nicht hier.
   *[other] Wartet auf { $names }: nicht hier.
}
time-turn = { $n ->
    [one] 1 Runde
   *[other] { $n } Runden
}
time-minute = { $n ->
    [one] 1 Minute
   *[other] { $n } Minuten
}
time-hour = { $n ->
    [one] 1 Stunde
   *[other] { $n } Stunden
}
time-night = { $n ->
    [one] 1 Nacht
   *[other] { $n } Nächte
}
time-day = { $n ->
    [one] 1 Tag
   *[other] { $n } Tage
}
time-week = { $n ->
    [one] 1 Woche
   *[other] { $n } Wochen
}
task-lead = Vorsprung von { $goals } nötig
task-roll-takes = jeder Wurf dauert { $time }
task-round-takes = jeder Durchgang dauert { $time }
task-rolls-of = { $limit ->
    [one] { $n } von 1 Wurf
   *[other] { $n } von { $limit } Würfen
}
task-rounds-of = { $limit ->
    [one] { $n } von 1 Durchgang
   *[other] { $n } von { $limit } Durchgängen
}
task-rolls = { $n ->
    [one] 1 Wurf
   *[other] { $n } Würfe
}
task-rounds = { $n ->
    [one] 1 Durchgang
   *[other] { $n } Durchgänge
}
task-deadline = bis { $time }
task-until = in Arbeit bis { $time }
task-gain = jeder Erfolg: { $gain }
ending-met = geschafft
ending-level = unentschieden
ending-unmet = vorbei, Ziel nicht erreicht
ending-failed = durch einen Patzer beendet
ending-given-up = aufgegeben
ending-done = erledigt
ending-untold = vorbei; nur der Erzähler kennt das Ergebnis
ending-ruled = niemand gewinnt
ending-prevails = { $who } gewinnt
ending-degree = mit { $n ->
    [one] 1 Erfolg
   *[other] { $n } Erfolgen
}
ending-degree-word = mit { $n ->
    [one] 1 Erfolg
   *[other] { $n } Erfolgen
} ({ $word })

day-and-time = Tag { $day }, { $clock }

secret-storyteller-alone = nur für den Erzähler
secret-storyteller = für den Erzähler
secret-for = für { $names }
secret-you = dich
