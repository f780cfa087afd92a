# Before every command.
only-between-scenes = Do this between scenes, in the chronicle.
only-in-scene = Do this in a scene. Begin one.
not-open = There is no table here yet. Ask for a new link.
spectator = Spectators watch. Ask the Storyteller for a player’s seat.
closed = This scene is closed. Wait for the next one.
table-only = Only the table itself does this.
unprintable = “{ $text }” contains a control character. Type it again without that character.
