# Messages of the server itself: connections, links, the log and questions over HTTP.

# Refused commands.
too-fast = That was too much at once. Wait a moment and try again.
too-much = Your seat has sent a lot of text. Wait { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
 }, then send this again.
busy = The server cannot keep up. Try again in a moment.
failed = Something went wrong on the server. Nothing changed.
id-used = This command id was used before. Use a new one.
too-old = Your page is far behind. Look at the table and try again.
fenced = This server cannot read the newest part of the log. The table is read-only here until it can.
another-past = The log has changed. Look back again.
unsaved = The log cannot be written right now. Nothing changed.
weakened = The storage no longer keeps everything safe. Nothing can be added until the host fixes that.
not-begun = The scene had not begun then. There is nothing to go back to.
archived = This scene was archived. Ask the host to bring it back.
damaged = The log of that scene is damaged and cannot be read that far.
unread = The past cannot be read right now. Nothing changed.
no-such-player = No player has that seat. Invite one first.
no-command = That is not a command: { $error }
malformed = That cannot be used. { $what }

# Looking back.
look-not-allowed = The Storyteller has not allowed looking back in this scene.
look-storyteller-only = Only the Storyteller can look as another seat.
look-not-yours = You cannot read this part of the story. Load the page again.
look-unread = The past cannot be read right now. Try again in a moment.

# Connections.
error-too-big = That message is too big.
error-unreadable = The server cannot read that message. Load the page again.
error-out-of-turn = That message came at the wrong time. Load the page again.
error-binary-only = Messages must be binary.
error-flooded = Far too many messages at once. The connection was closed.
error-look-again = Your connection fell behind. Look back again.
error-log-lost = The log has lost the last things you saw. This is the table now.
error-log-away = The log cannot be reached right now. This page tries again by itself.
error-fell-behind = Your connection fell behind. This is the table now.
error-server = Something went wrong on the server.
error-other-branch = The log has a different history than this table had seen.
error-read-again = The log can be read to its end again.
error-tail-lost = The log has lost entries that this table had seen.
error-safe-again = The storage is safe again. You can go on.
error-no-table = There is no such table.
error-address-full = Too many connections from your address. Close some of them.
error-seat-closed = This seat is closed. Ask the Storyteller for a new link.
error-seat-full = This seat is open in too many places. Close some of them.
error-seat-revoked = The Storyteller has closed this seat.
error-no-hello = The connection was closed because nothing was sent.
error-session-expired = You have been away too long. Open your link again.
error-reads-nothing = The connection was closed: your device received nothing for { $seconds } seconds.
error-silent = The connection was lost.
error-restart = The server restarts. This page comes back by itself.

# Questions over HTTP.
error-unexpected = That cannot be used. { $wrong }
error-body-too-big = That is too much at once. Make it shorter.
error-request-stopped = The request stopped halfway. Try again.
error-log-failed = The log cannot be reached or written right now. Try again in a moment.
error-too-many-questions = Too many questions at once. Wait a moment.
error-too-many-requests = Too many requests from your address. Wait a moment.
error-link-unknown = This link does not work. It may have been replaced, or used before. Ask for a new one.
error-link-too-often = This link was opened too often from your address. Wait a minute.
error-wrong-links = Too many wrong links from your address. Wait a minute.
error-link-expired = This link has expired. Ask for a new one.
error-no-chronicle = There is no such chronicle.
error-no-seat = There is no such seat.
error-seats-full = A chronicle has at most { $most } seats. One spectators’ link admits many.
error-seat-name-taken = { $name } has a seat already. Make a new link for it, or choose another name.
error-host-only = Only the host can do this.
error-storyteller-only = Only the Storyteller can do this.
error-seated-only = Only someone with a seat at the table can ask this.
faces-unreadable = Type faces as numbers from 1 to 10 with commas, not “{ $text }”.
switch-unreadable = Write a switch as NAME=CHOICE, not “{ $text }”.
no-pool = Give the number of dice in the pool.
too-many-for-odds = Odds are shown for up to { $most } dice.
too-many-dice-against = Odds against another pool are shown for up to { $most } dice.

# Wrong values in a command or a file.
wrong-at = { $where }: { $what }.
wrong-input = Wrong content: { $what }.
expected-one-of = expected one of { $values }
expected-got = expected { $expected }, got { $got }
expected-least = expected { $expected } of at least { $bound }
expected-most = expected { $expected } of at most { $bound }
expected-exactly = expected { $expected }: { $bound }
expected-length-exactly = expected { $expected } with a length of { $bound }
expected-length-least = expected { $expected } with a length of at least { $bound }
expected-length-most = expected { $expected } with a length of at most { $bound }
unknown-field = there is no field “{ $field }”
missing-field = the field “{ $field }” is missing
place-number = place { $place }
row-number = row { $row }
type-int = a whole number
type-str = text
type-array = a list
type-object = an object
type-bool = true or false
type-null = nothing
type-none = nothing
type-float = a fraction
type-bytes = bytes

# Character files.
no-character = That file was not taken. { $what } Nothing was changed.
file-format = It is not a character file (format “{ $format }”).
file-version = It has version { $version }; this table reads version { $known }.
file-not-json = It is not a character file, which is JSON: { $error }.
twice = { $name } is there twice. Nothing changed.
overfull = { $name } is { $rating } and cannot hold { $points } points.
long-names = All names on the sheet together take { $bytes } bytes; at most { $most } fit. Nothing changed.
