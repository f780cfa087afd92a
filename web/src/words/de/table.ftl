page-to-chronicle = Zur Chronik
page-at-the-table = Am Tisch
page-seat-here = { $who } ist da
page-seat-away = { $who } ist nicht da
page-is-here = ist da
page-is-not-here = ist nicht da
page-watching = { $n ->
    [one] 1 schaut zu
   *[other] { $n } schauen zu
}
page-menu = Menü
page-who-am-i = { $who }, { $role } in { $chronicle }
page-role-storyteller = Erzähler
page-role-player = Spieler
page-role-spectator = Zuschauer
page-role-host = Gastgeber
page-role-spectators = Zuschauer
page-remember-me = Auf diesem Gerät angemeldet bleiben
page-stay-why = Hier angemeldet bleiben?
page-do-stay = Ja
page-light-theme = Helles Design
page-all-chronicles = Alle Chroniken
page-do-leave = Tisch verlassen

page-link-joining = Verbinde …
page-link-here = Verbunden
page-link-away = Verbinde erneut …
page-link-gone = Getrennt
page-durability-disk = Alles, was hier geschieht, ist auf der Festplatte gespeichert.
page-durability-second = Alles, was hier geschieht, ist binnen einer Sekunde auf der Festplatte gespeichert.
page-durability-memory = Dieser Tisch liegt nur im Arbeitsspeicher.
page-durability-unknown = Wie sicher dieser Tisch gespeichert ist, ist unbekannt.
page-keep-page-open = Lass diese Seite offen: Deine Befehle werden noch gesendet.
page-try-now = Jetzt versuchen
page-try-again = Noch einmal versuchen

page-between-scenes = Zwischen den Szenen
page-sheet-and-dice = Charakterbogen und Würfel
page-stories = Geschichten
page-story-open = wird erzählt
page-story-over = zu Ende erzählt
page-chapter-since = seit { $time }

page-scene-is-closed = Diese Szene ist zu Ende.
page-advice-follow = Beginne die nächste, oder blick zurück und spiel von dort aus weiter. Alle hier kommen mit.
page-advice-old = Blick auf sie zurück, oder spiel von einem früheren Moment aus weiter.
page-advice-wait = Zur nächsten kommst du von selbst.
page-advice-look = Du kannst sie dir im Rückblick ansehen.
page-scene-has-begun = hat begonnen.
page-go-there = Dorthin

page-no-characters = Noch keine Charaktere.
page-try-a-fight = Probier den Tisch mit einem kleinen Kampf aus. Die Charaktere sind schon dabei.
page-next-step = Wer spielt wen? Dann unter „Erzähler“ auf „Runden beginnen“ drücken.

page-seats = Plätze
page-no-seats = Noch keine Plätze. Leg für jeden Spieler einen an und schick den Link.
page-seats-failed = Die Plätze lassen sich gerade nicht auflisten.
page-that-failed = Das hat nicht geklappt. Versuch es noch einmal.
page-overruled = { $n ->
    [one] Erzähler hat einmal eingegriffen
   *[other] Erzähler hat { $n }× eingegriffen
}
page-seat-closed = geschlossen
page-do-reopen = Wieder öffnen
page-link-not-here = Der Link ist auf diesem Gerät nicht gespeichert. Ein neuer Link macht den alten ungültig.
page-links-stay = Die Links bleiben hier, solange du angemeldet bist. Ein neuer Link beendet den alten; wer schon hier ist, bleibt.
page-do-new-link = Neuer Link
page-do-close-seat = Schließen
page-really-close = Den Platz von { $who } wirklich schließen?
page-ask-seat-name = Name
page-ask-seat-role = Rolle
page-do-add-seat = Platz hinzufügen
page-link = Link
page-do-copy = Kopieren
page-do-copy-link = Link kopieren
page-copy-link-of = Link kopieren: { $who }
page-do-copy-overlay = Overlay-Link kopieren
page-copy-overlay-of = Overlay-Link kopieren: { $who }
page-copied = Kopiert
page-copy-by-hand = Kopiere ihn aus dem Feld

page-look-back = Rückblick
page-look-earlier = Einen Moment früher
page-look-later = Einen Moment später
page-look-moment = Moment der Szene
page-look-at-of = { $at } von { $most }
page-look-as = Sicht
page-look-as-you = deine Sicht
page-look-as-other = Sicht von { $who }
page-look-undone = Das würde zurückgenommen
page-look-more = und { $n } weitere
page-rolls = { $who } würfelt
page-rolls-for = { $who } würfelt: { $reason }
page-hint-own-view = geh zu einem Moment der Szene, wie du ihn gesehen hast
page-hint-after-close = da war die Szene schon zu Ende: geh einen Schritt zurück
page-hint-as-then = alle wie damals; spätere Szenen zählen nicht mehr
page-hint-undoes = { $n ->
    [one] nimmt 1 Handlung zurück
   *[other] nimmt { $n } Handlungen zurück
}
page-hint-undoes-nothing = nimmt nichts zurück, was die Geschichte erzählt
page-hint-step-back = geh zurück zu dem, was du zurücknehmen willst
page-scene-again = { $scene }, noch einmal
page-close-first = Um von hier weiterzuspielen, beende zuerst „{ $scene }“.
