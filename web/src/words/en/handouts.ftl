# Portraits and handouts.

page-do-set-portrait = Portrait
page-portrait-of = Portrait of { $who }
page-ask-picture = Choose, drop or paste a picture
page-picture-unreadable = Your browser cannot read this file as a picture. Choose another one.
page-crop-keys = Part of the picture: arrow keys move it, plus and minus zoom
page-crop-hint = Drag the picture, or use the arrow keys.
page-ask-zoom = Zoom
page-do-remove-portrait = Remove the portrait

page-handouts = { $n ->
    [0] Handouts
   *[other] Handouts ({ $n })
}
page-handouts-title = Handouts
page-no-handouts = No handouts yet.
page-enlarge = Enlarge: { $title }
page-do-new-handout = New handout
page-ask-handout-title = Title
page-ask-handout-text = Text (optional)
page-ask-handout-picture = Picture: choose, drop or paste it (optional)
page-handout-lacks-content = Write a text or choose a picture.
page-ask-handout-to = Who sees it
page-ask-handout-seats = Which players
page-handout-to-all = Everyone, now
page-handout-to-some = Some players, now
page-handout-to-later = Only me, for now
page-do-show-handout = Show it
page-do-keep-handout = Keep it for later
page-handout-seen-by-all = Everyone sees it.
page-handout-seen-by = Seen by { $who }.
page-handout-unseen = Only you see it.
page-do-show-to-all = Show to everyone
page-do-show-to = Show to { $who }
page-do-take-away = Take away
page-do-really-take-away = Really take away
