# Porträts und Handouts.

page-do-set-portrait = Porträt
page-portrait-of = Porträt von { $who }
page-ask-picture = Bild wählen, hierher ziehen oder einfügen
page-picture-unreadable = Dein Browser kann diese Datei nicht als Bild lesen. Wähle eine andere.
page-crop-keys = Bildausschnitt: Pfeiltasten verschieben ihn, Plus und Minus zoomen
page-crop-hint = Zieh das Bild zurecht, oder nimm die Pfeiltasten.
page-ask-zoom = Zoom
page-do-remove-portrait = Porträt entfernen

page-handouts = { $n ->
    [0] Handouts
   *[other] Handouts ({ $n })
}
page-handouts-title = Handouts
page-no-handouts = Noch keine Handouts.
page-enlarge = Vergrößern: { $title }
page-do-new-handout = Neues Handout
page-ask-handout-title = Titel
page-ask-handout-text = Text (wenn du magst)
page-ask-handout-picture = Bild: wählen, hierher ziehen oder einfügen (wenn du magst)
page-handout-lacks-content = Schreib einen Text oder wähle ein Bild.
page-ask-handout-to = Wer sieht es
page-ask-handout-seats = Welche Spieler
page-handout-to-all = Alle, jetzt
page-handout-to-some = Einige Spieler, jetzt
page-handout-to-later = Vorerst nur ich
page-do-show-handout = Zeigen
page-do-keep-handout = Für später aufheben
page-handout-seen-by-all = Alle sehen es.
page-handout-seen-by = Zu sehen für { $who }.
page-handout-unseen = Nur du siehst es.
page-do-show-to-all = Allen zeigen
page-do-show-to = { $who } zeigen
page-do-take-away = Wegnehmen
page-do-really-take-away = Wirklich wegnehmen
