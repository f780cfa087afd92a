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

ask-spend-willpower = Willenskraft ausgeben: { $gives }
willpower-gives-dice = +{ $dice } Würfel
willpower-gives-success = ein Erfolg
table-switches = Optionen
table-numbers = Zahlen

# Abgelehnte Hausregeln.
option-house-rules = Hausregeln ändern
house-nothing = So gelten die Regeln schon. Ändere zuerst etwas.
long-house = Diese Hausregeln brauchen { $bytes } Bytes; { $most } passen. Kürze Namen oder streiche Einträge. Nichts wurde geändert.
wrong-nameless = Ein Eintrag hat keinen Namen. Gib ihm einen.
wrong-twice = „{ $name }“ steht doppelt da.
wrong-pools-none = „{ $manoeuvre }“ ist kein Manöver, das würfelt. Wähle ein anderes.
wrong-pools-number = { $manoeuvre } braucht { $number ->
    [one] 1 Würfelpool
   *[other] { $number } Würfelpools
 } in dieser Reihenfolge: { $usual }.
wrong-pools-trait = { $manoeuvre }: Den Wert „{ $trait }“ gibt es nicht.
wrong-difficulties-range = Schwierigkeiten gehen von 2 bis 10, nicht { $value } ({ $label }).
wrong-aliases-trait = „{ $alias }“ kann nicht für „{ $trait }“ stehen: Den Wert gibt es nicht.
wrong-aliases-kind = „{ $alias }“ ist { $own } und kann nicht für { $trait } stehen, { $kind }.
wrong-aliases-alias = „{ $alias }“ kann nicht für „{ $trait }“ stehen, das selbst ein anderer Name ist.
wrong-aliases-initiative = Initiative würfelt { $first } + { $second }; das kann nicht derselbe Wert sein.
wrong-traits-needed = { $users } würfelt { $trait }. Behalte den Wert oder mach ihn zum anderen Namen eines Werts.
wrong-traits-kind = { $users } würfelt { $trait }: Das muss { $kind } sein, nicht { $own }.
wrong-word-empty = Das Wort für { $value } ist leer. Fülle es aus.
wrong-health-bonus = Gesundheitsstufe { $place } ({ $label }) darf Würfel nur nehmen, nicht { $value } geben.
wrong-health-order = Gesundheitsstufe { $place } ({ $label }) muss mindestens { $least } nehmen, nicht { $value }.
wrong-weapons-ability = { $weapon } nutzt „{ $skill }“, und diese Fähigkeit gibt es hier nicht.
wrong-weapons-skill = { $weapon } braucht die Fähigkeit, mit der man schießt oder wirft.
wrong-weapons-missile = { $weapon } braucht eine Reichweite in Metern und eine Geschossklasse, oder keins davon.
wrong-modifier = { $label } muss 1 bis 5 Würfel geben oder nehmen, nicht { $value }.
wrong-stores-limit = { $store } wird von „{ $trait }“ begrenzt, und diesen Wert gibt es nicht.
wrong-numbers-unknown = Die Zahl „{ $name }“ gibt es nicht, nur { $known }.
wrong-numbers-range = { $name } geht von { $least } bis { $most }, nicht { $value }.
user-initiative = Initiative
user-soak = Wegstecken
user-store = der Vorrat an { $store }
users-more = { $first } (und { $more } mehr)
trait-kind-attribute = ein Attribut
trait-kind-ability = eine Fähigkeit
trait-kind-other = ein Vorteil
trait-kind-alone = eine Skala, die allein gewürfelt wird
trait-kind-never = eine Zahl, die nie gewürfelt wird

house-traits = { $what } Nichts wurde geändert.
house-dots = { $what } Nichts wurde geändert.
house-difficulties = { $what } Nichts wurde geändert.
house-health = { $what } Nichts wurde geändert.
house-weapons = { $what } Nichts wurde geändert.
house-stores = { $what } Nichts wurde geändert.
house-powers = { $what } Nichts wurde geändert.
house-aliases = { $what } Nichts wurde geändert.
house-steps = { $what } Nichts wurde geändert.
house-ratings = { $what } Nichts wurde geändert.
house-pools = { $what } Nichts wurde geändert.
house-switches = { $what } Nichts wurde geändert.
house-numbers = { $what } Nichts wurde geändert.
wrong-pools-traits = { $manoeuvre }: { $why }
