# The story: lines, rolls, the text field, the dice of a closed scene.

page-story = Story
page-story-keys = Story: Enter goes to the last roll, arrow keys to the others
page-story-loading = Loading earlier lines…
page-story-empty = Nothing yet.
page-story-new-lines = { $n ->
    [one] 1 new line ↓
   *[other] { $n } new lines ↓
}
page-story-to-newest = To the newest ↓
page-story-unread = New since you left
page-story-spoken = { $n } new entries. The last: { $last }
page-spoken = { $who }: { $text }
page-story-show-here = Show in story
page-do-search-story = Search the story
page-do-end-search = End the search
page-search-kind = Show
page-search-all = Everything
page-search-rolls = Rolls
page-search-whispers = Whispers
page-search-to-me = Told to me
page-search-character = About
page-search-anyone = anyone
page-search-loading = { $n } found so far – loading earlier lines…
page-search-found = { $n } found in { $all } entries
page-search-nothing = Nothing found.
page-do-search-scenes = Search all scenes
page-search-scenes-reading = { $n } found – { $searched } of { $all } scenes searched…
page-search-scenes-found = { $n } found in { $all } { $all ->
    [one] scene
   *[other] scenes
}
page-search-scenes-more = and { $n } earlier
page-search-scene-unread = { $scene } could not be read.
page-do-reply = Reply
page-do-take-back = Undo
page-do-take-back-last = Undo the last thing
page-do-undo-to-here = Undo to here
page-do-keep = Keep
page-undo-question = { $n ->
    [one] Undo “{ $text }”?
   *[other] Undo “{ $text }” and all after it ({ $n } entries)?
}
page-taken-back = taken back
page-undo-unknown = The server gave no answer. Close this and try again.
page-line-to-you = Storyteller, to you:
page-line-outcome = Outcome:
page-line-ruled = Ruled:

page-roll-difficulty = difficulty
page-roll-by-dice = by the dice:
page-roll-explain = Explain this roll
page-card-unfold = { $title }: show the rolls
page-card-damage = Damage
page-card-attack-hits = hit
page-card-attack-misses = missed
page-card-no-wound = no wound
page-card-wounded = { $levels } { $damage }
page-card-aborts-to = defends instead
page-card-abort-failed = too slow to defend
page-card-hits = successes
page-card-harm = damage
page-option-override = Override result
page-hint-override = what the roll has already caused stays
page-ask-override-result = Result
page-ask-override-reason = Why
page-option-show-roll = Show everyone
page-hint-show-roll = for good: nobody can hide the roll again

page-speak-as = Speak as
page-speak-to = To
page-narration = Narration
page-out-of-character = Out of character
page-to-everyone = to everyone
page-to-storyteller = to the Storyteller
page-to-somebody = to { $who }
page-compose-whisper = Whisper…
page-compose-whisper-heard = Whisper… (the Storyteller hears it too)
page-compose-speak = Speak…
page-compose-narrate = Narrate…
page-compose-aside = Say out of character…
page-answering = Your lines are whispered { $whom }.
page-do-end-whisper = Back to everyone
page-do-say = Say
page-do-whisper = Whisper
page-line-waits = waiting for the table
page-line-too-long = This line has { $n } characters. Split it into lines of at most { $most }.
page-typing-now = { $n ->
    [one] { $names } is writing…
   *[other] { $names } are writing…
}

page-slash-list = Ways to go on
page-slash-roll = roll: dice, or traits by name
page-slash-whisper = whisper to somebody
page-slash-aside = say out of character
page-slash-narrate = narrate
page-slash-whom = Write a name at the table and then the message: /w { $who } …
page-slash-nobody = Nobody else has a seat at this table yet.
page-slash-nothing = Write a text after the command.
page-slash-no-such-trait = “{ $word }” is no trait of this character. Choose a trait from the list.
page-slash-two-traits = A roll takes at most two traits. Leave out “{ $word }”.
page-slash-no-traits = Choose a character under “Speak as”, or type a number of dice: /r 6
page-slash-whispered-roll = A roll is for everyone. Choose “to everyone” first.

page-check-dice = Check the dice
page-check-dismiss = Dismiss the result
page-check-unsealed = No seal was published for the dice of this scene, so they cannot be checked.
page-check-right = { $n ->
    [one] 1 public roll matches the opened seed.
   *[other] { $n } public rolls match the opened seed.
}
page-check-wrong = { $n ->
    [0] No roll differs.
    [one] 1 roll differs.
   *[other] { $n } rolls differ.
}
page-check-alone = { $n ->
    [one] 1 of them used no random number from a player’s page: none was left when the Storyteller rolled.
   *[other] { $n } of them used no random number from a player’s page: none was left when the Storyteller rolled.
}
page-check-shown = { $n ->
    [one] 1 hidden roll was shown later. Its proof is in the scene’s export.
   *[other] { $n } hidden rolls were shown later. Their proof is in the scene’s export.
}
page-check-a-roll = A roll
page-check-roll-off = A roll-off
page-check-limits-seed = This does not prove that nobody with access to the server read the sealed seed during play.
page-check-limits-number = It also does not prove that each number came from the page named beside it.
