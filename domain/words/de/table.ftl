# Der Tisch: Geschichten, Kapitel, Spielzeit, Einstellungen.

line-story-begins = Eine Geschichte beginnt: { $name }
line-chapter-begins = Ein Kapitel beginnt: { $name }
line-story-ends = Eine Geschichte endet: { $name }
line-chapter-ends = Ein Kapitel endet: { $name }
line-last-word = { $line }. { $text }
scene-open = Eine Szene läuft. Mach das dort, oder beende sie zuerst.
scene-open-chapters = Eine Szene läuft. Beende sie zuerst: Geschichten und Kapitel beginnen und enden zwischen Szenen.
story-open = Beende zuerst die Geschichte { $name }.
chapter-open = Beende zuerst das Kapitel { $name }.
no-story = Es läuft keine Geschichte. Beginne zuerst eine.
no-story-for-chapter = Ein Kapitel gehört zu einer Geschichte. Beginne zuerst eine Geschichte.
no-chapter = Es läuft kein Kapitel. Beginne zuerst eins.
option-begin-story = Geschichte beginnen
option-begin-chapter = Kapitel beginnen
option-end-story = Geschichte beenden
option-end-chapter = Kapitel beenden
ask-story-name = Name der Geschichte
ask-chapter-name = Name des Kapitels
ask-last-word = Letzte Worte (wenn du magst)

time-days = { $n ->
    [one] 1 Tag
   *[other] { $n } Tage
 }
time-hours = { $n ->
    [one] 1 Stunde
   *[other] { $n } Stunden
 }
time-minutes = { $n ->
    [one] 1 Minute
   *[other] { $n } Minuten
 }
time-seconds = { $n ->
    [one] 1 Sekunde
   *[other] { $n } Sekunden
 }
time-and = { $first } { $next }
time-none = keine Zeit
game-time = Tag { $day }, { $time }
line-clock = Es ist { $time }.
line-later = ({ $span } später: { $time }.)
line-time-passes = { $text } { $later }
line-turn-length = Dauer einer Runde: { $span }.
turn-length = Eine Runde dauert nach diesen Regeln { $least } bis { $most }.
turn-length-fixed = Eine Runde dauert nach diesen Regeln immer { $span }.
option-advance-clock = Zeit vergehen lassen
option-turn-length = Rundendauer festlegen
ask-meanwhile = Was inzwischen geschieht
ask-how-long = Wie lange
ask-seconds = Sekunden
choice-minutes = Minuten
choice-hours = Stunden
choice-nights = Nächte (bis zur nächsten Nacht)
choice-days = Tage
choice-weeks = Wochen
choice-turns = Runden

no-such-rules = Das Regelwerk „{ $rules }“ gibt es nicht. Wähle { $known }.
no-such-switch = Die Regeln { $rules } haben keine Option „{ $switch }“.
no-such-choice = Für die Option { $switch } gibt es nur: { $choices }.
storyteller-only = Das kann nur der Erzähler.
too-many-circles = Es gibt zu viele Gruppen, die Geheimnisse teilen. Nimm eine davon.

line-overridden = { $who }: { $what }
line-about = { $who } { $text }
