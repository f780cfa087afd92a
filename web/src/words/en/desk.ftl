# The Storyteller's desk, the palette of all actions and the keys.

page-do-close-form = Close the form
page-desk-inbox = Inbox
page-desk-inbox-empty = No question waits for you.
page-desk-question-of = { $who } · { $what }
page-desk-question = { $what }
page-desk-next = Next
page-desk-secret = In secret
page-desk-more = All actions
page-do-find-action = Find an action…
page-key-palette = Ctrl K
page-quick-pool = Traits or dice, e.g. per ale
page-quick-dice = How many dice
page-quick-unknown = No trait begins with “{ $word }”.
page-do-modify-in-secret = Hidden modifier
page-palette = Find an action
page-palette-nothing = Nothing fits. Try fewer letters.
page-keys = Keys
page-key-speak = Speak
page-key-roll = Roll
page-key-declare = Declare
page-key-yield = Yield
page-key-abort = Abort or defend
page-key-next = The Storyteller’s next step
page-key-escape = Close
page-more-about-option = Further { $option }
page-key-saved-roll = Saved rolls by their number
