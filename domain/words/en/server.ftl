# Messages of the server itself: connections, links, the log and questions over HTTP.

# Refused commands.
too-fast = You sent too much at once. Wait a moment and try again.
too-much = Your seat has sent a lot of text. Wait { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
 }, then send this again.
busy = The server cannot keep up. Try again in a moment.
failed = Something went wrong on the server. Nothing changed.
id-used = This command id was used before. Use a new one.
too-old = Your page has missed too much. Look at the table again, then repeat what you did.
fenced = This server cannot read the newest part of the log. Until it can, this table is read-only.
another-past = The log has changed since you looked back. Look back again.
unsaved = The log cannot be written right now. Nothing changed.
weakened = The storage no longer saves everything safely. Nobody can change anything until the host has fixed it.
not-begun = At that moment the scene had not begun. Choose a later moment.
archived = This scene was archived. Ask the host to bring it back.
damaged = The log of that scene is damaged and cannot be read up to that moment.
unread = That moment cannot be read right now. Nothing changed.
no-such-player = No player has that seat. Invite one first.
no-command = That is not a command: { $error }
malformed = This input is not valid. { $what }

# Looking back.
look-not-allowed = The Storyteller has not allowed looking back in this scene.
look-storyteller-only = Only the Storyteller can look back at what another seat saw.
look-not-yours = You cannot read this part of the story. Load the page again.
look-unread = That moment cannot be read right now. Try again later.

# Connections.
error-too-big = That message is too big.
error-unreadable = The server cannot read that message. Load the page again.
error-out-of-turn = Your page sent a message at the wrong time. Load the page again.
error-binary-only = Messages must be binary.
error-flooded = Far too many messages at once. The connection was closed.
error-look-again = Your connection was too slow. Look back again.
error-log-lost = The server has lost the last events that you saw. Your page shows the table without them.
error-log-away = The log cannot be reached right now. This page tries again automatically.
error-fell-behind = Your connection was too slow. Your page now shows the newest state of the table.
error-server = Something went wrong on the server.
error-other-branch = The log differs from what this table has already shown.
error-read-again = The server can read the whole log again. You can go on.
error-tail-lost = The log no longer has the last entries that this table has already shown.
error-safe-again = The storage is safe again. You can go on.
error-no-table = There is no such table.
error-address-full = Too many connections from your address. Close some of them.
error-seat-closed = This seat is closed. Ask the Storyteller for a new link.
error-seat-full = This seat is open on too many pages. Close some of them.
error-seat-revoked = The Storyteller has closed this seat.
error-chronicle-deleted = The host has deleted this chronicle.
error-no-hello = The connection was closed because nothing was sent.
error-session-expired = You have been away too long. Open your link again.
error-reads-nothing = The connection was closed: your device received nothing for { $seconds } seconds.
error-silent = The connection was lost.
error-restart = The server restarts. This page reconnects automatically.

# Questions over HTTP.
error-unexpected = This input is not valid. { $wrong }
error-body-too-big = You sent too much at once. Make it shorter.
error-request-stopped = The request stopped halfway. Try again.
error-log-failed = The log cannot be reached or written right now. Try again in a moment.
error-too-many-questions = Too many questions at once. Wait a moment.
error-too-many-requests = Too many requests from your address. Wait a moment.
error-link-unknown = This link does not work. It may have been replaced, or used before. Ask for a new one.
error-link-too-often = This link was opened too often from your address. Wait a minute.
error-wrong-links = Too many wrong links from your address. Wait a minute.
error-link-expired = This link has expired. Ask for a new one.
error-no-language = There are no texts in this language.
error-no-chronicle = There is no such chronicle.
error-address-fixed = This server was started with --public-url, which sets its address.
error-address-wrong = Paste an address such as https://table.example: https, a name, and nothing after it.
error-no-address = Set the public address first.
error-reach-name = The name { $host } was not found. Check its spelling, or wait until a new name is known.
error-reach-private = { $host } leads to a private address, which this server does not test. Try it on a phone without Wi-Fi.
error-reach-refused = Nothing answers at { $host }, port { $port }. Start the tunnel or proxy, and open the port.
error-reach-silent = { $host } gave no answer within { $seconds } seconds. A firewall or router may block the port.
error-reach-certificate = The certificate of { $host } is not valid. The proxy needs a certificate for this name.
error-reach-tls = { $host } answers, but not with TLS. Let the address lead to the proxy’s https port.
error-reach-broken = The connection to { $host } broke off. Look at the log of the tunnel or proxy.
error-reach-host = The proxy changes the Host header. Let it pass on { $host }.
error-reach-gateway = The tunnel or proxy answers, but does not reach Coterie. Let it lead to { $local }.
error-reach-other = Another site answers at { $host } (status { $status }).
error-reach-sockets = Pages come through { $host }, but WebSockets do not. Let the proxy pass on Upgrade and Connection.
error-reach-callers = It works, but all visitors share one limit: the proxy sends no X-Forwarded-For.
error-no-seat = There is no such seat.
error-players-only = Spectators upload nothing. Ask the Storyteller for a player’s seat.
error-too-many-pictures = Too many pictures at once. Wait a moment, then upload it again.
error-picture-too-big = The picture is too large. Make it smaller and upload it again.
error-no-picture = This file is no picture that Coterie can read. Use JPEG, PNG or WebP.
error-push-spectator = Spectators are asked nothing, so they get no notifications. Ask the Storyteller for a player’s seat.
error-push-service = This browser’s push service cannot be used. Try another browser.
error-pictures-full = You have uploaded { $most } pictures, and no more fit. Ask the Storyteller to set this one.
error-storyteller-pictures-full = You have uploaded { $most } pictures, and no more fit. Upload one of those files again.
error-no-such-picture = There is no such picture here. Load the page again.
error-seats-full = A chronicle has at most { $most } seats. Many people can use the same spectators’ link.
error-seat-name-taken = There is already a seat named { $name }. Make a new link for that seat, or choose another name.
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
expected-fields = expected { $fields ->
    [one] 1 field
   *[other] all { $fields } fields
 } of { $name }, got { $got }
unknown-field = there is no field “{ $field }”
missing-field = the field “{ $field }” is missing
command-without-name = A command is a list that begins with its name.
unknown-command = There is no command “{ $name }”.
frame-without-name = a frame is a list that begins with its name
unknown-frame = there is no frame “{ $name }”
place-number = entry { $place }
row-number = row { $row }
type-int = a whole number
type-str = text
type-array = a list
type-object = an object
type-bool = true or false
type-null = nothing
type-none = nothing
type-float = a decimal number
type-bytes = bytes

# Character files.
no-character = The file was not imported. { $what } Nothing was changed.
file-format = It is not a character file (format “{ $format }”).
file-version = It has version { $version }; this table reads version { $known }.
file-not-json = It is not a character file in the format JSON: { $error }.
twice = The sheet lists { $name } twice. Nothing changed.
overfull = { $name } has a rating of { $rating } and cannot hold { $points } points.
long-names = All names on the sheet together take { $bytes } bytes; at most { $most } fit. Nothing changed.

# The page for programmers.

api-title = Coterie for programs
api-about = What programs can send to this server, and what they get. docs/protocol.md tells how they talk.
api-search = Search names, fields and descriptions
api-nothing = Nothing matches your search.
api-http = Requests over HTTP
api-client-frames = Frames from the client
api-server-frames = Frames from the server
api-commands = Commands
api-records = Records
api-structs = Parts of frames, commands and records
api-bodies = Bodies and answers over HTTP

# Push messages: the only text that a device shows.
push-table-waits = The table waits for you.
