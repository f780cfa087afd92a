# Saving a story or a character as a file.

do-save-character = Save as a file
for-storyteller-alone = { $title }, for the Storyteller alone
do-save-story = Save the story
do-save-between = Save between scenes
save-loading = Loading: { $n } lines
save-scenes-note = Each scene’s story is saved from that scene’s own menu.
file-ruled = Ruled:
file-difficulty = difficulty { $n }
file-no-dice = no dice
