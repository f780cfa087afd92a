page-do-save-character = Als Datei speichern
page-for-storyteller-alone = { $title }, nur für den Erzähler
page-do-save-story = Geschichte speichern
page-do-save-between = „Zwischen den Szenen“ speichern
page-save-loading = Lade: { $n } Zeilen
page-save-scenes-note = Die Geschichte jeder Szene speicherst du in deren eigenem Menü.
page-file-outcome = Ergebnis:
page-file-ruled = Anordnung:
page-file-difficulty = Schwierigkeit { $n }
page-file-no-dice = keine Würfel
page-import-which = Welcher Charakter
page-import-several = Die Datei enthält { $n } Charaktere. Der Knopf unten übernimmt den gewählten; öffne das Formular für den nächsten noch einmal.
page-import-not-yet = Nichts ändert sich, bevor du den Knopf unten drückst.
page-import-left =
    { $n ->
        [one] { $n } Wert weggelassen oder gekürzt
       *[other] { $n } Werte weggelassen oder gekürzt
    }
page-import-taken =
    { $n ->
        [one] { $n } Wert übernommen
       *[other] { $n } Werte übernommen
    }
page-import-more = Und { $n } weitere.
page-import-row = Zeile { $row }
page-import-cell = Zeile { $row }, { $column }
page-import-found = { $found }: { $done }
page-import-as = als { $trait } übernommen
page-import-kept = nicht in diesen Regeln; steht unter „Weitere“
page-import-specialty = als Spezialisierung übernommen
page-import-merit = ins Buch übernommen
page-import-biography = in die Biografie übernommen
page-import-notes = in die Notizen übernommen
page-import-damage = als Schaden übernommen
page-import-unknown = nicht verstanden, weggelassen
page-import-no-dots = keine ganze Zahl von 0 bis { $most }, weggelassen
page-import-no-points = der Wert ist höchstens { $most }, die Punkte höchstens der Wert; weggelassen
page-import-twice = { $trait } steht zweimal in der Datei; das erste zählt
page-import-no-room = zu lang, doppelt oder eins zu viel; weggelassen
page-import-no-thing = nicht in diesen Regeln; trag es auf dem Bogen ein
page-import-no-kind = nicht { $mortal }, { $vampire } oder { $other }; weggelassen
page-import-shortened = auf { $most } Zeichen gekürzt
page-import-too-big = Die Datei ist größer als { $most } MB.
page-import-other-system = Dieser Foundry-Actor gehört zum System „{ $system }“. Nur „{ $known }“ kann gelesen werden.
page-import-no-attributes = Diesem Foundry-Actor fehlt das Feld „{ $field }“. Nur Actors von „{ $known }“ können gelesen werden.
page-import-quote = Zeile { $row }: Ein Anführungszeichen steht falsch oder ist nicht geschlossen.
page-import-wide = Zeile { $row } hat mehr als { $most } Spalten.
page-import-no-heads = Zeile { $row } nennt keine Eigenschaft dieser Regeln. Die Datei kann nicht gelesen werden.
page-import-no-characters = Unter den Überschriften in Zeile { $row } steht kein Charakter.
page-import-many = Zeile { $row }: Eine Datei darf höchstens { $most } Charaktere enthalten.
page-import-no-name = Der Charakter in Zeile { $row } hat keinen Namen. Ergänze eine Spalte „Name“.
page-import-column-no-name = Der Charakter in Spalte { $column } hat keinen Namen. Ergänze eine Zeile „Name“.
page-import-empty-name = Das Feld „{ $field }“ ist leer. Gib dem Charakter einen Namen und exportiere ihn noch einmal.
