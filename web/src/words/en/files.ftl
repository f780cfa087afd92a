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

## Importing a character of another program. The report names a place of the file, its value, and what was done with it.

page-import-which = Which character
page-import-several = The file has { $n } characters. The button below takes the chosen one; open this form again for the next.
page-import-not-yet = Nothing changes before you press the button below.
page-import-left =
    { $n ->
        [one] { $n } value was left out or shortened
       *[other] { $n } values were left out or shortened
    }
page-import-taken =
    { $n ->
        [one] { $n } value was taken
       *[other] { $n } values were taken
    }
page-import-more = And { $n } more.
page-import-row = Row { $row }
page-import-cell = Row { $row }, { $column }
page-import-found = { $found }: { $done }
page-import-as = taken as { $trait }
page-import-kept = not in these rules; kept under “Other”
page-import-specialty = taken as a specialty
page-import-merit = taken into the book
page-import-biography = taken into the biography
page-import-notes = taken into the notes
page-import-damage = taken as damage
page-import-unknown = not understood, left out
page-import-no-dots = no whole number from 0 to { $most }, left out
page-import-no-points = the rating is at most { $most }, the points at most the rating; left out
page-import-twice = { $trait } is in the file twice; the first counts
page-import-no-room = too long, twice, or one too many; left out
page-import-no-thing = not in these rules; add it on the sheet
page-import-no-kind = not one of { $mortal }, { $vampire }, { $other }; left out
page-import-shortened = shortened to { $most } characters
page-import-too-big = The file is larger than { $most } MB.
page-import-other-system = This Foundry actor is of the system “{ $system }”. Only “{ $known }” can be read.
page-import-no-attributes = This Foundry actor has no field “{ $field }”. Only actors of “{ $known }” can be read.
page-import-quote = Row { $row }: a quotation mark is in the wrong place or not closed.
page-import-wide = Row { $row } has more than { $most } columns.
page-import-no-heads = Row { $row } names no trait of these rules, so the file cannot be read.
page-import-no-characters = No character stands below the heads in row { $row }.
page-import-many = Row { $row }: a file may have at most { $most } characters.
page-import-no-name = The character in row { $row } has no name. Add a column “Name”.
page-import-column-no-name = The character in column { $column } has no name. Add a row “Name”.
page-import-empty-name = The field “{ $field }” is empty. Give the character a name and export it again.
