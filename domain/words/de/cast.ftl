# Wer wen spielt, und wer zu sehen ist.
line-has-player = { $who } ist jetzt ein Spielercharakter.
line-storytellers-now = { $who } ist jetzt ein Erzählercharakter.
line-appears = { $who } erscheint.
line-vanished = { $who } ist nicht mehr zu sehen.

option-hand-over = { $who } übergeben
ask-played-by = Gespielt von
option-take-up = { $who } spielen
option-reveal = { $who } aufdecken
hint-reveal-declared = alle werden lesen: „{ $text }“
option-hide = { $who } verdecken
hint-hide = die Spieler lesen: „{ $line }“

has-that-player = { $who } wird schon von diesem Platz gespielt. Wähle einen anderen Platz.
hidden-cannot-have-player = Deck { $who } erst auf: Ein Spielercharakter kann nicht verdeckt sein.
not-free = { $who } ist nicht frei zum Spielen. Frag den Erzähler.
hand-over-after-declaring = Noch sind die Ansagen verdeckt. Übergib Charaktere, sobald alle angesagt haben.
too-many-characters = Ein Spieler hat höchstens { $most } Charaktere. Nimm vorher einen weg.
seen-already = Alle sehen { $who } schon.
player-sees-own = { $who } ist ein Spielercharakter und kann nicht verdeckt werden.
hidden-already = { $who } ist schon verdeckt.

text-about = Ein Text über { $who }
or-change-text = ändere den Modifikator oder die Ansage mit diesem Text
