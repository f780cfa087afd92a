# The story: lines, rolls, the text field, the dice of a closed scene.

story = Story
story-keys = Story: Enter goes to the last roll, arrow keys to the others
story-loading = Loading earlier lines…
story-empty = Nothing yet.
story-new-lines = { $n ->
    [one] 1 new line ↓
   *[other] { $n } new lines ↓
}
line-to-you = Storyteller, to you:
line-ruled = Ruled:

roll-difficulty = difficulty
roll-by-dice = by the dice:
roll-explain = Die by die
option-override = Override result
hint-override = the earlier consequences stay
ask-override-result = Result
ask-override-reason = Why
option-show-roll = Show everyone
hint-show-roll = for good: nobody can hide it again

speak-as = Speak as
speak-to = To
narration = Narration
out-of-character = Out of character
to-everyone = to everyone
to-storyteller = to the Storyteller
to-somebody = to { $who }
compose-whisper = Whisper…
compose-whisper-heard = Whisper… (the Storyteller hears it too)
compose-speak = Speak…
compose-narrate = Narrate…
compose-aside = Say out of character…
do-say = Say
do-whisper = Whisper
line-waits = waiting for the table
line-too-long = That is { $n } characters long. Split it into lines of at most { $most }.
typing-now = { $n ->
    [one] { $names } is writing…
   *[other] { $names } are writing…
}

check-dice = Check the dice
check-dismiss = Dismiss the result
check-unsealed = The dice of this scene were never sealed.
check-right = { $n ->
    [one] 1 public roll matches the opened seed.
   *[other] { $n } public rolls match the opened seed.
}
check-wrong = { $n ->
    [0] No roll differs.
    [one] 1 roll differs.
   *[other] { $n } rolls differ.
}
check-alone = { $n ->
    [one] For 1 of them no player’s page gave a number: the Storyteller rolled, and none was left.
   *[other] For { $n } of them no player’s page gave a number: the Storyteller rolled, and none was left.
}
check-shown = { $n ->
    [one] 1 hidden roll was shown later. Its proof is in the scene’s export.
   *[other] { $n } hidden rolls were shown later. Their proof is in the scene’s export.
}
check-a-roll = A roll
check-roll-off = A roll-off
check-limits-seed = This does not prove that whoever runs the server kept away from the sealed seed during play.
check-limits-number = Nor does it prove that a number really came from the page it is said to come from.
