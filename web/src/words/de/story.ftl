page-story = Geschichte
page-story-keys = Geschichte: Enter springt zum letzten Wurf, die Pfeiltasten zu den anderen
page-story-loading = Lade ältere Zeilen …
page-story-empty = Noch nichts.
page-story-new-lines = { $n ->
    [one] 1 neue Zeile ↓
   *[other] { $n } neue Zeilen ↓
}
page-story-to-newest = Zum Neuesten ↓
page-story-unread = Neu, seit du weg warst
page-story-spoken = { $n } neue Einträge. Der letzte: { $last }
page-spoken = { $who }: { $text }
page-story-show-here = In der Geschichte zeigen
page-do-search-story = Geschichte durchsuchen
page-do-end-search = Suche beenden
page-search-kind = Zeigen
page-search-all = Alles
page-search-rolls = Würfe
page-search-whispers = Geflüstertes
page-search-to-me = Mir gesagt
page-search-character = Über
page-search-anyone = alle
page-search-loading = { $n } gefunden – lade ältere Zeilen …
page-search-found = { $n } gefunden in { $all } Einträgen
page-search-nothing = Nichts gefunden.
page-do-search-scenes = Alle Szenen durchsuchen
page-search-scenes-reading = { $n } gefunden – { $searched } von { $all } Szenen durchsucht …
page-search-scenes-found = { $n } gefunden in { $all } { $all ->
    [one] Szene
   *[other] Szenen
}
page-search-scenes-more = und { $n } frühere
page-search-scene-unread = { $scene } war nicht zu lesen.
page-do-reply = Antworten
page-do-take-back = Zurücknehmen
page-do-take-back-last = Letztes zurücknehmen
page-do-undo-to-here = Bis hier zurücknehmen
page-do-keep = Behalten
page-undo-question = { $n ->
    [one] „{ $text }“ zurücknehmen?
   *[other] „{ $text }“ und alles danach zurücknehmen ({ $n } Einträge)?
}
page-taken-back = zurückgenommen
page-undo-unknown = Der Server antwortet nicht. Schließ das hier und versuch es noch einmal.
page-line-to-you = Erzähler, an dich:
page-line-outcome = Ergebnis:
page-line-ruled = Anordnung:

page-roll-difficulty = Schwierigkeit
page-roll-by-dice = nach den Würfeln:
page-roll-explain = Wurf erklären
page-card-unfold = { $title }: Würfe zeigen
page-card-damage = Schaden
page-card-attack-hits = getroffen
page-card-attack-misses = verfehlt
page-card-no-wound = keine Wunde
page-card-wounded = { $levels ->
    [one] { $levels } Wunde ({ $damage })
   *[other] { $levels } Wunden ({ $damage })
 }
page-card-aborts-to = verteidigt sich stattdessen
page-card-abort-failed = zu spät verteidigt
page-card-hits = Erfolge
page-card-harm = Schaden
page-option-override = Ergebnis ändern
page-hint-override = was daraus schon folgte, bleibt
page-ask-override-result = Ergebnis
page-ask-override-reason = Warum
page-option-show-roll = Allen zeigen
page-hint-show-roll = endgültig: lässt sich nicht wieder verbergen

page-speak-as = Sprechen als
page-speak-to = An
page-narration = Erzählung
page-out-of-character = Außerhalb der Rolle
page-to-everyone = an alle
page-to-storyteller = an den Erzähler
page-to-somebody = an { $who }
page-compose-whisper = Flüstern …
page-compose-whisper-heard = Flüstern … (der Erzähler hört mit)
page-compose-speak = Sprechen …
page-compose-narrate = Erzählen …
page-compose-aside = Außerhalb der Rolle sagen …
page-answering = Deine Zeilen gehen geflüstert { $whom }.
page-do-end-whisper = Wieder an alle
page-do-say = Sagen
page-do-whisper = Flüstern
page-line-waits = wartet auf den Tisch
page-line-too-long = Das sind { $n } Zeichen. Teile es in Zeilen von höchstens { $most }.
page-typing-now = { $n ->
    [one] { $names } schreibt …
   *[other] { $names } schreiben …
}

page-slash-list = So geht es weiter
page-slash-roll = würfeln: Würfel oder Eigenschaften beim Namen
page-slash-whisper = jemandem zuflüstern
page-slash-aside = außerhalb der Rolle sagen
page-slash-narrate = erzählen
page-slash-whom = Schreib einen Namen vom Tisch und dann die Nachricht: /w { $who } …
page-slash-nobody = Noch hat niemand sonst einen Platz an diesem Tisch.
page-slash-nothing = Schreib einen Text nach dem Befehl.
page-slash-no-such-trait = „{ $word }“ ist keine Eigenschaft dieses Charakters. Wähle eine aus der Liste.
page-slash-two-traits = Ein Wurf nimmt höchstens zwei Eigenschaften. Lass „{ $word }“ weg.
page-slash-no-traits = Wähle unter „Sprechen als“ einen Charakter, oder tippe eine Zahl von Würfeln: /r 6
page-slash-whispered-roll = Ein Wurf ist für alle. Wähle zuerst „an alle“.

page-check-dice = Würfel prüfen
page-check-dismiss = Ergebnis schließen
page-check-unsealed = Für die Würfel dieser Szene gibt es kein Siegel. Sie lassen sich daher nicht prüfen.
page-check-right = { $n ->
    [one] 1 offener Wurf passt zum geöffneten Startwert.
   *[other] { $n } offene Würfe passen zum geöffneten Startwert.
}
page-check-wrong = { $n ->
    [0] Kein Wurf weicht ab.
    [one] 1 Wurf weicht ab.
   *[other] { $n } Würfe weichen ab.
}
page-check-alone = { $n ->
    [one] 1 davon nutzt keine Zahl von der Seite eines Spielers: Der Erzähler hat gewürfelt, als keine übrig war.
   *[other] { $n } davon nutzen keine Zahl von der Seite eines Spielers: Der Erzähler hat gewürfelt, als keine übrig war.
}
page-check-shown = { $n ->
    [one] 1 verdeckter Wurf wurde später gezeigt. Der Beweis steht im Export der Szene.
   *[other] { $n } verdeckte Würfe wurden später gezeigt. Der Beweis steht im Export der Szene.
}
page-check-a-roll = Ein Wurf
page-check-roll-off = Ein Stechen
page-check-limits-seed = Das beweist nicht, dass niemand mit Zugang zum Server den versiegelten Startwert während des Spiels gelesen hat.
page-check-limits-number = Und nicht, dass eine Zahl wirklich von der Seite kam, von der sie stammen soll.
