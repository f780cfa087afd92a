page-dismiss = Schließen
page-dismiss-esc = Schließen (Esc)
page-do-add = Hinzufügen
page-too-long = { $over } Zeichen zu viel: { $most } passen hier hinein.
page-link-local = Dieser Link funktioniert nur auf diesem Computer. Für Handys und andere Computer starte den Tisch mit:
page-link-for-phone = Für die Kamera eines Handys
page-link-qr = QR-Code des Links
page-dots-of = { $dots } von { $most }
page-dots-word = { $dots }, { $word }

page-rows-none = Keine.
page-row-name = { $noun } { $n }
page-row-new = Neu: { $noun }
page-row-up = Nach oben
page-row-up-named = { $row } nach oben
page-row-remove = Entfernen
page-row-remove-named = { $row } entfernen
page-row-add = + { $noun }
page-cell-of = von { $row }

page-rule-open = Regel { $rules }

page-alert-sound = Ton, wenn du gefragt bist oder getroffen wirst
page-alert-notification = Mitteilung, wenn du gefragt bist
page-alert-denied = Dieser Browser erlaubt hier keine Mitteilungen.
page-alert-push = Mitteilung, auch wenn diese Seite zu ist
page-push-failed = Dieser Browser erreicht seinen Push-Dienst nicht. Versuche es später noch einmal.
