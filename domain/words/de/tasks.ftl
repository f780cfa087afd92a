# Aufgaben und Wettstreite: was mehrere Würfe braucht, oder mehrere Charaktere.


## Seiten und Würfe

side-unseen = Unbekannt
side-dice = die Würfel
side-nobody = niemand
step-as-you-like = nach deiner Wahl
step-against = { $roll } gegen { $against }
step-difficulty = { $roll }, Schwierigkeit { $difficulty }
part-others-at-it = andere reden mit
away = { $who } { $n ->
    [one] ist
   *[other] sind
} nicht da

reason-round = { $task }, Durchgang { $round }

## Die Geschichte einer Aufgabe

line-task-opened = { $task }: { $who }{ $goal ->
    [0] { "" }
   *[other] , Ziel { $goal }
}.
line-contest-opened = { $task }: { $who } gegen { $others }{ $goal ->
    [0] { "" }
   *[other] , Ziel { $goal }
}.
line-contest-opened-goals = { $task }: { $who }, Ziel { $goal }, gegen { $others }, Ziel { $their_goal }.
line-task-closed = { $task }: ohne Ergebnis entfernt.
line-task-hidden = Der Erzähler hat die Aufgabe { $task } verborgen.
line-task-joined = { $who } arbeitet mit: { $task }.
line-task-left = { $who } gibt auf: { $task }.
line-round-untold = { $task }, Durchgang { $round }: Den Stand kennt nur der Erzähler.
line-round-tally-of = { $task }, Durchgang { $round }: { $tally } von { $goal }.
line-round-tally = { $task }, Durchgang { $round }: { $tally }.
line-round = { $task }, Durchgang { $round }: { $result }.
line-round-tallies = { $task }, Durchgang { $round }: { $result }, { $ours } zu { $theirs }.
line-round-lead = { $task }, Durchgang { $round }: { $result }; Vorsprung { $lead } für { $ahead }.
round-level = unentschieden
round-won-by = { $who } mit { $margin } mehr
round-won = der Durchgang geht an { $who }
line-task-ended = { $task }: { $how }.
line-task-ended-text = { $task }: { $how }. { $text }
ended-done = geschafft
ended-won = Sieg für { $who }
ended-meaning = { $how }: { $meaning }
ended-degree = { $how }, mit { $degree ->
    [one] 1 Erfolg
   *[other] { $degree } Erfolgen
}
ended-degree-word = { $how }, mit { $degree ->
    [one] 1 Erfolg
   *[other] { $degree } Erfolgen
} ({ $word })
ended-tally = { $tally }
ended-gain = { $tally } × { $gain }
ended-level = unentschieden, niemand gewinnt
ended-unmet = vorbei, Ziel nicht erreicht
ended-failed = ein Patzer beendet es
ended-given-up = aufgegeben
ended-untold = vorbei; den Ausgang kennt nur der Erzähler
ended-ruled = niemand gewinnt
ended-over = vorbei
line-tally-set = { $task } steht jetzt bei { $tally }.
line-tallies-set = { $task } steht jetzt { $tally } zu { $their_tally }.
line-task-modifier = { $task }: { $why } { $dice }.
line-task-modifier-unexplained = { $task }: { $dice } ohne Begründung.
line-task-modifier-ended = { $task }: kein Modifikator mehr.
line-task-modified-in-secret = { $task }: { $modifier }.
modifier-hidden = { $why } { $dice } (verdeckt)
modifier-unexplained = { $why } { $dice } (ohne Begründung)
note-outcome = Hinter dem Schirm, { $task }: { $how }.
note-secret-degree = { $task }: gewonnen mit { $degree }. Die anderen wissen nur, wer gewonnen hat.
note-absent-from-task = { $who } ist nicht da und würfelt nicht mit: { $task }.

## Optionen

option-open-task = Aufgabe stellen
option-open-contest = Wettstreit beginnen
option-task-add-helper = { $task }: jemanden dazunehmen
option-task-help = Mithelfen: { $task }
option-task-give-up = Aufgeben: { $task }
option-task-give-up-for = { $task }: { $who } gibt auf
option-task-roll-for = { $task }: für { $who } würfeln
option-close-round = { $task }: Durchgang beenden
option-wait-for-task = { $task }: Zeit vergehen lassen
option-set-tally = { $task }: Stand setzen
option-rule-task = { $task }: Ergebnis anordnen
option-modify-task = { $task }: Modifikator setzen
option-close-task = { $task }: entfernen
option-hide-task = { $task }: verdecken
option-reveal-task = { $task }: aufdecken
option-reveal-opponents = { $task }: Gegner zeigen
option-set-clock = Spielzeit stellen
hint-unseen = verdeckt

ask-task = Aufgabe
ask-task-name = Was ist es?
ask-task-workers = Wer daran arbeitet
ask-task-traits = Eigenschaften (keine: wer würfelt, wählt)
ask-task-dice = Zusätzliche Würfel
ask-difficulty = Schwierigkeit (0: die übliche)
ask-against = Schwierigkeit aus Eigenschaften des Gegners
ask-their-against = Schwierigkeit der anderen aus Eigenschaften des Gegners
ask-against-plus = plus
ask-task-goal = Nötige Erfolge (0: keine)
ask-task-each = Jeder Wurf dauert
ask-unit = Einheit
ask-task-limit = Höchstens so viele Würfe (0: beliebig)
ask-task-within = Frist (0: keine)
ask-task-target = Gegner, dessen Eigenschaften die Schwierigkeit ergeben
ask-task-gain = Jeder Erfolg bringt
ask-task-helpers = Spieler dürfen mitmachen
ask-task-social = Umgang mit Menschen
ask-task-hidden = Nur du weißt davon
ask-task-to = Wer davon weiß (niemand gewählt: alle)
ask-task-modifier = Modifikator für jeden Wurf
ask-modifier = Modifikator (0: keiner)
ask-modifier-reason = Grund des Modifikators, etwa Nebel
ask-modifier-visibility = Wer den Modifikator sieht
ask-helper = Wer
ask-side = Auf welcher Seite
ask-traits = Eigenschaften
ask-tally = Stand
ask-their-tally = Stand der anderen
ask-winner = Wer gewinnt
ask-degree = Mit wie vielen Erfolgen (0: ohne Angabe)
ask-in-words = In Worten
ask-contest-first = Wer
ask-contest-opponents = Gegen wen
ask-contest-kind = Wie
ask-contest-script = Vorbereiteter Wettstreit
ask-contest-goal = Ziel (0: das des vorbereiteten Wettstreits)
ask-contest-limit = Höchstens so viele Durchgänge (0: beliebig)
ask-contest-secret = Verbergen, wer die anderen sind und was sie würfeln
ask-meaning = Wenn sie gewinnen
ask-their-meaning = Wenn die anderen gewinnen
ask-their-traits = Eigenschaften der anderen (keine und keine Würfel: dieselben)
ask-their-dice = Würfel der anderen (keine und keine Eigenschaften: dieselben)
ask-their-difficulty = Schwierigkeit der anderen (0: dieselbe)
ask-their-goal = Ziel der anderen (0: dasselbe)
ask-their-label = Name der anderen Seite
ask-unseen-label = Name für unbekannte Gegner
ask-day = Tag der Chronik
ask-hour = Stunde
ask-minute = Minute
choice-side-first = Die daran arbeiten
choice-side-second = Ihre Gegner
choice-nobody = Niemand
choice-none = Keiner
choice-contest-resisted = Je ein Wurf
choice-contest-tally = Durchgang um Durchgang, Vorsprünge zählen zusammen
choice-contest-lead = Durchgang um Durchgang, bis der Vorsprung das Ziel erreicht
about-script-debate = Vor Publikum: ein gewinnender Anfang, ein Argument, und dann alles, was wirkt.

## Abgelehnt

no-such-task = Diese Aufgabe gibt es hier nicht.
task-over = { $task } ist vorbei.
too-many-tasks = Es gibt schon { $most } Aufgaben. Entferne erst eine.
task-audience = Verdecke die Aufgabe vor allen oder zeige sie einigen, nicht beides.
no-goal = Gib ein Ziel, eine Zahl von Würfen oder eine Frist an.
no-contest-goal = Gib dem Wettstreit ein Ziel.
no-worker = Wähle, wer daran arbeitet.
worker-twice = Wähle jeden Charakter nur einmal. Eigenschaften werden nie zusammengezählt.
hidden-worker = { $who } ist verdeckt. Deck den Charakter auf oder verdecke die Aufgabe.
social = Mehrere, die gleichzeitig reden, stören sich. Wähle nur einen Charakter.
said-twice = Jeder Durchgang hat hier seinen eigenen Wurf. Lass Eigenschaften, Würfel und Schwierigkeit weg.
said-twice-kind = { $contest } hat einen eigenen Ablauf. Lass die Art weg.
two-difficulties = Gib eine Zahl an oder Eigenschaften, nicht beides.
no-opponent-traits = Wähle, wessen Eigenschaften die Schwierigkeit ergeben.
no-opponent = Wähle die Gegner oder gib ihnen Würfel.
no-opponent-for-dice = Würfel haben keine Eigenschaften. Wähle Gegner oder gib eine Zahl als Schwierigkeit an.
hidden-opponent = Der Gegner ist verdeckt. Gib eine Zahl als Schwierigkeit an.
both-sides = Niemand kann auf beiden Seiten sein. Setze jeden Charakter auf eine Seite.
unseen-without-roll = Die unbekannte Seite würfelt von selbst. Gib ihr Eigenschaften oder Würfel.
no-such-script = So ein Wettstreit ist nicht vorbereitet. Wähle einen anderen.
no-helpers = Bitte den Erzähler, dich an dieser Aufgabe zu beteiligen.
no-such-side = Diese Aufgabe hat nur eine Seite. Wähle die erste.
in-task = { $who } arbeitet schon daran. Wähle jemand anderen.
not-in-task = { $who } arbeitet nicht mit: { $task }.
modifier-without-reason = Gib dem Modifikator einen Grund, etwa „Nebel“.
no-modifier = { $task } hat keinen Modifikator, der enden kann.
same-modifier = { $task } hat diesen Modifikator schon. Ändere etwas daran.
no-tally = Hier würfelt jede Seite einmal. Ordne stattdessen an, wer gewinnt.
task-already-hidden = Von dieser Aufgabe weißt ohnehin nur du.
task-not-hidden = Die anderen sehen diese Aufgabe schon.
hidden-workers = Deck erst { $who } auf: Die Aufgabe zeigt, was sie getan haben.
hidden-source = Die Schwierigkeit kommt von einem verdeckten Charakter. Deck ihn erst auf.
hidden-roll = Ein verdeckter Charakter hat in diesem Durchgang gewürfelt. Beende erst den Durchgang.
hidden-opponents = Deck erst { $who } auf.
audience-known = Wer die Aufgabe sieht, wird die Gegner sehen. Lass die anderen Felder leer.
hidden-wait = { $task } ist nicht für alle sichtbar, und die Uhr würde es verraten. Deck die Aufgabe erst auf.
interval-over = { $task } kann schon weitergehen. Würfle jetzt.
task-without-traits = Wähle die Eigenschaften für den Wurf.
round-traits = Würfle in diesem Durchgang auf { $traits }.
task-specialty = Diese Spezialisierung steht nicht auf dem Charakterbogen. Bitte den Erzähler, damit zu würfeln.
secret-willpower = Ein geheimer Wurf kann keine Willenskraft nutzen. Würfle ohne.
nobody-rolled = In diesem Durchgang hat noch niemand gewürfelt. Warte auf einen Wurf.
hidden-rolls-last = { $who } ist verdeckt und würfelt von selbst nach den anderen.
unseen-rolls-last = Die anderen wissen nicht, dass { $who } mitarbeitet ({ $task }). Zeig die Gegner oder warte, bis alle anderen gewürfelt haben.
rolled = { $who } hat gewürfelt. Warte auf den nächsten Durchgang.
rolled-and-waits = { $who } hat gewürfelt. Der nächste Durchgang von { $task } kann nicht beginnen: { $away }.
opponent-away = { $task } wartet auf { $who }: Die Schwierigkeit kommt von { $traits }.
opponent-gone = Der Gegner ist weg. Der Erzähler entscheidet, wie es weitergeht ({ $task }).
task-too-soon = Warte bis { $time }: So lange dauert der letzte Wurf.
text-this-task = Diese Aufgabe
or-leave-it-hidden = lass sie verdeckt
