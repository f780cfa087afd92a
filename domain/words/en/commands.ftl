# Before every command.
only-between-scenes = This is possible only between scenes, in the chronicle.
only-in-scene = This is possible only in a scene. Begin a scene first.
not-open = There is no table here yet. Ask for a new link.
spectator = Spectators can only watch. Ask the Storyteller for a player’s seat.
closed = This scene is closed. Wait for the next scene.
table-only = Only the server itself can do this.
unprintable = “{ $text }” contains a control character. Type it again without that character.
