# Turns, attacks and changes of mind.

line-action-lost = { $who }: { $action } is lost. { $why }
actor-is-out = { $who } is out and cannot act.
target-is-out = { $target } is out by now.
hint-free-change = No cost and no test: { $why }
turn-ended-first = The turn ended first.
expected-number = { $least } to { $most }
expected-nothing = nothing
detail = { $label }: expected { $expected }, not “{ $answer }”.
hint-both = { $one }; { $other }

option-pass = Pass
line-passes = { $who } does nothing.
option-stand-ready = Stand ready
line-stands-ready = { $who } stands ready.
option-end-turn = End the turn
option-of = { $who }: { $what }
option-of-hidden = { $who } (hidden): { $what }
hint-movement-left = Free movement is left.
slot-taken = { $who }: { $state }. Choose “{ $instead }” first.
