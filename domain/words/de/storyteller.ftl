# Werkzeuge des Erzählers: Ergebnisse ändern, zurücknehmen, eine Szene fortsetzen, ein vorbereiteter Kampf.

text-this-ruling = Diese Anordnung
or-say-it-otherwise = sag es anders

## Das Ergebnis eines Wurfs ändern

line-roll-overridden = Der Wurf von { $who } ist jetzt: { $result }.
line-plain-roll-overridden = Der Wurf ist jetzt: { $result }.
line-because = { $line } { $why }
result-of-degree = { $result } ({ $degree })
storyteller-says-so = Der Erzähler hat es so entschieden.
line-effects-stay = Die Folgen des Wurfs bleiben. Zum Ändern: { $way }.
line-effects-stay-of = { $who }: Die Folgen des Wurfs bleiben. Zum Ändern: { $way }.
way-choose = „{ $option }“ wählen
way-take-over = „{ $option }“ wählen und den Rest anordnen
way-rule-ending = anordnen, wie es ausging
way-initiative = die Initiative setzen
way-abort = den Angriff übernehmen, wenn er kommt, und die Treffer anordnen
way-set = eine Wunde, einen Zustand oder einen Ringkampf setzen
way-end-clinch = die Umklammerung beenden oder die Wunde zurücknehmen
way-heal = eine Wunde zurücknehmen oder einen Zustand beenden
no-such-roll = Dieser Wurf ist zu lange her, um sein Ergebnis zu ändern.
roll-taken-back = Dieser Wurf ist zurückgenommen. Nichts hängt mehr von ihm ab.
no-such-result = Wähle ein Ergebnis, das diese Regeln kennen: { $results }.

## Zurücknehmen

line-taken-back = Der Erzähler nimmt das Durchgestrichene zurück.
line-done-again = Der Erzähler stellt das Zurückgenommene wieder her.
line-as-before = Der Erzähler stellt alles wieder so her, wie es war.
option-take-back = Bis hierher zurücknehmen
hint-take-back = alles danach wird zurückgenommen
nothing-since = Seitdem ist nichts geschehen. Blick erst zu einem früheren Moment zurück.
went-on = Inzwischen ging es weiter. Prüfe noch einmal, was zurückgenommen würde.

## Eine Szene, die eine andere fortsetzt

line-scene-forked = Die neue Szene beginnt bei Moment { $moment } von { $scene }.
line-scene-origin = Diese Szene beginnt bei Moment { $moment } von { $scene }.
line-continues = Diese Szene beginnt an einem früheren Moment von { $scene }.
line-moment-lost = Der frühere Moment ist nicht mehr lesbar: Alle sind so, wie sie jetzt sind.
option-fork-scene = Von hier weiterspielen
hint-fork-scene = alle wie damals; die Chronik behält, wie es dann ausgeht
ask-new-scene-name = Name der neuen Szene
no-such-scene = Diese Szene hat die Chronik nicht. Wähle eine andere.

## Ein vorbereiteter Kampf

option-ready-fight = Vorbereiteten Kampf beginnen
hint-ready-fight = { $fight }: { $names }
no-fight = Für diese Regeln ist kein Kampf vorbereitet. Füge selbst Charaktere hinzu.
