# Before every command.
only-between-scenes = Do this between scenes, in the chronicle.
only-in-scene = Do this in a scene: begin one.
not-open = There is no table here yet. Ask for a new link.
spectator = Spectators watch. Ask the Storyteller for a player’s seat.
closed = This scene is closed. Wait for the next one.
table-only = Only the table itself does this.
unprintable = “{ $text }” contains a control character. Type it again without that character.

# The headings above options (`domain/option_groups.py`).
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
group-scene = Scene
group-house = House rules
group-past = Earlier moments
group-points = Points
group-sheet = Sheet
group-taking = Free characters
