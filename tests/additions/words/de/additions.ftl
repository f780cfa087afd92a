# Texte der Ergänzungen.

manoeuvre-yoke = Schwitzkasten
condition-yoked = im Schwitzkasten
ends-yoked = durch Herauswinden, ab der nächsten Runde
grapple-yoke = Schwitzkasten
line-grapple-yoke = { $by } nimmt { $on } in den Schwitzkasten.
line-unseen-grapple-yoke = Etwas Unsichtbares nimmt { $on } in den Schwitzkasten.
line-gasps = { $who } ringt nach Luft.
ask-grip = Griff
choice-grip-loose = Nur festhalten
choice-grip-tight = Die Luft abdrücken
hint-grip-tight = ein Würfel weniger zum Treffen
part-grip-tight = fest
reason-slip-out = Herauswinden
yoked = Winde dich zuerst heraus: keine Bewegung im Schwitzkasten.
no-pair = Ein Paar braucht zwei Würfel. Wähle einen größeren Pool.
line-omen = Ein Omen: { $text }
