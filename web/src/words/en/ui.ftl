# Parts without game meaning.

dismiss = Dismiss
dismiss-esc = Dismiss (Esc)
do-add = Add
too-long = { $over } characters too many: { $most } fit here.
link-local = This link works on this computer only. For phones and other computers, start the table with:
link-for-phone = For a phone’s camera
link-qr = QR code of the link
dots-of = { $dots } of { $most }
dots-word = { $dots }, { $word }

rows-none = None.
row-name = { $noun } { $n }
row-new = New: { $noun }
row-up = Up
row-up-named = Move { $row } up
row-remove = Remove
row-remove-named = Remove { $row }
row-add = + { $noun }
cell-of = of { $row }

rule-open = Rule { $rules }
