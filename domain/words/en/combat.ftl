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
