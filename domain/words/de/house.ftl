### Changes of house rules, and what a point of Willpower gives.

## Changes of house rules

line-house-rules = Hausregeln: { $changes }
changes-more = { $first }; { $next }
house-switch = { $switch } → { $choice }
house-switch-later = { $switch } → { $choice } (ab der nächsten Szene)
house-switch-stays = { $switch } → { $choice }, wie bisher
house-number = { $number } → { $value }
house-table-new = neu: { $table }
house-table-restored = { $table } wie im Regelwerk
house-pool = { $manoeuvre } würfelt jetzt { $pools }
house-pools-follow = ebenso { $names }
house-changed-in-scene = wie in der Szene geändert
pool-sum = { $first } + { $next }

## The tables

table-traits = Eigenschaften
table-dots = Wörter für Punkte
table-difficulties = Wörter für Schwierigkeiten
table-health = Gesundheitsstufen
table-weapons = Waffen und Rüstungen
table-stores = Vorräte an Punkten
table-powers = Kräfte
table-aliases = andere Namen von Eigenschaften
table-steps = Wörter für Modifikatoren
table-ratings = Umstände mit Wert
table-pools = Pools der Manöver

## Willpower

ask-spend-willpower = Willenskraft ausgeben: { $gives }
willpower-gives-dice = +{ $dice } Würfel
willpower-gives-success = ein Erfolg
