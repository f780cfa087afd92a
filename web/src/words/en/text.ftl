# Values in words: attacks, conditions, circumstances, dice, odds, tasks, times, and who shares a secret.

page-someone = someone
page-something-unseen = something unseen

page-turn-declares = Turn { $n }: waiting for { $who } to declare
page-turn-declare = Turn { $n }: still to declare: { $names }
page-turn-acts = Turn { $n }: { $who } acts
page-turn-phase = Turn { $n }: { $phase }
page-turn-over = Turn { $n } is over: waiting for the Storyteller
page-turn-over-for-you = Turn { $n } is over: waiting for you
page-waits-for-roll = Waiting for a roll: { $names }
page-waits-for-answer = Waiting for the Storyteller: { $asked }
page-waits-for-roll-and-answer = Waiting for a roll: { $names }. Waiting for the Storyteller: { $asked }
page-waits-for-your-answer = Waiting for you: { $asked }
page-waits-for-roll-and-your-answer = Waiting for a roll: { $names }. Waiting for you: { $asked }

page-attack-successes = { $n ->
    [one] 1 success
   *[other] { $n } successes
}
page-attack-damage = damage { $n }
page-attack-soaked = soaked { $n }
page-attack-levels = { $n ->
    [one] 1 level
   *[other] { $n } levels
}
page-step-attack = attack
page-step-defence = defence
page-step-damage = damage
page-step-soak = soak
page-step-wound = wound
page-step-consequence = consequence

# A grapple, for the character that holds and the one that is held.
page-grip-hold = holding { $who }
page-gripped-hold = held by { $who }
page-grip-clinch = clinching { $who }
page-gripped-clinch = clinched by { $who }
page-grip-kiss = kissing { $who }
page-gripped-kiss = kissed by { $who }
page-condition-ends = ends { $when }

page-shown-modifier-unexplained = unexplained
page-shown-modifier-kept = { $modifier } ({ $kept })
page-shown-modifier-hidden = hidden
page-bears-on = on { $what }, until { $end }
page-bears-on-actions = all actions
page-until-storyteller = the Storyteller ends it
page-until-turn = the turn ends
page-until-scene = the scene ends

page-face-cancelled = { $face } (a success, cancelled)
page-face-twice = { $face } (a success that counts twice)
page-face-success = { $face } (a success)
page-face-one = { $face } (a one)
page-face-again = { $before }, rolled again: { $again }
page-no-dice-rolled = No dice.
page-result-degree = { $degree } success

page-percent = { $n }%
page-percent-under = under 1%
page-percent-over = over 99%
page-odds-success = { $chance } success
page-odds-result = { $chance } { $result }
page-odds-expected = { NUMBER($n, minimumFractionDigits: 1, maximumFractionDigits: 1) } successes expected
page-odds-prevails = { $chance } to win
page-odds-level = { $chance } draw

page-nobody = nobody
page-tally-unknown = ?
page-tally-of = { $tally } of { $goal }
page-tally-ahead = { $tally }, ahead by { $lead } of { $goal }
page-waits-for-turns = Continues when the clock shows { $time }. Turns move the clock.
page-waits-for-storyteller = Continues when the clock shows { $time }. The Storyteller moves the clock.
page-still-to-roll = Still to roll: { $names }.
page-waits-for-absent = { $n ->
    [one] Waits for { $names }, who is not here.
   *[other] Waits for { $names }, who are not here.
}
page-time-turn = { $n ->
    [one] 1 turn
   *[other] { $n } turns
}
page-time-minute = { $n ->
    [one] 1 minute
   *[other] { $n } minutes
}
page-time-hour = { $n ->
    [one] 1 hour
   *[other] { $n } hours
}
page-time-night = { $n ->
    [one] 1 night
   *[other] { $n } nights
}
page-time-day = { $n ->
    [one] 1 day
   *[other] { $n } days
}
page-time-week = { $n ->
    [one] 1 week
   *[other] { $n } weeks
}
page-task-lead = goal: a lead of { $goals }
page-task-roll-takes = each roll takes { $time }
page-task-round-takes = each round takes { $time }
page-task-rolls-of = { $limit ->
    [one] { $n } of 1 roll
   *[other] { $n } of { $limit } rolls
}
page-task-rounds-of = { $limit ->
    [one] { $n } of 1 round
   *[other] { $n } of { $limit } rounds
}
page-task-rolls = { $n ->
    [one] 1 roll
   *[other] { $n } rolls
}
page-task-rounds = { $n ->
    [one] 1 round
   *[other] { $n } rounds
}
page-task-deadline = deadline { $time }
page-task-until = worked on until { $time }
page-task-gain = each success: { $gain }
page-ending-met = done
page-ending-level = a draw
page-ending-unmet = over, goal not reached
page-ending-failed = a botch ended it
page-ending-given-up = given up
page-ending-done = done
page-ending-untold = over; only the Storyteller knows the result
page-ending-ruled = nobody wins
page-ending-prevails = { $who } wins
page-ending-degree = by { $n ->
    [one] 1 success
   *[other] { $n } successes
}
page-ending-degree-word = by { $n ->
    [one] 1 success
   *[other] { $n } successes
} ({ $word })

page-day-and-time = day { $day }, { $clock }

page-secret-storyteller-alone = for the Storyteller alone
page-secret-storyteller = for the Storyteller
page-secret-for = for { $names }
page-secret-you = you
