# The actions that are open now: options, declarations, attacks and tasks.

page-declare-for = Declare for { $who } ({ $player })
page-a-player = a player
page-your-turn = Your turn
page-choose-in-story = Your turn – choose in the Story tab
page-declare-heading = Declare
page-nothing-to-do = Nothing to do right now. You can always speak.

page-declares = { $who } declares
page-declares-hidden = { $who } (hidden) declares
page-do-remove = Remove
page-remove-action = Remove { $action }
page-another-action = Another action…
page-do-declare = Declare
page-do-declare-in-rows = Details, several actions
page-do-declare-simply = Back
page-more-manoeuvres = More manoeuvres
page-search-manoeuvres = Search manoeuvres
page-no-such-manoeuvre = No manoeuvre has this name.
page-manoeuvre-on = { $manoeuvre } on { $whom }
page-prompt = Whom the table waits for

page-choose = choose…
page-choose-more = and…
page-nothing-to-choose = Nothing to choose.
page-add-to = Add: { $list }
page-the-storyteller = the Storyteller
page-one-less = { $what }: one less
page-one-more = { $what }: one more
page-one-less-here = One less
page-one-more-here = One more
page-more-fields = More
page-more-options = More

page-outdated = This page is outdated: reload it to use this.
page-really = Really? { $option }
page-fill-in = Fill in “{ $field }”.
page-one-of-these = Choose one
page-option-with-choice = { $option } → { $choice }

page-attack-on-you = You are attacked
page-attack-under-way = Attack
page-attack-line = { $by } attacks { $on }: { $manoeuvre }
page-attack-line-you = { $by } attacks you: { $manoeuvre }
page-attack-by-steps = The Storyteller resolves this attack step by step.
page-attack-awaits = { $who } can still defend.
page-attack-awaits-player = { $who } can still defend: { $player } decides.
page-attack-steps = Steps of the attack
page-answer-for = Answer for { $who }

page-tasks = Tasks
page-tasks-more = More
page-tasks-less = Less
page-task-roll = Roll
page-task-rolled = { $who }: rolled
page-task-botched = { $who }: botch
page-task-successes = { $who }: { $n }
page-task-rule = Rule or change this task
page-task-if-they-win = If they win: { $what }
