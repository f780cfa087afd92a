# The Storyteller’s own tools: overriding, taking back, continuing a scene, a ready fight.

text-this-ruling = This ruling
or-say-it-otherwise = say it otherwise

## Overriding a roll

line-roll-overridden = { $who }’s roll is now: { $result }.
line-plain-roll-overridden = The roll is now: { $result }.
line-because = { $line } { $why }
result-of-degree = { $degree } { $result }
storyteller-says-so = The Storyteller says so.
line-effects-stay = The roll’s effects stay. To change them, { $way }.
line-effects-stay-of = { $who }: the roll’s effects stay. To change them, { $way }.
way-choose = choose “{ $option }”
way-take-over = choose “{ $option }” and decide the rest of the attack
way-rule-ending = rule the result of the task
way-initiative = set the initiative
way-abort = set the hits when the attack is made
way-set = set a wound, a state or a grapple
way-end-clinch = end the clinch, or undo the wound
way-heal = undo a wound, or end a state
no-such-roll = This roll is too long ago to override.
roll-taken-back = This roll was taken back. Nothing depends on it any more.
no-such-result = Choose a result that these rules have: { $results }.

## Taking back

line-taken-back = The Storyteller takes back everything that is crossed out.
line-done-again = The Storyteller restores what was taken back.
line-as-before = The Storyteller sets the table back to an earlier state.
option-take-back = Take back to here
hint-take-back = everything after this moment is taken back
nothing-since = Nothing was done since then. Look back to an earlier moment first.
went-on = The game went on meanwhile. Check again what you would take back.

## A scene that continues another

line-scene-forked = The new scene begins at moment { $moment } of { $scene }.
line-scene-origin = This scene begins at moment { $moment } of { $scene }.
line-continues = This scene begins at an earlier moment of { $scene }.
line-moment-lost = The earlier moment cannot be read any more. This scene begins with everyone as they are now.
option-fork-scene = Play on from here
hint-fork-scene = everyone is as they were then; the chronicle keeps the new outcome
ask-new-scene-name = Name of the new scene
no-such-scene = This chronicle has no such scene. Pick another.

## A ready fight

option-ready-fight = Start a ready fight
hint-ready-fight = { $fight }: { $names }
no-fight = These rules have no ready fight. Add characters yourself.
