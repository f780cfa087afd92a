# The Storyteller's desk, the palette of all actions and the keys.

page-do-close-form = Formular schließen
page-desk-inbox = Eingang
page-desk-inbox-empty = Keine Frage wartet auf dich.
page-desk-question-of = { $who } · { $what }
page-desk-question = { $what }
page-desk-next = Als Nächstes
page-desk-secret = Geheim
page-desk-more = Alle Aktionen
page-do-find-action = Aktion suchen…
page-key-palette = Strg K
page-quick-pool = Werte oder Würfel, z. B. wah auf
page-quick-dice = Wie viele Würfel
page-quick-unknown = Keine Eigenschaft beginnt mit „{ $word }“.
page-do-modify-in-secret = Verdeckter Modifikator
page-palette = Aktion suchen
page-palette-nothing = Nichts passt. Versuch es mit weniger Buchstaben.
page-keys = Tasten
page-key-speak = Sprechen
page-key-roll = Würfeln
page-key-declare = Ansagen
page-key-yield = Abwarten
page-key-abort = Abbrechen oder verteidigen
page-key-next = Nächster Schritt des Erzählers
page-key-escape = Schließen
page-more-about-option = Weiteres zu { $option }
page-key-saved-roll = Gespeicherte Würfe nach Nummer
