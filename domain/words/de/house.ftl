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

willpower-gives-dice = +{ $dice } Würfel
willpower-gives-success = ein Erfolg

## Refusals: the table, and what is wrong in it

option-house-rules = Hausregeln ändern
rules-unchanged = So sind die Regeln schon. Ändere erst etwas.
long-house = Diese Hausregeln brauchen { $bytes } Bytes, höchstens { $most } gehen. Kürze Namen oder streiche Einträge.
house-traits = Eigenschaften: { $why }
house-dots = Wörter für Punkte: { $why }
house-difficulties = Schwierigkeiten: { $why }
house-health = Gesundheitsstufen: { $why }
house-weapons = Waffen und Rüstungen: { $why }
house-stores = Vorräte an Punkten: { $why }
house-powers = Kräfte: { $why }
house-aliases = Andere Namen von Eigenschaften: { $why }
house-numbers = Zahlen: { $why }
house-steps = Wörter für Modifikatoren: { $why }
house-ratings = Umstände mit Wert: { $why }
house-pools = Pools: { $why }
house-switches = Optionen: { $why }
entry-nameless = Gib jedem Eintrag einen Namen.
entry-twice = { $name } steht zweimal da. Behalte einen Eintrag.
word-empty = Schreib ein Wort für { $value }.
no-such-trait-for = { $entry } braucht eine Eigenschaft, die es gibt, nicht { $trait }.
no-such-ability = { $entry } braucht eine Fähigkeit, die es gibt, nicht { $ability }.
no-such-number = { $name } gibt es nicht, nur { $known }.
number-range = { $number }: von { $least } bis { $most }, nicht { $value }.
difficulty-range = { $name }: Wähle von 2 bis 10, nicht { $value }.
modifier-range = { $name }: von −5 bis −1 oder von +1 bis +5, nicht { $value }.
level-range = Stufe { $place } ({ $name }): { $most } oder schlechter, nicht { $value }.
weapon-needs-ability = Wähle die Fähigkeit, mit der { $weapon } geschossen oder geworfen wird.
weapon-range-and-missile = { $weapon } braucht Schussweite und Art des Geschosses, oder keins von beiden.
alias-kind = { $alias } ({ $kind }) kann nicht für { $trait } ({ $other }) stehen.
alias-of-alias = { $alias } kann nicht für { $trait } stehen: Das steht selbst für { $further }.
alias-initiative = Initiative würfelt { $first } + { $second }: Das kann nicht dieselbe Eigenschaft sein.
needed-trait = { $trait } wird gebraucht für { $users }. Behalte die Eigenschaft, oder nenne eine andere dafür.
needed-kind = { $trait } muss sein: { $kind }, nicht { $other }. Gebraucht für { $users }.
and-more = { $first } und { $more } weitere
use-initiative = Initiative
use-soak = Absorption
use-store = die Punkte von { $store }
no-rolling-manoeuvre = { $name } ist kein Manöver, das würfelt. Wähle ein anderes.
pool-count = { $manoeuvre } braucht { $count } Pools, in dieser Reihenfolge: { $usual }.
pool-refused = { $manoeuvre }: { $why }

## Kinds of traits

trait-kind-attribute = ein Attribut
trait-kind-ability = eine Fähigkeit
trait-kind-other = ein Vorteil
trait-kind-alone = allein gewürfelt
trait-kind-never = nie gewürfelt
