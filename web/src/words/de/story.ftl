story = Geschichte
story-keys = Geschichte: Enter springt zum letzten Wurf, die Pfeiltasten zu den anderen
story-loading = Lade ältere Zeilen …
story-empty = Noch nichts.
story-new-lines = { $n ->
    [one] 1 neue Zeile ↓
   *[other] { $n } neue Zeilen ↓
}
line-to-you = Erzähler, an dich:
line-ruled = Anordnung:

roll-difficulty = Schwierigkeit
roll-by-dice = nach den Würfeln:
roll-explain = Würfel für Würfel
option-override = Ergebnis überstimmen
hint-override = was daraus schon folgte, bleibt
ask-override-result = Ergebnis
ask-override-reason = Warum
option-show-roll = Allen zeigen
hint-show-roll = endgültig: lässt sich nicht wieder verbergen

speak-as = Sprechen als
speak-to = An
narration = Erzählung
out-of-character = Außerhalb der Rolle
to-everyone = an alle
to-storyteller = an den Erzähler
to-somebody = an { $who }
compose-whisper = Flüstern …
compose-whisper-heard = Flüstern … (der Erzähler hört mit)
compose-speak = Sprechen …
compose-narrate = Erzählen …
compose-aside = Außerhalb der Rolle sagen …
do-say = Sagen
do-whisper = Flüstern
line-waits = wartet auf den Tisch
line-too-long = Das sind { $n } Zeichen. Teile es in Zeilen von höchstens { $most }.
typing-now = { $n ->
    [one] { $names } schreibt …
   *[other] { $names } schreiben …
}

check-dice = Würfel prüfen
check-dismiss = Ergebnis schließen
check-unsealed = Die Würfel dieser Szene waren nie versiegelt.
check-right = { $n ->
    [one] 1 offener Wurf passt zum geöffneten Startwert.
   *[other] { $n } offene Würfe passen zum geöffneten Startwert.
}
check-wrong = { $n ->
    [0] Kein Wurf weicht ab.
    [one] 1 Wurf weicht ab.
   *[other] { $n } Würfe weichen ab.
}
check-alone = { $n ->
    [one] Zu 1 davon kam keine Zahl von einem Spieler: Der Erzähler hat gewürfelt, und keine war übrig.
   *[other] Zu { $n } davon kam keine Zahl von einem Spieler: Der Erzähler hat gewürfelt, und keine war übrig.
}
check-shown = { $n ->
    [one] 1 verdeckter Wurf wurde später gezeigt. Der Beweis steht im Export der Szene.
   *[other] { $n } verdeckte Würfe wurden später gezeigt. Der Beweis steht im Export der Szene.
}
check-a-roll = Ein Wurf
check-roll-off = Ein Stechen
check-limits-seed = Das beweist nicht, dass niemand mit Zugang zum Server den versiegelten Startwert während des Spiels gelesen hat.
check-limits-number = Und nicht, dass eine Zahl wirklich von der Seite kam, von der sie stammen soll.
