# Wer wen spielt, und wer zu sehen ist.
line-has-player = { $who } ist jetzt ein Spielercharakter.
line-storytellers-now = { $who } ist jetzt ein Erzählercharakter.
line-appears = { $who } erscheint.
line-vanished = { $who } ist nicht mehr zu sehen.

option-hand-over = { $who } übergeben
ask-played-by = Gespielt von
option-take-up = { $who } spielen
option-reveal = { $who } zeigen
hint-reveal-declared = alle werden lesen: „{ $text }“
option-hide = { $who } verbergen
hint-hide = die Spieler lesen: „{ $line }“

has-that-player = { $who } wird schon so gespielt. Wähle jemand anderen.
hidden-cannot-have-player = Zeige { $who } zuerst: Ein Spielercharakter kann nicht verborgen sein.
not-free = { $who } ist nicht frei zum Spielen. Frag den Erzähler.
hand-over-after-declaring = Die Ansagen sind noch verdeckt. Übergib Charaktere danach.
too-many-characters = Ein Spieler hat höchstens { $most } Charaktere. Nimm vorher einen weg.
seen-already = Alle sehen { $who } schon.
player-sees-own = { $who } hat einen Spieler und kann nicht verborgen werden.
hidden-already = { $who } ist schon verborgen.

text-about = Ein Text über { $who }
or-change-text = ändere diesen Modifikator oder diese Ansage
