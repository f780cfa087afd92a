# Characters: health, points, states, coming and going.
line-leaves = { $who } leaves the scene.
line-comes-back = { $who } comes back into the scene.
no-such-character = There is no such character here.
not-yours = { $who } is not yours to play. Choose one of your characters.
tells-of-hidden = { $what } names { $name }, who is hidden. Reveal { $name } first, or { $instead }.

line-spends = { $who } spends { $points } { $store }.
line-spends-on = { $who } spends { $points } { $store } on { $on }.
too-few-points = { $who } has only { $left } { $store } and cannot spend { $points }.
points-a-turn = { $who } may spend at most { $most } { $store } a turn, and only { $more } more in this turn.

line-recovered = { $who }: { $what }.
recovered-store = { $store } is full again
choice-heal-none = no wounds heal
choice-heal-bashing = bashing wounds heal
choice-heal-all = all wounds heal
choice-recover-everybody = everyone
choice-recover-players = the players’ characters
ask-recover-stores = Points that come back
ask-recover-heal = Wounds that heal
ask-recover-whose = Who recovers
option-recover = Let everyone recover
nothing-to-recover-chosen = Choose which points come back or which wounds heal.
nobody-lacks = Nobody chosen lacks these points or has these wounds. Choose something else.

line-wounds = { $by } wounds { $who }. { $text }
line-wounds-silently = { $by } wounds { $who }.
line-is-hurt = { $who } is hurt. { $text }
line-is-hurt-silently = { $who } is hurt.
wounds-itself = A character cannot be the cause of its own wound. Choose another cause, or nobody.
choice-no-cause = nobody
ask-wound-who = Who is wounded
ask-wound-levels = Levels of damage
ask-wound-damage = Damage
ask-wound-by = Cause (only you read a hidden cause and the description)
ask-wound-text = Description of the wound
option-wound = Wound somebody
override-health = wounds set to { $bashing } bashing, { $lethal } lethal, { $aggravated } aggravated.
option-set-health = Set { $who }’s health

line-sheet-changed = { $who }’s sheet: { $what }.
line-sheet-changed-somehow = { $who }’s sheet was changed.
sheet-number = { $name } { $before } → { $after }
sheet-store = { $points } of { $rating }
sheet-none = none
sheet-with = with { $name }
sheet-without = without { $name }
sheet-otherwise = { $name } changed
sheet-more = { $changes } and { $more } more

no-willpower-of-nobody = Choose a character: only a character has Willpower to spend.
willpower-once-a-turn = { $who } has already spent Willpower on a roll in this turn. Wait for the next turn.

line-wounded = { $levels ->
    [one] { $who } takes { $levels } { $damage } wound: { $status }.
   *[other] { $who } takes { $levels } { $damage } wounds: { $status }.
 }
out-of-will = { $who } is incapacitated: even reflexes and acts of will are impossible.
out-of-action = { $who } cannot act ({ $status }). The Storyteller may ask for a roll.
too-hurt = { $levels } levels of damage are more than the { $most } health levels. Set less damage.

ask-condition-to-end = End a state
condition-is-over = That state has ended already.
