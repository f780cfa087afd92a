page-declare-for = Für { $who } ansagen ({ $player })
page-a-player = ein Spieler
page-your-turn = Du bist gefragt
page-choose-in-story = Du bist gefragt – wähle unter „Geschichte“
page-declare-heading = Ansagen
page-nothing-to-do = Gerade ist nichts zu tun. Sprechen kannst du immer.

page-declares = { $who } sagt an
page-declares-hidden = { $who } (verdeckt) sagt an
page-do-remove = Entfernen
page-remove-action = { $action } entfernen
page-another-action = Weitere Handlung …
page-do-declare = Ansagen
page-do-declare-in-rows = Einzelheiten, mehrere Handlungen
page-do-declare-simply = Zurück
page-more-manoeuvres = Weitere Manöver
page-search-manoeuvres = Manöver suchen
page-no-such-manoeuvre = So heißt kein Manöver.
page-manoeuvre-on = { $manoeuvre } gegen { $whom }
page-prompt = Auf wen der Tisch wartet

page-choose = wählen …
page-choose-more = und …
page-nothing-to-choose = Nichts zur Auswahl.
page-add-to = Hinzufügen: { $list }
page-the-storyteller = der Erzähler
page-one-less = { $what }: eins weniger
page-one-more = { $what }: eins mehr
page-one-less-here = Eins weniger
page-one-more-here = Eins mehr
page-more-fields = Mehr
page-more-options = Mehr

page-outdated = Diese Seite ist veraltet. Lade sie neu, um das zu nutzen.
page-really = Wirklich? { $option }
page-fill-in = Fülle „{ $field }“ aus.
page-one-of-these = Eins davon
page-option-with-choice = { $option } → { $choice }

page-attack-on-you = Du wirst angegriffen
page-attack-under-way = Angriff
page-attack-line = { $by } greift { $on } an: { $manoeuvre }
page-attack-line-you = { $by } greift dich an: { $manoeuvre }
page-attack-by-steps = Der Erzähler geht ihn Schritt für Schritt durch.
page-attack-awaits = { $who } kann sich noch verteidigen.
page-attack-awaits-player = { $who } kann sich noch verteidigen: { $player } entscheidet.
page-attack-steps = Schritte des Angriffs
page-answer-for = Für { $who } antworten

page-tasks = Aufgaben
page-tasks-more = Mehr
page-tasks-less = Weniger
page-task-roll = Würfeln
page-task-rolled = { $who }: gewürfelt
page-task-botched = { $who }: Patzer
page-task-successes = { $who }: { $n }
page-task-rule = Anordnen und ändern
page-task-if-they-win = Bei Sieg: { $what }
