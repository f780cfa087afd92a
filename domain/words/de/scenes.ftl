# Szenen, Verlassen und Hausregeln.

scene-ended-first = Die Szene war vorher zu Ende.
no-longer-there = { $who } ist nicht mehr da.
no-longer-visible = { $who } ist nicht mehr zu sehen.

line-chronicle-begins = Eine Chronik beginnt: { $name }
line-scene-begins = Eine Szene beginnt: { $name }
line-scene-ends = Eine Szene endet: { $name }
line-scene-closes = Die Szene ist zu Ende.
line-downtime = Zwischenzeit, { $span }: { $text } (Es ist { $time }.)
nothing-said = Schreib zuerst etwas.
nothing-happened = Erzähle, was inzwischen geschah.
scene-open-already = Eine Szene läuft schon. Beende sie zuerst.
scene-open-downtime = Eine Szene läuft. Beende sie zuerst: Zwischenzeit gibt es nur zwischen Szenen.
kept = Diese Szene läuft in dieser Chronik nicht mehr.
option-begin-scene = Szene beginnen
option-downtime = Zwischenzeit vergehen lassen
option-close-scene = Szene beenden
option-allow-look-back = Spielern Rückblick erlauben
option-forbid-look-back = Spielern Rückblick verbieten
ask-scene-name = Name der Szene
ask-opening = Text zum Auftakt
ask-away = Wer anfangs fehlt (du kannst sie später dazuholen)
ask-last-line = Letzter Satz (wenn du magst). Danach wird nichts mehr gespielt.

other-rules = Diese Datei wurde nicht übernommen. { $name } folgt den Regeln { $rules }, hier gilt { $here }. Nichts wurde geändert.
choice-new-character = Ein neuer Charakter
choice-sheet-of = Der Charakterbogen von { $who }
ask-character-file = Charakterdatei
ask-import-onto = Importieren als
option-import-character = Charakter importieren
option-remove-from-scene = Aus der Szene nehmen
option-remove-from-chronicle = Aus der Chronik nehmen
option-remove-opponents = Alle Gegner entfernen: { $count }
hint-remove-opponents-here = aus dieser Szene
hint-remove-opponents-for-good = endgültig aus der Chronik
no-opponents-here = Hier sind keine Gegner.
option-bring-in = { $name } dazuholen
not-away = Dieser Charakter ist schon in der Szene. Wähle einen, der fehlt.

not-yours-to-make = Du kannst nur eigene Charaktere anlegen. Bitte den Erzähler um andere.
table-full = Der Tisch ist voll: { $most } Charaktere, höchstens { $own } für einen Spieler.
hidden-player = Ein Spielercharakter kann vor seinem Spieler nicht verdeckt sein.
no-player-of-own = Lass den Spieler bei eigenen Charakteren leer.
no-ability = { $item } nutzt „{ $skill }“, und diese Fähigkeit gibt es hier nicht. Nichts wurde geändert.
refill = Während einer Szene gibt nur der Erzähler { $store } zurück.
option-edit-sheet = Charakterbogen bearbeiten
option-add-opponents = Gegner hinzufügen
ask-opponent-dice = Übliche Würfelzahl
ask-opponent-health = Gesundheitsstufen
ask-opponent-count = Wie viele
ask-opponent-hidden = Die Spieler sehen sie nicht
ask-opponent-weapon = Waffe in der Hand
choice-no-weapon = keine
no-such-weapon = Wähle eine Waffe aus der Liste.
option-add-alike = Mehr wie { $who }
hint-add-alike = drei weitere
more-of-a-player = Wähle einen Charakter ohne Spieler.
option-change-face = Name und Konzept ändern
ask-name = Name
ask-concept = In wenigen Worten
ask-kind = Art

no-power = { $who } hat die Kraft „{ $power }“ nicht.
staked-blood = { $who } ist gepfählt. Blut geht nur für Kräfte, die gepfählt wirken.
no-store = { $who } hat keinen Vorrat an { $store }.
option-spend-points = Punkte ausgeben
option-set-points = Punkte festlegen
ask-store = Vorrat
ask-points = Punkte
ask-power = Kraft
choice-no-power = Keine Kraft
hint-points-now = jetzt { $points }
hint-points-of = { $points } von { $rating }
override-points = { $store } ist jetzt { $points }.
sheet-points = { $store }: { $had } → { $points } Punkte

# Porträts und Handouts

option-set-portrait = Porträt ändern
option-show-handout = Handout zeigen
option-reveal-handout = Weiteren zeigen
option-drop-handout = Handout wegnehmen
ask-handout = Handout
ask-handout-title = Titel
ask-handout-text = Text
ask-handout-later = Für später aufheben
line-handout = Handout: { $title }
handout-empty = Ein Handout braucht einen Text oder ein Bild. Füge eins davon hinzu.
too-many-handouts = Eine Chronik hat höchstens { $most } Handouts. Nimm zuerst eins weg.
no-such-handout = Dieses Handout gibt es nicht. Wähle eins aus der Liste.
handout-seen = Dieses Handout ist dort schon bekannt. Wähle jemand anderen.
no-such-picture = Dieses Bild ist nicht in der Chronik. Lade es zuerst hoch.
