# Around the story: top bar, seats, chapters, looking back, the next scene.

page-to-chronicle = To the chronicle
page-at-the-table = At the table
page-seat-here = { $who } is here
page-seat-away = { $who } is not here
page-is-here = is here
page-is-not-here = is not here
page-watching = { $n } watching
page-menu = Menu
page-who-am-i = { $who }, { $role } of { $chronicle }
page-role-storyteller = Storyteller
page-role-player = player
page-role-spectator = spectator
page-role-host = host
page-role-spectators = spectators
page-remember-me = Remember me on this device
page-stay-why = Stay signed in on this device?
page-do-stay = Yes
page-light-theme = Light theme
page-all-chronicles = All chronicles
page-do-leave = Leave the table

page-link-joining = Connecting…
page-link-here = Connected
page-link-away = Reconnecting…
page-link-gone = Disconnected
page-durability-disk = Everything done here is saved to disk.
page-durability-second = Everything done here is saved to disk within a second.
page-durability-memory = This table is kept in memory only.
page-durability-unknown = It is unknown how safely this table is saved.
page-keep-page-open = Leave this page open: your commands will be sent.
page-try-now = Try now
page-try-again = Try again

page-between-scenes = Between scenes
page-sheet-and-dice = Sheet and dice
page-stories = Stories
page-story-open = still running
page-story-over = ended
page-chapter-since = since { $time }

page-scene-is-closed = This scene is closed.
page-advice-follow = Begin the next scene, or look back and play on from there. Everyone comes along.
page-advice-old = Look back at this scene, or play on from any moment of it.
page-advice-wait = You’ll join the next scene automatically.
page-advice-look = You can look back at this scene.
page-scene-has-begun = has begun.
page-go-there = Go there

page-no-characters = No characters yet.
page-try-a-fight = Try the table with a small fight, characters included.
page-next-step = Choose who plays whom. Then press “Start turns” under “Storyteller”.

page-seats = Seats
page-no-seats = No seats yet. Add one for each player and send them its link.
page-seats-failed = The seats cannot be listed right now.
page-that-failed = That did not work. Try again.
page-overruled = { $n ->
    [one] the Storyteller overruled or rolled for this player once
   *[other] the Storyteller overruled or rolled for this player { $n } times
}
page-seat-closed = closed
page-do-reopen = Open again
page-link-not-here = Its link is not kept on this device. A new link ends the old one.
page-links-stay = The links stay here while you are signed in. A new link ends the old one; who is here stays.
page-do-new-link = New link
page-do-close-seat = Close
page-really-close = Really close { $who }’s seat?
page-ask-seat-name = Name
page-ask-seat-role = Role
page-do-add-seat = Add a seat
page-link = Link
page-do-copy = Copy
page-do-copy-link = Copy link
page-copy-link-of = Copy link: { $who }
page-do-copy-overlay = Copy overlay link
page-copy-overlay-of = Copy overlay link: { $who }
page-copied = Copied
page-copy-by-hand = Copy it from the field

page-look-back = Looking back
page-look-earlier = One moment earlier
page-look-later = One moment later
page-look-moment = Moment of the scene
page-look-at-of = { $at } of { $most }
page-look-as = As seen by
page-look-as-you = as you saw it
page-look-as-other = as { $who } saw it
page-look-undone = What taking back would undo
page-look-more = and { $n } more
page-rolls = { $who } rolls
page-rolls-for = { $who } rolls: { $reason }
page-hint-own-view = choose a moment of the scene, as you saw it
page-hint-after-close = the scene was already closed then: go one step back
page-hint-as-then = everyone is as they were then; later scenes no longer count
page-hint-undoes = { $n ->
    [one] undoes 1 action
   *[other] undoes { $n } actions
}
page-hint-undoes-nothing = undoes nothing that the story shows
page-hint-step-back = step back to what you want to undo
page-scene-again = { $scene }, again
page-close-first = To play on from here, close “{ $scene }” first.
