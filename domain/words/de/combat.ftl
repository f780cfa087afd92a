# Runden, Angriffe und geänderte Entschlüsse.

line-action-lost = { $who }: { $action } verfällt. { $why }
actor-is-out = { $who } ist ausgeschaltet und kann nicht handeln.
target-is-out = { $target } ist inzwischen ausgeschaltet.
hint-free-change = Ohne Kosten und Probe: { $why }
turn-ended-first = Die Runde war vorher zu Ende.
expected-number = { $least } bis { $most }
expected-nothing = nichts
detail = { $label }: erwartet wird { $expected }, nicht „{ $answer }“.
hint-both = { $one }; { $other }

option-pass = Nichts tun
line-passes = { $who } tut nichts.
option-stand-ready = Bereitstehen
line-stands-ready = { $who } steht bereit.
option-end-turn = Runde beenden
option-of = { $who }: { $what }
option-of-hidden = { $who } (verdeckt): { $what }
hint-movement-left = Freie Bewegung ist noch übrig.
slot-taken = { $who }: { $state }. Wähle zuerst „{ $instead }“.
