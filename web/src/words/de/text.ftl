page-someone = jemand
page-something-unseen = etwas Ungesehenes

page-turn-declares = Runde { $n }: { $who } muss noch ansagen
page-turn-declare = Runde { $n }: Es fehlen Ansagen von { $names }
page-turn-acts = Runde { $n }: { $who } ist am Zug
page-turn-phase = Runde { $n }: { $phase }
page-turn-over = Runde { $n } ist vorbei: Der Erzähler macht weiter
page-turn-over-for-you = Runde { $n } ist vorbei: Du machst weiter
page-waits-for-roll = Der Tisch wartet auf einen Wurf von { $names }
page-waits-for-answer = Der Tisch wartet auf den Erzähler: { $asked }
page-waits-for-roll-and-answer = Der Tisch wartet auf einen Wurf von { $names } und auf den Erzähler: { $asked }
page-waits-for-your-answer = Der Tisch wartet auf dich: { $asked }
page-waits-for-roll-and-your-answer = Der Tisch wartet auf einen Wurf von { $names } und auf dich: { $asked }

page-attack-successes = { $n ->
    [one] 1 Erfolg
   *[other] { $n } Erfolge
}
page-attack-damage = Schaden { $n }
page-attack-soaked = absorbiert { $n }
page-attack-levels = { $n ->
    [one] 1 Stufe
   *[other] { $n } Stufen
}
page-step-attack = Angriff
page-step-defence = Verteidigung
page-step-damage = Schaden
page-step-soak = Absorption
page-step-wound = Wunde
page-step-consequence = Folge

page-grip-hold = hält { $who } fest
page-gripped-hold = festgehalten von { $who }
page-grip-clinch = umklammert { $who }
page-gripped-clinch = umklammert von { $who }
page-grip-kiss = trinkt von { $who }
page-gripped-kiss = geküsst von { $who }
page-condition-ends = endet { $when }

page-shown-modifier-unexplained = ohne Begründung
page-shown-modifier-kept = { $modifier } ({ $kept })
page-shown-modifier-hidden = verdeckt
page-bears-on = auf { $what }, bis { $end }
page-bears-on-actions = alle Handlungen
page-until-storyteller = der Erzähler es beendet
page-until-turn = die Runde endet
page-until-scene = die Szene endet

page-face-cancelled = { $face } (ein Erfolg, aufgehoben)
page-face-twice = { $face } (ein Erfolg, der doppelt zählt)
page-face-success = { $face } (ein Erfolg)
page-face-one = { $face } (eine Eins)
page-face-again = { $before }, erneut { $again }
page-no-dice-rolled = Keine Würfel.
page-result-degree = Erfolg ({ $degree })

page-percent = { $n } %
page-percent-under = unter 1 %
page-percent-over = über 99 %
page-odds-success = { $chance } Erfolg
page-odds-result = { $chance } { $result }
page-odds-expected = im Schnitt { NUMBER($n, minimumFractionDigits: 1, maximumFractionDigits: 1) }
page-odds-prevails = { $chance } gewinnt
page-odds-level = { $chance } unentschieden

page-nobody = niemand
page-tally-unknown = ?
page-tally-of = { $tally } von { $goal }
page-tally-ahead = { $tally }, Vorsprung { $lead } von { $goal }
page-waits-for-turns = Weiter, wenn die Spielzeit { $time } zeigt. Runden stellen die Uhr.
page-waits-for-storyteller = Weiter, wenn die Spielzeit { $time } zeigt. Der Erzähler stellt die Uhr.
page-still-to-roll = Noch zu würfeln: { $names }.
page-waits-for-absent = { $n ->
    [one] Wartet auf { $names } (gerade nicht da).
   *[other] Wartet auf { $names } (gerade nicht da).
}
page-time-turn = { $n ->
    [one] 1 Runde
   *[other] { $n } Runden
}
page-time-minute = { $n ->
    [one] 1 Minute
   *[other] { $n } Minuten
}
page-time-hour = { $n ->
    [one] 1 Stunde
   *[other] { $n } Stunden
}
page-time-night = { $n ->
    [one] 1 Nacht
   *[other] { $n } Nächte
}
page-time-day = { $n ->
    [one] 1 Tag
   *[other] { $n } Tage
}
page-time-week = { $n ->
    [one] 1 Woche
   *[other] { $n } Wochen
}
page-task-lead = Vorsprung von { $goals } nötig
page-task-roll-takes = jeder Wurf dauert { $time }
page-task-round-takes = jeder Durchgang dauert { $time }
page-task-rolls-of = { $limit ->
    [one] { $n } von 1 Wurf
   *[other] { $n } von { $limit } Würfen
}
page-task-rounds-of = { $limit ->
    [one] { $n } von 1 Durchgang
   *[other] { $n } von { $limit } Durchgängen
}
page-task-rolls = { $n ->
    [one] 1 Wurf
   *[other] { $n } Würfe
}
page-task-rounds = { $n ->
    [one] 1 Durchgang
   *[other] { $n } Durchgänge
}
page-task-deadline = bis { $time }
page-task-until = in Arbeit bis { $time }
page-task-gain = jeder Erfolg: { $gain }
page-ending-met = geschafft
page-ending-level = unentschieden
page-ending-unmet = vorbei, Ziel nicht erreicht
page-ending-failed = durch einen Patzer beendet
page-ending-given-up = aufgegeben
page-ending-done = erledigt
page-ending-untold = vorbei; nur der Erzähler kennt das Ergebnis
page-ending-ruled = niemand gewinnt
page-ending-prevails = { $who } gewinnt
page-ending-degree = mit { $n ->
    [one] 1 Erfolg
   *[other] { $n } Erfolgen
}
page-ending-degree-word = mit { $n ->
    [one] 1 Erfolg
   *[other] { $n } Erfolgen
} ({ $word })

page-day-and-time = Tag { $day }, { $clock }

page-secret-storyteller-alone = nur für den Erzähler
page-secret-storyteller = für den Erzähler
page-secret-for = für { $names }
page-secret-you = dich
