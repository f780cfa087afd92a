# Headings of options.

group-act = Your action
group-declare = Declare
group-change = Change your mind
group-turns = Turns
group-dice = Dice
group-tasks = Tasks
group-story = Rulings
group-secrets = Behind the screen
group-cast = Cast
group-time = Time
group-scene = The scene
group-house = House rules
group-past = Earlier moments
group-points = Points
group-sheet = Sheet
group-taking = Free characters
group-handouts = Handouts
