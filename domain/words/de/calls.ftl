# Aufgerufene Würfe und Fragen an die Erzähler.

line-without-willpower = Gewürfelt ohne Willenskraft. { $why }
line-roll-it = Nein: Würfle.
line-no-retry = Nein: nicht noch einmal.
line-not-agreed = Abgelehnt: Würfle ohne das.

## Absichten

line-intent = { $who } möchte: { $aim }
line-intent-by = { $who } möchte: { $aim }. Wie: { $method }
line-intent-answered = { $who }: { $answer }
no-roll-needed = Es braucht keinen Wurf.
option-state-intent = Absicht nennen
option-answer-intent = Kein Wurf nötig
option-drop-intent = Doch nicht: { $aim }
command-state-intent = Eine Absicht
ask-aim = Was möchtest du erreichen?
ask-method = Wie?
ask-storyteller-only = Nur der Erzähler liest es
ask-intent-answer = Deine Antwort (leer: kein Wurf nötig)
ask-which-intent = Absicht
no-aim = Sag, was der Charakter erreichen möchte.
one-aim = Warte auf die Antwort zur letzten Absicht von { $who } oder nimm sie zurück.
no-such-aim = Diese Absicht ist schon beantwortet oder zurückgenommen.

## Entscheide

decree-happens = { $text }: es gelingt
decree-fails = { $text }: es misslingt
decree-by-trait = { $decree } (nötig: { $trait } { $score })
line-decreed = { $decree }.
line-decreed-for = { $who }: { $decree }.
option-decree = Ohne Würfel entscheiden
option-decree-for = Entscheiden für { $who }
option-settle = Ohne Würfel entscheiden
ask-decree = Was du entscheidest
ask-happens = Es gelingt
ask-by-trait = Nach einer Eigenschaft
ask-score = Gelingt ab diesem Wert
choice-no-trait = Keine Eigenschaft
no-decree = Sag, was du entscheidest.
decree-without-character = Wähle den Charakter, dessen Eigenschaft entscheidet.

## Verlangte Würfe

a-roll = einen Wurf
called-roll = einen Wurf auf { $traits }
called-difficulty = { $roll }, Schwierigkeit { $difficulty }
called-harder = { $roll }, schwerer mit jedem Fehlschlag
line-called = Der Erzähler verlangt von { $who } { $roll }.
line-called-because = Der Erzähler verlangt von { $who } { $roll }: { $why }
line-call-abandoned = { $who } gibt auf, statt zu würfeln.
line-call-abandoned-because = { $who } gibt auf, statt zu würfeln: { $why }
option-call = Wurf von { $who } verlangen
option-call-against = { $who }: Wurf gegen jemanden
option-call-about = Wurf verlangen
option-withdraw-call = Wurf zurücknehmen: { $who }
option-answer-call = Würfeln: { $what }
option-answer-call-of = Für { $who } würfeln
option-abandon-call = Lieber aufgeben
hint-uses-turn = kostet die Runde
ask-call = Wurf
ask-call-opponent = Gegen wen
ask-call-against = Eigenschaften, die die Schwierigkeit ergeben, etwa Geistesschärfe + 3
ask-reason = Wofür
ask-hide-difficulty = Schwierigkeit verbergen
ask-player-only = Nur der Spieler weiß davon
ask-plain = Ein großer Pool gelingt ohne Wurf
ask-abandon = Darf vor einem Glückswurf aufgeben
ask-costs-turn = Aufgeben kostet die Runde
choice-this-call = Dieser Wurf
no-player = { $who } hat keinen Spieler, der würfeln kann. Würfle selbst.
nothing-to-roll = Wähle Eigenschaften oder eine Zahl von Würfeln.
no-such-call = Dieser Wurf ist schon gewürfelt oder zurückgenommen.
hidden-obstacle = Nur du siehst dieses Hindernis. Verlange einen Wurf ohne Hindernis.
call-specialty = Diese Spezialisierung steht nicht auf dem Charakterbogen. Schlag sie erst vor.
call-goes-on = Dieser Wurf muss sein. Würfle.
no-chance-roll = Aufgeben kannst du nur vor einem Glückswurf. Würfle.

## Fragen an den Erzähler

option-question-automatic = { $who }: automatischer Erfolg?
option-question-retry = { $who }: neuer Versuch?
option-question-plea = { $who }: Wurf erlauben?
option-withdraw-question = Frage zurücknehmen
ask-question = Frage
choice-question-about = { $question } { $what }
ask-answer = Deine Antwort
choice-retry-as-before = Ja, wie zuvor
choice-yes-harder = Ja, aber schwerer
choice-no = Nein
choice-it-succeeds = Ja, es gelingt
choice-roll-it = Nein, würfeln
choice-agreed = Einverstanden
choice-not-agreed = Abgelehnt
hint-no-penalty = kein Abzug
hint-rules-penalty = der Abzug der Regeln
not-asked = Frühere Fehlschläge ändern hier nichts. Sag Ja oder Nein.
nothing-failed = Niemand sonst weiß vom Fehlschlag. Gib dem Wurf stattdessen einen Modifikator.
no-such-question = Diese Frage ist schon beantwortet oder zurückgenommen.

## Vorschläge für einen Wurf

line-plea = { $who } schlägt vor: { $what }.
line-plea-because = { $who } schlägt vor: { $what }. { $why }
line-plea-granted = { $who }: Vorschlag angenommen.
line-plea-refused = { $who }: Vorschlag abgelehnt.
line-plea-refused-because = { $who }: Vorschlag abgelehnt. { $why }
part-agreed = abgemacht
option-plead = Anderes vorschlagen
option-grant-plea = Zustimmen
option-refuse-plea = Ablehnen
option-withdraw-plea = Vorschlag zurücknehmen
ask-other-traits = Andere Eigenschaften (keine: wie verlangt)
ask-more-dice = Mehr Würfel
ask-which-specialty = Eine Spezialisierung in
ask-why = Warum
ask-why-not = Warum nicht
ask-proposal = Vorschlag
no-proposal = Schlag andere Eigenschaften, eine Spezialisierung oder einen Bonus vor.
one-plea = Warte auf die Antwort zu deinem letzten Vorschlag oder nimm ihn zurück.
no-such-plea = Dieser Vorschlag ist schon beantwortet oder zurückgenommen.
