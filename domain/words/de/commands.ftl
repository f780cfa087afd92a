# Vor jedem Befehl.
only-between-scenes = Das geht nur zwischen den Szenen, in der Chronik.
only-in-scene = Das geht nur in einer Szene. Beginne eine.
not-open = Hier gibt es noch keinen Tisch. Bitte um einen neuen Link.
spectator = Als Zuschauer geht das nicht. Bitte den Erzähler um einen Platz als Spieler.
closed = Diese Szene ist zu Ende. Warte auf die nächste.
table-only = Das macht nur der Tisch selbst.
unprintable = „{ $text }“ enthält ein Steuerzeichen. Tippe es ohne dieses Zeichen ein.
