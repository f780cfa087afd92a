to-chronicle = Zur Chronik
at-the-table = Am Tisch
seat-here = { $who } ist da
seat-away = { $who } ist nicht da
is-here = ist da
is-not-here = ist nicht da
watching = { $n } schauen zu
menu = Menü
who-am-i = { $who }, { $role } in { $chronicle }
role-storyteller = Erzähler
role-player = Spieler
role-spectator = Zuschauer
role-host = Gastgeber
role-spectators = Zuschauer
remember-me = Auf diesem Gerät angemeldet bleiben
light-theme = Helles Design
all-chronicles = Alle Chroniken
do-leave = Tisch verlassen

link-joining = Verbinde …
link-here = Verbunden
link-away = Verbinde erneut …
link-gone = Getrennt
durability-disk = Alles Angenommene ist auf der Festplatte gespeichert.
durability-second = Alles Angenommene ist binnen einer Sekunde auf der Festplatte gespeichert.
durability-memory = Dieser Tisch liegt nur im Arbeitsspeicher.
durability-unknown = Wie sicher dieser Tisch gespeichert ist, ist unbekannt.
keep-page-open = Lass diese Seite offen: Deine Befehle werden noch gesendet.
try-now = Jetzt versuchen
try-again = Noch einmal versuchen

between-scenes = Zwischen den Szenen
sheet-and-dice = Charakterbogen und Würfel
stories = Geschichten
story-being-told = wird erzählt
story-over = erzählt
chapter-since = seit { $time }

scene-is-closed = Diese Szene ist geschlossen.
advice-follow = Beginne in der Chronik die nächste, oder blicke zurück und spiele von dort weiter. Alle hier kommen mit.
advice-old = Blicke auf sie zurück, oder spiele von einem ihrer Momente weiter.
advice-wait = Zur nächsten kommst du von selbst.
advice-look = Du kannst auf sie zurückblicken.
scene-has-begun = hat begonnen.
go-there = Dorthin

no-characters = Noch keine Charaktere.
try-a-fight = Probiere den Tisch mit einem kleinen Kampf aus, alle Beteiligten inklusive.
next-step = Wer spielt wen? Dann unter „Erzähler“ auf „Runden beginnen“ drücken.

seats = Plätze
no-seats = Noch keine Plätze. Lege für jeden Spieler einen an und schick den Link.
seats-failed = Die Plätze lassen sich gerade nicht auflisten.
that-failed = Das hat nicht geklappt. Versuche es noch einmal.
overruled = { $n ->
    [one] einmal überstimmt oder vertreten
   *[other] { $n }× überstimmt oder vertreten
}
seat-closed = geschlossen
do-reopen = Wieder öffnen
do-new-link = Neuer Link
do-close-seat = Schließen
really-close = Den Platz von { $who } wirklich schließen?
ask-seat-name = Name
ask-seat-role = Rolle
do-add-seat = Platz hinzufügen
link = Link
do-copy = Kopieren
copied = Kopiert
copy-by-hand = Kopiere ihn aus dem Feld

look-back = Rückblick
look-earlier = Einen Moment früher
look-later = Einen Moment später
look-moment = Moment der Szene
look-at-of = { $at } von { $most }
look-as = Gesehen von
look-as-you = wie du es gesehen hast
look-as-other = wie { $who } es gesehen hat
look-undone = Das würde zurückgenommen
look-more = und { $n } weitere
rolls = { $who } würfelt
rolls-for = { $who } würfelt: { $reason }
hint-own-view = gehe zu einem Moment der Szene, wie du ihn gesehen hast
hint-after-close = da war die Szene schon geschlossen: geh einen Schritt zurück
hint-as-then = alle wie damals; spätere Szenen zählen nicht mehr
hint-undoes = { $n ->
    [one] nimmt 1 Handlung zurück
   *[other] nimmt { $n } Handlungen zurück
}
hint-undoes-nothing = nimmt nichts zurück, was die Geschichte erzählt
hint-step-back = geh zurück zu dem, was du zurücknehmen willst
scene-again = { $scene }, noch einmal
close-first = Um von hier weiterzuspielen, schließe zuerst „{ $scene }“.
