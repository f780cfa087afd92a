# Around the story: top bar, seats, chapters, looking back, the next scene.

to-chronicle = To the chronicle
at-the-table = At the table
seat-here = { $who } is here
seat-away = { $who } is not here
is-here = is here
is-not-here = is not here
watching = { $n } watching
menu = Menu
who-am-i = { $who }, { $role } of { $chronicle }
role-storyteller = Storyteller
role-player = player
role-spectator = spectator
role-host = host
role-spectators = spectators
remember-me = Remember me on this device
light-theme = Light theme
all-chronicles = All chronicles
do-leave = Leave the table

link-joining = Connecting…
link-here = Connected
link-away = Reconnecting…
link-gone = Disconnected
durability-disk = Everything accepted is saved to disk.
durability-second = Everything accepted is saved to disk within a second.
durability-memory = This table is kept in memory only.
durability-unknown = Nobody knows how safely this table is saved.
keep-page-open = Leave this page open: your commands will be sent.
try-now = Try now
try-again = Try again

between-scenes = Between scenes
sheet-and-dice = Sheet and dice
stories = Stories
story-being-told = being told
story-over = told
chapter-since = since { $time }

scene-is-closed = This scene is closed.
advice-follow = Begin the next one in the chronicle, or look back and play on from there. Everyone here comes along.
advice-old = Look back at it, or play on from any moment.
advice-wait = You’ll join the next one automatically.
advice-look = You can look back at it.
scene-has-begun = has begun.
go-there = Go there

no-characters = No characters yet.
try-a-fight = Try the table with a small fight, everyone included.
next-step = Who plays whom? Then press “Start turns” under “Storyteller”.

seats = Seats
no-seats = No seats yet. Add one for each player and send them its link.
seats-failed = The seats cannot be listed right now.
that-failed = That did not work. Try again.
overruled = { $n ->
    [one] overruled or rolled for once
   *[other] overruled or rolled for { $n }×
}
seat-closed = closed
do-reopen = Open again
do-new-link = New link
do-close-seat = Close
really-close = Really close { $who }’s seat?
ask-seat-name = Name
ask-seat-role = Role
do-add-seat = Add a seat
link = Link
do-copy = Copy
copied = Copied
copy-by-hand = Copy it from the field

look-back = Looking back
look-earlier = One moment earlier
look-later = One moment later
look-moment = Moment of the scene
look-at-of = { $at } of { $most }
look-as = As seen by
look-as-you = as you saw it
look-as-other = as { $who } saw it
look-undone = What this would undo
look-more = and { $n } more
rolls = { $who } rolls
rolls-for = { $who } rolls: { $reason }
hint-own-view = go to a moment of the scene, as you saw it
hint-after-close = the scene was already closed then: go one step back
hint-as-then = everyone as they were then; later scenes no longer count
hint-undoes = { $n ->
    [one] undoes 1 action
   *[other] undoes { $n } actions
}
hint-undoes-nothing = undoes nothing that the story tells
hint-step-back = step back to what you want to undo
scene-again = { $scene }, again
close-first = To play on from here, close “{ $scene }” first.
