# Scenes, leaving and house rules.

scene-ended-first = The scene ended first.
no-longer-there = { $who } is no longer there.
no-longer-visible = { $who } is out of sight.

line-chronicle-begins = A chronicle begins: { $name }
line-scene-begins = A scene begins: { $name }
line-scene-ends = A scene ends: { $name }
line-scene-closes = The scene closes.
line-downtime = Downtime, { $span }: { $text } (It is { $time }.)
nothing-said = Write something first.
nothing-happened = Tell what happened meanwhile.
scene-open-already = A scene is open. Close it first.
scene-open-downtime = A scene is open. Close it before you pass downtime.
kept = This scene is not open in this chronicle any more.
option-begin-scene = Begin a scene
option-downtime = Pass downtime
option-close-scene = Close the scene
option-allow-look-back = Let players look back
option-forbid-look-back = Stop players looking back
ask-scene-name = Name of the scene
ask-opening = Opening text
ask-away = Who is absent at first (you can bring them in later)
ask-last-line = Last line of the scene, which then closes (optional)

other-rules = The file was not imported. { $name } uses the rules { $rules }, but this table uses { $here }. Nothing was changed.
choice-new-character = A new character
choice-sheet-of = The sheet of { $who }
ask-character-file = Character file
ask-import-onto = Import as
option-import-character = Import a character
option-remove-from-scene = Remove from the scene
option-remove-from-chronicle = Remove from the chronicle
option-remove-opponents = Remove all opponents: { $count }
hint-remove-opponents-here = from this scene
hint-remove-opponents-for-good = from the chronicle, for good
no-opponents-here = There are no opponents here.
option-bring-in = Bring { $name } in
not-away = That character is in the scene already. Pick somebody who is away.

not-yours-to-make = You can only make characters of your own. Ask the Storyteller for others.
table-full = The table is full: { $most } characters, at most { $own } for one player.
hidden-player = A player’s character cannot be hidden. Leave the player empty, or do not hide the character.
no-player-of-own = Leave the player empty for your own characters.
no-ability = { $item } uses the ability “{ $skill }”, which these rules do not have. Nothing was changed.
refill = During a scene only the Storyteller can add points of { $store }.
option-edit-sheet = Edit the sheet
option-add-opponents = Add opponents
ask-opponent-dice = Dice for a usual roll
ask-opponent-health = Health levels
ask-opponent-count = How many
ask-opponent-hidden = Players do not see them
ask-opponent-weapon = Weapon in hand
choice-no-weapon = none
no-such-weapon = Pick a weapon from the list.
option-add-alike = More like { $who }
hint-add-alike = three more
more-of-a-player = Pick a character without a player.
option-change-face = Change name and concept
ask-name = Name
ask-concept = Concept, in a few words
ask-kind = Kind

no-power = { $who } does not have the power “{ $power }”.
staked-blood = { $who } is staked. Blood cannot be spent, except on powers that work while staked.
no-store = The sheet of { $who } has no points of { $store }.
option-spend-points = Spend points
option-set-points = Set points
ask-store = Which points
ask-points = Points
ask-power = Power
choice-no-power = No power
hint-points-now = { $points } now
hint-points-of = { $points } of { $rating }
override-points = { $store } is now { $points }.
sheet-points = { $store }: { $had } → { $points } points

# Portraits and handouts

option-set-portrait = Change the portrait
option-show-handout = Show a handout
option-reveal-handout = Show it to more
option-drop-handout = Take a handout away
ask-handout = Handout
ask-handout-title = Title
ask-handout-text = Text
ask-handout-later = Keep it for later
line-handout = Handout: { $title }
handout-empty = A handout needs a text or a picture. Add one of them.
too-many-handouts = A chronicle keeps at most { $most } handouts. Take one away first.
no-such-handout = There is no such handout. Choose one from the list.
handout-seen = They see this handout already. Choose somebody else.
no-such-picture = This picture is not in the chronicle. Upload it first.
