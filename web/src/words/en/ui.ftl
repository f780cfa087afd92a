# Parts without game meaning.

page-dismiss = Dismiss
page-dismiss-esc = Dismiss (Esc)
page-do-add = Add
page-too-long = { $over } characters too many: at most { $most } are allowed.
page-link-local = This link works on this computer only. For phones and other computers, start the table with:
page-link-for-phone = For a phone’s camera
page-link-qr = QR code of the link
page-dots-of = { $dots } of { $most }
page-dots-word = { $dots }, { $word }

page-rows-none = None.
page-row-name = { $noun } { $n }
page-row-new = New: { $noun }
page-row-up = Up
page-row-up-named = Move { $row } up
page-row-remove = Remove
page-row-remove-named = Remove { $row }
page-row-add = + { $noun }
page-cell-of = of { $row }

page-rule-open = Rule { $rules }

page-alert-sound = Sound when something is asked or you are hit
page-alert-notification = Notification when something is asked
page-alert-denied = This browser does not allow notifications here.
page-alert-push = Notification even when this page is closed
page-push-failed = This browser could not reach its push service. Try again later.
