# Throws of dice: pools, odds, results, and throws that are typed.

some-dice = { $n ->
    [one] 1 die
   *[other] { $n } dice
}
a-chance-die = a chance die
no-chance = no chance
no-dice-at-all = no dice

# Parts of a pool.
part-specialty = specialty
part-no-trait = no { $trait }
part-dice = dice
part-bonus = bonus
part-penalty = penalty
part-wounds = wounds
part-split = several actions
part-tried-before = earlier failures
part-mortal-limit = limit for mortals: { $most }
part-unexplained = unexplained
part-storyteller = the Storyteller
part-consequence = consequence

# Why a roll came to its result. The result and its degree stand beside it.
why-successes = { $successes ->
    [0] No successes.
    [one] 1 success.
   *[other] { $successes } successes.
}
why-only-ones = No successes, { $ones ->
    [one] 1 one.
   *[other] { $ones } ones.
}
why-minus-ones = { $successes ->
    [one] 1 success
   *[other] { $successes } successes
} − { $ones } = { $net }.
why-below-zero = { $successes ->
    [one] 1 success
   *[other] { $successes } successes
} − { $ones } = −{ $below }.
why-plus-tens = { $successes ->
    [one] 1 success
   *[other] { $successes } successes
} + { $tens } (tens count twice) = { $net }.
why-minus-ones-plus-tens = { $successes } successes − { $ones } + { $tens } (tens count twice) = { $net }.
why-rolled-again = { $successes ->
    [one] 1 success
   *[other] { $successes } successes
}, { $again } of them rolled again.
why-with-willpower = { $dice } Willpower + 1: { $net }.
why-more = { $dice } { $more }
why-die-succeeded = No botch: a die succeeded.
why-no-dice = No dice are left to roll.
why-dramatic = The chance die shows a 1.
why-chance-failed = A chance die needs a 10.
why-first-botch = The first botch of a session is a failure.
why-unchosen = Damage and soak cannot botch.
why-two-actions = Readying a weapon as one of two actions cannot botch.
why-untold = Only the Storyteller knows the difficulty.
why-taken = No roll: { $dice } dice are enough at difficulty { $difficulty }.
why-granted = The Storyteller allowed a success without a roll.

# A roll die by die.
die-line = { $die }: { $what }
die-again = { $before }, then { $face }
die-success = success
die-no-success = no success
die-struck = success, removed by a 1
die-counts-twice = two successes, by the specialty
die-below = below difficulty { $difficulty }
die-takes = removes the success of the { $face }
die-takes-nothing = no success left to remove
die-dramatic = dramatic failure
die-chance-failed = no success: a chance die needs a 10
die-rolled-again = { $successes ->
    [0] no success
    [one] 1 success
   *[other] { $successes } successes
}, rolled again { $times ->
    [one] once
   *[other] { $times } times
}
die-counts = counts { $n }
die-counts-nothing = counts nothing

# Throws that the rules do not allow.
no-dice = No dice are left in this pool. Roll something else, or change the modifiers.
too-many-dice = A pool has at most { $most } dice, not { $dice }.
difficulty = Choose a difficulty from 2 to 10, not { $difficulty }.
no-difficulty = These rules have no difficulty. Add or remove dice instead.
no-difficulty-typed = These rules have no difficulty. Type { $word } { $pool }.
no-willpower-success = Willpower gives no success under these rules.
no-specialty = Under these rules a specialty changes no roll. Roll without it.
no-odds = These rules give no odds.
faces-too-few = This roll needs more faces: give one for each die and each re-roll.
faces-impossible = These faces are not possible for this roll. Check the numbers.
face = A die shows 1 to 10, or 0 for a ten, not { $face }.
again = Choose 8, 9 or 10 as the lowest face that rolls again, or 11 for none.
penalty = List only what helps. The Storyteller gives all penalties as one sum.
one-modifier = Give one modifier for all circumstances together, from −5 to +5.
one-penalty = Give all penalties as one sum.
modifier = Give a modifier from −5 to +5, not { $dice }.

# Traits that make no pool.
never-rolled = { $trait } is a number and never rolled. Choose another trait.
two-abilities = { $traits }: choose only one ability.
too-many-traits = Choose at most two traits.
ability-alone = { $trait } cannot be rolled alone. Add an attribute.
rolled-alone = { $trait } goes from 1 to 10 and is rolled alone. Remove the other trait.
no-attribute = { $traits }: one of two traits must be an attribute.
same-trait = { $trait } counts only once in a pool. Choose another trait.
two-attributes = Two attributes make a pool only if the Storyteller asks for that roll.
untrained = The character has no dots in { $trait }. Ask the Storyteller to call for this roll.

# Several actions.
one-action = You have one action in a turn, not { $actions }.
no-shares = These rules do not share dice among actions. Leave the shares empty.
empty-share = { $dice }. Give each action at least 1 die.
over-shared = { $dice } = { $asked }, { $more } too many. Share fewer dice.
dice-of-shared-actions = { $actions ->
    [one] 1 action
   *[other] { $actions } actions
} from { $pool ->
    [one] 1 die
   *[other] { $pool } dice
}: { $dice }
dice-of-actions = { $actions ->
    [one] 1 action
   *[other] { $actions } actions
}: { $dice }
dice-of-one = { $pool } − { $cut } = { $left }
dice-of-next = { $first }, then { $next }
dice-foreseen = as one of { $actions } actions: { $dice }
dice-foreseen-both = { $two }; { $three }

# Typed throws.
throw = Type { $word } 6 for 6 dice. You can add { $hides ->
    [1] --hidden or a # comment
   *[other] a # comment
}.
throw-difficulty = Type { $word } 6 7 for 6 dice at difficulty 7. You can add { $hides ->
    [1] --hidden or a # comment
   *[other] a # comment
}.
throw-specialty = Type { $word } 6 for 6 dice. You can add { $hides ->
    [1] --specialty, --hidden or a # comment
   *[other] --specialty or a # comment
}.
throw-difficulty-specialty = Type { $word } 6 7 for 6 dice at difficulty 7. You can add { $hides ->
    [1] --specialty, --hidden or a # comment
   *[other] --specialty or a # comment
}.
comment-too-long = Shorten the comment to { $most } characters.
no-specialty-on-sheet = This sheet has no specialty. Ask the Storyteller for one.
