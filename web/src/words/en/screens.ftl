# Whole screens: no link, host, chronicle, lobby, scene.

page-finding-place = Opening the table…
page-link-unusable = That link does not work.
page-you-have-left = You have left the table. Your link opens it again.
page-access-ended = This link no longer opens the table. Ask the Storyteller for a new one.

page-overlay-spectators-only = The overlay shows a spectator’s seat only. Under “Seats”, add a seat for spectators and copy its overlay link.
page-overlay-needs-link = The overlay needs its link: copy it under “Seats”, beside a seat for spectators.

page-tagline = A table for telling stories in the dark.
page-ask-link = Open the link you were given, or paste it here
page-do-enter = Enter
page-no-account = You need no account. The host has a link of their own: the server prints it when it starts.

page-host-link-used = You are signed out as the host. Make a new link: coterie host-link.
page-chronicles-failed = The chronicles cannot be listed right now.
page-your-chronicles = Your chronicles
page-no-chronicles = No chronicles yet. Create one.
page-all-chronicles-hidden = All your chronicles are hidden.
page-chronicle-begun = begun { $date }
page-do-back-to-table = Back to your table
page-really-new-link = Really make a new link?
page-do-new-storyteller-link = New Storyteller link
page-new-link-warning = The old link stops working, and everybody who used it is signed out.
page-do-new-chronicle = New chronicle
page-server-status = Server status
page-server-silent = The server gives no status right now.
page-server-ready = The server accepts commands.
page-server-not-ready = The server cannot save at the moment, so it accepts no commands. Wait a little.
page-program-version = Coterie { $version }
page-storyteller-link = This is the Storyteller’s link. Keep it secret: everybody who has it can be the Storyteller.
page-do-open-table = Open the Storyteller’s table
page-new-chronicle = New chronicle
page-ask-chronicle-name = Name of the chronicle
page-ask-storyteller-name = Your name (Storyteller), as the players see it
page-storyteller-name = Storyteller
page-ask-rules = Rules
page-all-rules-nightfall = All rule sets use Nightfall’s turns, fights and grapples; each has its own dice.
page-house-rules-count = House rules ({ $n })
page-rules-failed = The rule sets cannot be loaded right now.
page-do-create-chronicle = Create chronicle
page-how-reached = How do your players reach you?
page-reached-now = Links lead to { $address } now.
page-way-network = They are on the same network
page-way-about-network = Start Coterie like this. Anybody on that network can listen in, so play among friends only.
page-reached-in-network = Links then lead to { $address }.
page-way-tunnel = Through a tunnel, in a minute
page-way-about-tunnel = Start one of these on this computer, and paste the address that it shows below. No restart is needed.
page-way-proxy = Through my own proxy with TLS
page-way-about-proxy = Put your name in place of table.example, and set the address below. WebSockets and Host pass with these settings.
page-way-server = On a server of my own
page-way-about-server = Save this as /etc/systemd/system/coterie.service, then: systemctl enable --now coterie. A proxy in front ends TLS.
page-copy-for = Copy the text for { $program }
page-ask-public-address = Public address
page-address-in-use = This address is in use. Type another to change it.
page-do-set-address = Use and check
page-do-remove-address = Remove address
page-address-used-anyway = The links use this address all the same. Remove it if players cannot reach it either.
page-do-check-address = Check the way
page-checking-address = Checking…
page-address-fixed = The address was set by --public-url when the server started.
page-reached-well = It works: pages and WebSockets come through this address.
page-hidden-chronicles = Hidden chronicles ({ $n })
page-chronicle-settings = Settings
page-chronicle-settings-of = Settings of { $name }
page-chronicle-size = { $scenes ->
        [one] 1 scene
       *[other] { $scenes } scenes
    }, { $commits ->
        [one] 1 entry
       *[other] { $commits } entries
    }, { $pictures ->
        [one] 1 picture
       *[other] { $pictures } pictures
    }: about { $size }
page-size-failed = The size cannot be read right now.
page-do-rename = Rename
page-do-hide = Hide
page-do-show-again = Show again
page-do-save-copy = Save a copy
page-saving-copy = Saving…
page-do-delete-chronicle = Delete…
page-hide-and-copy-about = Hiding changes only this list. A copy has everything, also secrets; Coterie can serve it.
page-delete-about = Deleting removes all scenes, characters, pictures, seats and links of { $name }. Save a copy first.
page-delete-really = Really delete { $name }? Nobody can undo this.
page-do-delete-forever = Delete for good
page-do-delete-yes = Yes, delete it
page-do-keep-chronicle = Keep it

page-scene-is-open = is being played.
page-do-to-scene = Go to the scene
page-somebody-new = New character
page-who-will-you-be = Who will you be?
page-do-not-now = Not now
page-do-cancel = Cancel
page-do-add-npc = Add an NPC
page-do-another-character = Another character
page-scenes = Scenes
page-step-invite = Invite your players
page-step-cast = Gather the cast
page-step-scene = Begin a scene
page-step-done = done
page-step-open = still to do
page-choosing-characters = Without a character: { $who }
page-no-scene-yet = There is no scene yet. Begin one when everyone is here.
page-waiting-for-storyteller = Waiting for the Storyteller. You’ll join automatically.
page-scene-picks-up = continues { $scene }
page-scene-go = go there
page-scene-read = Open log
page-talk = Talk

page-to-play = Skip to what you can do
page-turn-number = turn { $n }
page-do-back-to-now = Back to now
page-do-look-back = Look back
page-do-back-to-chronicle = Back to the chronicle
page-cast-and-turns = Cast and turns
page-you-are-watching = You are watching. You see everything that is public.
page-what-you-can-do = What you can do
page-panel-dice = Dice
page-panel-sheet-dice = Sheet & dice
page-panel-storyteller = Storyteller
page-panel-actions = Actions
page-panel-seats = Seats
page-parts-of-table = Parts of the table
page-tab-story = Story
page-tab-cast = Cast
page-tab-sheet = Dice
page-tab-act = Act
page-tab-waits = your turn
