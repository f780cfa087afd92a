# Saving a story or a character as a file.

page-do-save-character = Save as a file
page-for-storyteller-alone = { $title }, for the Storyteller alone
page-do-save-story = Save the story
page-do-save-between = Save “Between scenes”
page-save-loading = Loading: { $n } lines
page-save-scenes-note = Each scene’s story is saved from that scene’s own menu.
page-file-outcome = Outcome:
page-file-ruled = Ruled:
page-file-difficulty = difficulty { $n }
page-file-no-dice = no dice
