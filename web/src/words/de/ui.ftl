dismiss = Schließen
dismiss-esc = Schließen (Esc)
do-add = Hinzufügen
too-long = { $over } Zeichen zu viel: { $most } passen hier hinein.
link-local = Dieser Link funktioniert nur auf diesem Computer. Für Handys und andere Computer starte den Tisch mit:
link-for-phone = Für die Kamera eines Handys
link-qr = QR-Code des Links
dots-of = { $dots } von { $most }
dots-word = { $dots }, { $word }

rows-none = Keine.
row-name = { $noun } { $n }
row-new = Neu: { $noun }
row-up = Nach oben
row-up-named = { $row } nach oben
row-remove = Entfernen
row-remove-named = { $row } entfernen
row-add = + { $noun }
cell-of = von { $row }

rule-open = Regel { $rules }
