# Who plays whom, and who is seen.
line-has-player = A player plays { $who } now.
line-storytellers-now = The Storyteller plays { $who } now.
line-appears = { $who } appears.
line-vanished = { $who } is out of sight now.

option-hand-over = Hand over { $who }
ask-played-by = Played by
option-take-up = Play { $who }
option-reveal = Reveal { $who }
hint-reveal-declared = everyone will read: “{ $text }”
option-hide = Hide { $who }
hint-hide = the players read: “{ $line }”

has-that-player = This player already plays { $who }. Choose another player.
hidden-cannot-have-player = Reveal { $who } first: a player’s character cannot be hidden.
not-free = { $who } is not free to be played. Ask the Storyteller.
hand-over-after-declaring = Declarations are still hidden. Characters can change players once all declarations are open.
too-many-characters = A player has at most { $most } characters. Take one character away from this player first.
seen-already = Everyone sees { $who } already.
player-sees-own = { $who } has a player and cannot be hidden.
hidden-already = { $who } is hidden already.

text-about = A text about { $who }
or-change-text = change the modifier or declaration that contains this text
