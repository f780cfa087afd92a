# Vor jedem Befehl.
only-between-scenes = Das geht zwischen den Szenen, in der Chronik.
only-in-scene = Das geht in einer Szene: Beginne eine.
not-open = Hier gibt es noch keinen Tisch. Bitte um einen neuen Link.
spectator = Zuschauer sehen zu. Bitte den Erzähler um einen Platz als Spieler.
closed = Diese Szene ist beendet. Warte auf die nächste.
table-only = Das macht nur der Tisch selbst.
unprintable = „{ $text }“ enthält ein Steuerzeichen. Tippe es ohne dieses Zeichen ein.

group-act = Deine Handlung
group-declare = Ansagen
group-change = Umentscheiden
group-turns = Runden
group-dice = Würfel
group-tasks = Aufgaben
group-story = Anordnungen
group-secrets = Hinter dem Schirm
group-cast = Besetzung
group-time = Zeit
group-scene = Szene
group-house = Hausregeln
group-past = Frühere Momente
group-points = Punkte
group-sheet = Charakterbogen
group-taking = Freie Charaktere
