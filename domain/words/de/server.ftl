# Meldungen des Servers selbst: Verbindungen, Links, das Protokoll und Fragen über HTTP.

# Abgelehnte Befehle.
too-fast = Das war zu viel auf einmal. Warte kurz und versuch es noch einmal.
too-much = Von deinem Platz kam sehr viel Text. Warte { $seconds ->
    [one] 1 Sekunde
   *[other] { $seconds } Sekunden
 } und schick es dann noch einmal.
busy = Der Server kommt nicht nach. Versuch es gleich noch einmal.
failed = Auf dem Server ist etwas schiefgegangen. Nichts wurde geändert.
id-used = Diese Befehlsnummer wurde schon benutzt. Nimm eine neue.
too-old = Deine Seite ist weit zurück. Sieh dir den Tisch an und versuch es noch einmal.
fenced = Dieser Server kann den neuesten Teil des Protokolls nicht lesen. So lange kann hier niemand etwas ändern.
another-past = Das Protokoll hat sich geändert. Blick noch einmal zurück.
unsaved = Das Protokoll lässt sich gerade nicht schreiben. Nichts wurde geändert.
weakened = Der Speicher sichert nicht mehr alles. Es geht erst weiter, wenn der Gastgeber das behoben hat.
not-begun = Da hatte die Szene noch nicht begonnen. So weit zurück geht es nicht.
archived = Diese Szene wurde archiviert. Bitte den Gastgeber, sie zurückzuholen.
damaged = Das Protokoll dieser Szene ist beschädigt und so weit nicht lesbar.
unread = Die Vergangenheit lässt sich gerade nicht lesen. Nichts wurde geändert.
no-such-player = Auf diesem Platz sitzt kein Spieler. Lade zuerst jemanden ein.
no-command = Das ist kein Befehl: { $error }
malformed = Das geht so nicht. { $what }

# Zurückblicken.
look-not-allowed = In dieser Szene hat der Erzähler den Rückblick nicht erlaubt.
look-storyteller-only = Nur der Erzähler kann aus der Sicht eines anderen Platzes zurückblicken.
look-not-yours = Diesen Teil der Geschichte kannst du nicht lesen. Lade die Seite neu.
look-unread = Die Vergangenheit lässt sich gerade nicht lesen. Versuch es gleich noch einmal.

# Verbindungen.
error-too-big = Diese Nachricht ist zu groß.
error-unreadable = Der Server kann diese Nachricht nicht lesen. Lade die Seite neu.
error-out-of-turn = Diese Nachricht kam zur falschen Zeit. Lade die Seite neu.
error-binary-only = Nachrichten müssen binär sein.
error-flooded = Viel zu viele Nachrichten auf einmal. Die Verbindung wurde geschlossen.
error-look-again = Deine Verbindung kam nicht nach. Blick noch einmal zurück.
error-log-lost = Der Server hat den neuesten Teil der Geschichte verloren. Die Seite zeigt den Tisch ohne diesen Teil.
error-log-away = Das Protokoll ist gerade nicht erreichbar. Die Seite versucht es von selbst wieder.
error-fell-behind = Deine Verbindung war zu langsam. Die Seite zeigt jetzt den neuesten Stand des Tisches.
error-server = Auf dem Server ist etwas schiefgegangen.
error-other-branch = Das Protokoll hat jetzt einen anderen Verlauf als an diesem Tisch zuvor.
error-read-again = Der Server kann das Protokoll wieder ganz lesen. Du kannst weitermachen.
error-tail-lost = Das Protokoll hat Einträge verloren, die dieser Tisch schon gesehen hatte.
error-safe-again = Der Speicher ist wieder sicher. Es kann weitergehen.
error-no-table = Diesen Tisch gibt es nicht.
error-address-full = Zu viele Verbindungen von deiner Adresse. Schließ einige davon.
error-seat-closed = Dieser Platz ist geschlossen. Bitte den Erzähler um einen neuen Link.
error-seat-full = Dieser Platz ist an zu vielen Stellen offen. Schließ einige davon.
error-seat-revoked = Der Erzähler hat diesen Platz geschlossen.
error-chronicle-deleted = Der Gastgeber hat diese Chronik gelöscht.
error-no-hello = Die Verbindung wurde geschlossen, weil nichts kam.
error-session-expired = Du warst zu lange weg. Öffne deinen Link noch einmal.
error-reads-nothing = Die Verbindung wurde geschlossen: Dein Gerät hat { $seconds } Sekunden lang nichts empfangen.
error-silent = Die Verbindung ging verloren.
error-restart = Der Server startet neu. Die Seite kommt von selbst zurück.

# Fragen über HTTP.
error-unexpected = Das geht so nicht. { $wrong }
error-body-too-big = Das ist zu viel auf einmal. Kürze es.
error-request-stopped = Die Anfrage brach ab. Versuch es noch einmal.
error-log-failed = Das Protokoll ist gerade nicht erreichbar oder beschreibbar. Versuch es gleich noch einmal.
error-too-many-questions = Zu viele Fragen auf einmal. Warte kurz.
error-too-many-requests = Zu viele Anfragen von deiner Adresse. Warte kurz.
error-link-unknown = Dieser Link gilt nicht. Vielleicht wurde er ersetzt oder schon benutzt. Bitte um einen neuen.
error-link-too-often = Dieser Link wurde von deiner Adresse zu oft geöffnet. Warte eine Minute.
error-wrong-links = Zu viele falsche Links von deiner Adresse. Warte eine Minute.
error-link-expired = Dieser Link ist abgelaufen. Bitte um einen neuen.
error-no-language = In dieser Sprache gibt es keine Texte.
error-no-chronicle = Diese Chronik gibt es nicht.
error-address-fixed = Dieser Server wurde mit --public-url gestartet; damit steht seine Adresse fest.
error-address-wrong = Füge eine Adresse wie https://table.example ein: https, ein Name und nichts dahinter.
error-no-address = Trage zuerst die öffentliche Adresse ein.
error-reach-name = Der Name { $host } wurde nicht gefunden. Prüfe die Schreibweise, oder warte, bis ein neuer Name bekannt ist.
error-reach-private = { $host } führt zu einer privaten Adresse, die dieser Server nicht prüft. Probiere sie am Handy ohne WLAN.
error-reach-refused = Bei { $host }, Port { $port } antwortet nichts. Starte den Tunnel oder Proxy, und öffne den Port.
error-reach-silent = { $host } hat { $seconds } Sekunden lang nicht geantwortet. Vielleicht sperrt eine Firewall oder der Router den Port.
error-reach-certificate = Das Zertifikat von { $host } ist ungültig. Der Proxy braucht ein Zertifikat für diesen Namen.
error-reach-tls = { $host } antwortet, aber nicht mit TLS. Die Adresse muss zum https-Port des Proxys führen.
error-reach-broken = Die Verbindung zu { $host } brach ab. Sieh ins Log des Tunnels oder Proxys.
error-reach-host = Der Proxy ändert den Host-Header. Er muss { $host } weitergeben.
error-reach-gateway = Der Tunnel oder Proxy antwortet, erreicht aber Coterie nicht. Er muss zu { $local } führen.
error-reach-other = Bei { $host } antwortet eine andere Seite (Status { $status }).
error-reach-sockets = Seiten kommen durch { $host }, WebSockets nicht. Der Proxy muss Upgrade und Connection weitergeben.
error-reach-callers = Es geht, aber alle Besucher teilen sich ein Limit: Der Proxy sendet kein X-Forwarded-For.
error-no-seat = Diesen Platz gibt es nicht.
error-players-only = Zuschauer laden nichts hoch. Bitte beim Erzähler um einen Spielerplatz.
error-too-many-pictures = Zu viele Bilder auf einmal. Warte kurz und lade deins noch einmal hoch.
error-picture-too-big = Das Bild ist zu groß. Verkleinere es und lade es noch einmal hoch.
error-no-picture = Diese Datei ist kein lesbares Bild. Nimm JPEG, PNG oder WebP.
error-push-spectator = Zuschauer werden nichts gefragt und bekommen keine Mitteilungen. Bitte beim Erzähler um einen Spielerplatz.
error-push-service = Der Push-Dienst dieses Browsers geht hier nicht. Nimm einen anderen Browser.
error-pictures-full = Du hast schon { $most } Bilder hochgeladen, mehr passen nicht. Bitte den Erzähler darum.
error-storyteller-pictures-full = Du hast schon { $most } Bilder hochgeladen, mehr passen nicht. Nimm eine dieser Dateien noch einmal.
error-no-such-picture = Dieses Bild gibt es hier nicht. Lade die Seite neu.
error-seats-full = Eine Chronik hat höchstens { $most } Plätze. Ein Zuschauerlink lässt viele ein.
error-seat-name-taken = { $name } hat schon einen Platz. Mach einen neuen Link dafür oder nimm einen anderen Namen.
error-host-only = Das kann nur der Gastgeber.
error-storyteller-only = Das kann nur der Erzähler.
error-seated-only = Das kann nur fragen, wer am Tisch sitzt.
faces-unreadable = Schreib Augen als Zahlen von 1 bis 10 mit Kommas, nicht „{ $text }“.
switch-unreadable = Schreib eine Option als NAME=WAHL, nicht „{ $text }“.
no-pool = Gib an, wie viele Würfel im Würfelpool sind.
too-many-for-odds = Chancen gibt es für bis zu { $most } Würfel.
too-many-dice-against = Chancen gegen einen anderen Würfelpool gibt es für bis zu { $most } Würfel.

# Falsche Werte in einem Befehl oder einer Datei.
wrong-at = { $where }: { $what }.
wrong-input = Falscher Inhalt: { $what }.
expected-one-of = erwartet wird eins von { $values }
expected-got = erwartet wird { $expected }, nicht { $got }
expected-least = erwartet wird { $expected } von mindestens { $bound }
expected-most = erwartet wird { $expected } von höchstens { $bound }
expected-exactly = erwartet wird { $expected }: { $bound }
expected-length-exactly = erwartet wird { $expected } der Länge { $bound }
expected-length-least = erwartet wird { $expected } mit einer Länge von mindestens { $bound }
expected-length-most = erwartet wird { $expected } mit einer Länge von höchstens { $bound }
expected-fields = erwartet { $fields ->
    [one] 1 Feld
   *[other] alle { $fields } Felder
 } von { $name }, erhalten { $got }
unknown-field = das Feld „{ $field }“ gibt es nicht
missing-field = das Feld „{ $field }“ fehlt
command-without-name = Ein Befehl ist eine Liste, die mit seinem Namen beginnt.
unknown-command = Den Befehl „{ $name }“ gibt es nicht.
frame-without-name = ein Frame ist eine Liste, die mit seinem Namen beginnt
unknown-frame = einen Frame „{ $name }“ gibt es nicht
place-number = Stelle { $place }
row-number = Zeile { $row }
type-int = eine ganze Zahl
type-str = Text
type-array = eine Liste
type-object = ein Objekt
type-bool = ja oder nein
type-null = nichts
type-none = nichts
type-float = eine Kommazahl
type-bytes = Bytes

# Charakterdateien.
no-character = Diese Datei wurde nicht übernommen. { $what } Nichts wurde geändert.
file-format = Es ist keine Charakterdatei (Format „{ $format }“).
file-version = Sie hat die Version { $version }; dieser Tisch liest Version { $known }.
file-not-json = Es ist keine Charakterdatei, denn die ist JSON: { $error }.
twice = { $name } steht zweimal da. Nichts wurde geändert.
overfull = { $name } hat den Wert { $rating } und fasst keine { $points } Punkte.
long-names = Alle Namen auf dem Bogen brauchen zusammen { $bytes } Bytes; { $most } passen. Nichts wurde geändert.

# Die Seite für Programmierer.

api-title = Coterie für Programme
api-about = Was Programme diesem Server senden können und was sie bekommen, auf Englisch. docs/protocol.md erzählt, wie sie reden.
api-search = Namen, Felder und Beschreibungen durchsuchen
api-nothing = Nichts passt zu deiner Suche.
api-http = Anfragen über HTTP
api-client-frames = Frames vom Client
api-server-frames = Frames vom Server
api-commands = Befehle
api-records = Datensätze
api-structs = Teile von Frames, Befehlen und Datensätzen
api-bodies = Inhalte und Antworten über HTTP

# Push-Mitteilungen: der einzige Text, den ein Gerät zeigt.
push-table-waits = Der Tisch wartet auf dich.
