# Who plays whom, and who is seen.
line-has-player = { $who } has a player now.
line-storytellers-now = { $who } is the Storyteller’s now.
line-appears = { $who } appears.
line-vanished = { $who } is out of sight now.

option-hand-over = Hand over { $who }
ask-played-by = Played by
option-take-up = Play { $who }
option-reveal = Reveal { $who }
hint-reveal-declared = everyone will read: “{ $text }”
option-hide = Hide { $who }
hint-hide = the players read: “{ $line }”

has-that-player = { $who } already has this player. Choose another one.
hidden-cannot-have-player = Reveal { $who } first: a player’s character cannot be hidden.
not-free = { $who } is not free to be played. Ask the Storyteller.
hand-over-after-declaring = Declarations are still hidden. Hand over characters once they are open.
too-many-characters = A player has at most { $most } characters. Take one away first.
seen-already = Everyone sees { $who } already.
player-sees-own = { $who } has a player and cannot be hidden.
hidden-already = { $who } is hidden already.

text-about = A text about { $who }
or-change-text = change that modifier or declaration
