# The table: stories, chapters, the clock, settings.

line-story-begins = A story begins: { $name }
line-chapter-begins = A chapter begins: { $name }
line-story-ends = A story ends: { $name }
line-chapter-ends = A chapter ends: { $name }
line-last-word = { $line }. { $text }
scene-open = A scene is open. Do this in the scene, or close the scene first.
scene-open-chapters = A scene is open. Stories and chapters begin and end between scenes.
story-open = End the story { $name } first.
chapter-open = End the chapter { $name } first.
no-story = There is no open story. Begin one first.
no-story-for-chapter = A chapter is part of a story. Begin a story first.
no-chapter = There is no open chapter. Begin one first.
option-begin-story = Begin a story
option-begin-chapter = Begin a chapter
option-end-story = End the story
option-end-chapter = End the chapter
ask-story-name = Name of the story
ask-chapter-name = Name of the chapter
ask-last-word = Last words (optional)

time-days = { $n ->
    [one] 1 day
   *[other] { $n } days
 }
time-hours = { $n ->
    [one] 1 hour
   *[other] { $n } hours
 }
time-minutes = { $n ->
    [one] 1 minute
   *[other] { $n } minutes
 }
time-seconds = { $n ->
    [one] 1 second
   *[other] { $n } seconds
 }
time-and = { $first } { $next }
time-none = no time
game-time = day { $day }, { $time }
line-clock = It is { $time }.
line-later = ({ $span } later: { $time }.)
line-time-passes = { $text } { $later }
line-turn-length = A turn takes { $span }.
turn-length = A turn takes { $least } to { $most } under these rules.
turn-length-fixed = A turn always takes { $span } under these rules.
option-advance-clock = Let time pass
option-turn-length = Set turn length
ask-meanwhile = What happens meanwhile
ask-how-long = How long
ask-seconds = Seconds
choice-minutes = Minutes
choice-hours = Hours
choice-nights = Nights (until the next night)
choice-days = Days
choice-weeks = Weeks
choice-turns = Turns

no-such-rules = There is no rule set “{ $rules }”. Choose { $known }.
no-such-switch = The rules { $rules } have no switch “{ $switch }”.
no-such-choice = The switch { $switch } allows only { $choices }.
storyteller-only = Only the Storyteller can do this.
too-many-circles = Players already share secrets in too many groups. Choose one of these groups.

line-overridden = { $who }: { $what }
line-about = { $who } { $text }
