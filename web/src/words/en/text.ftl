# Values in words: attacks, conditions, circumstances, dice, odds, tasks, times, and who shares a secret.

someone = someone
something-unseen = something unseen

attack-successes = { $n ->
    [one] 1 success
   *[other] { $n } successes
}
attack-damage = damage { $n }
attack-soaked = soaked { $n }
attack-levels = { $n ->
    [one] 1 level
   *[other] { $n } levels
}
step-attack = attack
step-defence = defence
step-damage = damage
step-soak = soak
step-wound = wound
step-consequence = consequence

# A grapple, for the character that holds and the one that is held.
grip-hold = holding { $who }
gripped-hold = held by { $who }
grip-clinch = clinching { $who }
gripped-clinch = clinched by { $who }
grip-kiss = kissing { $who }
gripped-kiss = kissed by { $who }
condition-ends = ends { $when }

shown-modifier-unexplained = unexplained
shown-modifier-kept = { $modifier } ({ $kept })
shown-modifier-hidden = hidden
bears-on = on { $what }, until { $end }
bears-on-actions = all actions
until-storyteller = the Storyteller ends it
until-turn = the turn ends
until-scene = the scene ends

face-cancelled = { $face } (a success, cancelled)
face-twice = { $face } (a success that counts twice)
face-success = { $face } (a success)
face-one = { $face } (a one)
face-again = { $before }, again { $again }
no-dice-rolled = No dice.
result-degree = { $degree } success

percent = { $n }%
percent-under = under 1%
percent-over = over 99%
odds-success = { $chance } success
odds-result = { $chance } { $result }
odds-expected = { NUMBER($n, minimumFractionDigits: 1, maximumFractionDigits: 1) } expected
odds-prevails = { $chance } prevails
odds-level = { $chance } level

nobody = nobody
tally-unknown = ?
tally-of = { $tally } of { $goal }
tally-ahead = { $tally }, ahead by { $lead } of { $goal }
waits-for-turns = Continues when the clock shows { $time }. Turns move the clock.
waits-for-storyteller = Continues when the clock shows { $time }. The Storyteller moves the clock.
still-to-roll = Still to roll: { $names }.
waits-for-absent = { $n ->
    [one] Waits for { $names }, who is not here.
   *[other] Waits for { $names }, who are not here.
}
time-turn = { $n ->
    [one] 1 turn
   *[other] { $n } turns
}
time-minute = { $n ->
    [one] 1 minute
   *[other] { $n } minutes
}
time-hour = { $n ->
    [one] 1 hour
   *[other] { $n } hours
}
time-night = { $n ->
    [one] 1 night
   *[other] { $n } nights
}
time-day = { $n ->
    [one] 1 day
   *[other] { $n } days
}
time-week = { $n ->
    [one] 1 week
   *[other] { $n } weeks
}
task-lead = to lead by { $goals }
task-roll-takes = each roll takes { $time }
task-round-takes = each round takes { $time }
task-rolls-of = { $limit ->
    [one] { $n } of 1 roll
   *[other] { $n } of { $limit } rolls
}
task-rounds-of = { $limit ->
    [one] { $n } of 1 round
   *[other] { $n } of { $limit } rounds
}
task-rolls = { $n ->
    [one] 1 roll
   *[other] { $n } rolls
}
task-rounds = { $n ->
    [one] 1 round
   *[other] { $n } rounds
}
task-deadline = by { $time }
task-until = worked on until { $time }
task-gain = each success: { $gain }
ending-met = done
ending-level = a draw
ending-unmet = over, goal not reached
ending-failed = ended by a botch
ending-given-up = given up
ending-done = done
ending-untold = over; only the Storyteller knows the result
ending-ruled = nobody wins
ending-prevails = { $who } wins
ending-degree = by { $n ->
    [one] 1 success
   *[other] { $n } successes
}
ending-degree-word = by { $n ->
    [one] 1 success
   *[other] { $n } successes
} ({ $word })

day-and-time = day { $day }, { $clock }

secret-storyteller-alone = for the Storyteller alone
secret-storyteller = for the Storyteller
secret-for = for { $names }
secret-you = you
