page-finding-place = Öffne den Tisch …
page-link-unusable = Mit diesem Link geht es nicht weiter.
page-you-have-left = Du hast den Tisch verlassen. Dein Link öffnet ihn wieder.
page-access-ended = Dieser Link öffnet den Tisch nicht mehr. Bitte den Erzähler um einen neuen.

page-overlay-spectators-only = Das Overlay zeigt nur den Platz eines Zuschauers. Füge unter „Plätze“ einen Platz für Zuschauer hinzu und kopiere dessen Overlay-Link.
page-overlay-needs-link = Das Overlay braucht seinen Link: Kopiere ihn unter „Plätze“, neben einem Platz für Zuschauer.

page-tagline = Ein Tisch für Geschichten im Dunkeln.
page-ask-link = Öffne den Link, den du bekommen hast, oder füge ihn hier ein
page-do-enter = Eintreten
page-no-account = Du brauchst kein Konto. Wer den Tisch betreibt, hat den Gastgeberlink: Der Server zeigt ihn beim Start.

page-host-link-used = Du bist nicht mehr als Gastgeber angemeldet. Ein neuer Link: coterie host-link.
page-chronicles-failed = Die Chroniken lassen sich gerade nicht auflisten.
page-your-chronicles = Deine Chroniken
page-no-chronicles = Noch keine Chronik. Leg eine an.
page-all-chronicles-hidden = Alle deine Chroniken sind ausgeblendet.
page-chronicle-begun = begonnen am { $date }
page-do-back-to-table = Zurück zu deinem Tisch
page-really-new-link = Wirklich einen neuen Link?
page-do-new-storyteller-link = Neuer Erzählerlink
page-new-link-warning = Der alte Link gilt nicht mehr, und wer ihn benutzt, wird abgemeldet.
page-do-new-chronicle = Neue Chronik
page-server-status = Zustand des Servers
page-server-silent = Der Server meldet gerade keinen Zustand.
page-server-ready = Er nimmt Befehle an.
page-server-not-ready = Der Server kann gerade nicht speichern und nimmt keine Befehle an. Warte etwas.
page-program-version = Coterie { $version }
page-storyteller-link = Der Link des Erzählers. Bewahre ihn auf: Wer ihn hat, ist Erzähler.
page-do-open-table = Erzählertisch öffnen
page-new-chronicle = Neue Chronik
page-ask-chronicle-name = Name der Chronik
page-ask-storyteller-name = Dein Name (Erzähler), wie ihn die Spieler sehen
page-storyteller-name = Erzähler
page-ask-rules = Regeln
page-all-rules-nightfall = Runden, Kämpfe und Ringkämpfe laufen in allen wie in Nightfall, jeweils mit eigenen Würfeln.
page-house-rules-count = Hausregeln ({ $n })
page-rules-failed = Die Regelwerke lassen sich gerade nicht laden.
page-do-create-chronicle = Chronik anlegen
page-how-reached = Wie erreichen dich deine Spieler?
page-reached-now = Links führen jetzt zu { $address }.
page-way-network = Sie sind im selben Netz
page-way-about-network = Starte Coterie so. Jeder in diesem Netz kann mitlesen, also nur unter Freunden.
page-reached-in-network = Die Links führen dann zu { $address }.
page-way-tunnel = Durch einen Tunnel, in einer Minute
page-way-about-tunnel = Starte eins davon auf diesem Rechner, und füge unten die Adresse ein, die es anzeigt. Ein Neustart ist nicht nötig.
page-way-proxy = Durch meinen eigenen Proxy mit TLS
page-way-about-proxy = Schreib deinen Namen statt table.example, und trage unten die Adresse ein. WebSockets und Host kommen damit durch.
page-way-server = Auf einem eigenen Server
page-way-about-server = Speichere das als /etc/systemd/system/coterie.service, dann: systemctl enable --now coterie. Ein Proxy davor macht TLS.
page-copy-for = Text für { $program } kopieren
page-ask-public-address = Öffentliche Adresse
page-address-in-use = Diese Adresse gilt schon. Tippe eine andere, um sie zu ändern.
page-do-set-address = Benutzen und prüfen
page-do-remove-address = Adresse entfernen
page-address-used-anyway = Die Links verwenden diese Adresse trotzdem. Entferne sie, wenn auch die Spieler sie nicht erreichen.
page-do-check-address = Weg prüfen
page-checking-address = Wird geprüft …
page-address-fixed = Die Adresse wurde beim Start mit --public-url festgelegt.
page-reached-well = Es geht: Seiten und WebSockets kommen durch diese Adresse.
page-hidden-chronicles = Ausgeblendete Chroniken ({ $n })
page-chronicle-settings = Einstellungen
page-chronicle-settings-of = Einstellungen von { $name }
page-chronicle-size = { $scenes ->
        [one] 1 Szene
       *[other] { $scenes } Szenen
    }, { $commits ->
        [one] 1 Eintrag
       *[other] { $commits } Einträge
    }, { $pictures ->
        [one] 1 Bild
       *[other] { $pictures } Bilder
    }: etwa { $size }
page-size-failed = Die Größe lässt sich gerade nicht lesen.
page-do-rename = Umbenennen
page-do-hide = Ausblenden
page-do-show-again = Wieder einblenden
page-do-save-copy = Kopie speichern
page-saving-copy = Wird gespeichert …
page-do-delete-chronicle = Löschen …
page-hide-and-copy-about = Ausblenden ändert nur diese Liste. Eine Kopie enthält alles, auch Geheimnisse; Coterie kann sie öffnen.
page-delete-about = Damit verschwinden alle Szenen, Charaktere, Bilder, Plätze und Links von { $name }. Speichere vorher eine Kopie.
page-delete-really = { $name } wirklich löschen? Niemand kann das rückgängig machen.
page-do-delete-forever = Endgültig löschen
page-do-delete-yes = Ja, löschen
page-do-keep-chronicle = Behalten

page-scene-is-open = wird gerade gespielt.
page-do-to-scene = Zur Szene
page-somebody-new = Neuer Charakter
page-who-will-you-be = Wen spielst du?
page-do-not-now = Nicht jetzt
page-do-cancel = Abbrechen
page-do-add-npc = Erzählercharakter hinzufügen
page-do-another-character = Weiterer Charakter
page-scenes = Szenen
page-step-invite = Spieler einladen
page-step-cast = Besetzung versammeln
page-step-scene = Szene beginnen
page-step-done = erledigt
page-step-open = noch zu tun
page-choosing-characters = Noch ohne Charakter: { $who }
page-no-scene-yet = Noch keine Szene. Beginne eine, wenn alle da sind.
page-waiting-for-storyteller = Warte auf den Erzähler. Du kommst von selbst dazu.
page-scene-picks-up = setzt { $scene } fort
page-scene-go = dorthin
page-scene-read = Protokoll öffnen
page-talk = Gespräch

page-to-play = Zu deinen Aktionen springen
page-turn-number = Runde { $n }
page-do-back-to-now = Zurück zu jetzt
page-do-look-back = Zurückblicken
page-do-back-to-chronicle = Zurück zur Chronik
page-cast-and-turns = Besetzung und Runden
page-you-are-watching = Du schaust zu. Du hörst alles, was öffentlich ist.
page-what-you-can-do = Was du tun kannst
page-panel-dice = Würfel
page-panel-sheet-dice = Bogen & Würfel
page-panel-storyteller = Erzähler
page-panel-actions = Handlungen
page-panel-seats = Plätze
page-parts-of-table = Teile des Tisches
page-tab-story = Geschichte
page-tab-cast = Besetzung
page-tab-sheet = Würfel
page-tab-act = Handeln
page-tab-waits = du bist gefragt
