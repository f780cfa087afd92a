# The story.

line-overridden = { $who }: { $what }
line-about = { $who } { $text }
