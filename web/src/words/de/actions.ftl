declare-for = Für { $who } ansagen ({ $player })
a-player = ein Spieler
your-turn = Du bist am Zug
choose-in-story = Du bist am Zug: Wähle im Reiter „Geschichte“.
declare-heading = Ansagen
nothing-to-do = Gerade ist nichts zu tun. Sprechen kannst du immer.

declares = { $who } sagt an
declares-hidden = { $who } (verdeckt) sagt an
do-remove = Entfernen
remove-action = { $action } entfernen
choose-action = Handlung wählen …
choose-action-for = Handlung für { $who } wählen
another-action = Weitere Handlung …
another-action-for = Weitere Handlung für { $who }
do-declare = Ansagen

choose = wählen …
choose-more = und …
nothing-to-choose = Nichts zu wählen.
add-to = Hinzufügen: { $list }
the-storyteller = der Erzähler
one-less = { $what }: eins weniger
one-more = { $what }: eins mehr
one-less-here = Eins weniger
one-more-here = Eins mehr
more-fields = Mehr
more-options = Mehr

page-outdated = Diese Seite ist veraltet. Lade sie neu, um das zu nutzen.
really = Wirklich? { $option }
fill-in = Fülle „{ $field }“ aus.
one-of-these = Eine davon
option-with-choice = { $option } → { $choice }

attack-on-you = Du wirst angegriffen
attack-under-way = Angriff
attack-line = { $by } greift { $on } an: { $manoeuvre }
attack-line-you = { $by } greift dich an: { $manoeuvre }
attack-by-steps = Der Erzähler führt ihn Schritt für Schritt aus.
attack-awaits = { $who } kann sich noch verteidigen.
attack-awaits-player = { $who } kann sich noch verteidigen: { $player } entscheidet.
attack-steps = Schritte des Angriffs
answer-for = Für { $who } antworten

tasks = Aufgaben
tasks-more = Mehr
tasks-less = Weniger
task-roll = Würfeln
task-rolled = { $who }: gewürfelt
task-botched = { $who }: Patzer
task-successes = { $who }: { $n }
task-rule = Anordnen und ändern
task-if-they-win = Bei Sieg: { $what }
