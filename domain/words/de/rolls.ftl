# Würfe: Modifikatoren, Versuche, Umstände, geheime Würfe, Folgen.

more-dice = +{ $n } Würfel
fewer-dice = −{ $n } Würfel
part-in-dice = { $what } { $dice }

# Ein Pool.
pool-first = { $what } { $n }
pool-first-less = − { $what } { $n }
pool-more = + { $what } { $n }
pool-less = − { $what } { $n }
pool-with = { $pool } { $part }
pool-without-dice = { $pool }: keine Würfel mehr übrig
choice-trait = { $trait } { $dots }

# Würfe.
option-roll = Für { $who } würfeln
option-roll-dice = Würfeln
option-roll-secretly = Geheim würfeln: { $who }
option-roll-in-secret = Geheim würfeln
ask-dice = Würfel
ask-dice-given = Würfel dazu oder weg
ask-specialty = Spezialisierung zählt
ask-willpower-dice = Willenskraft ausgeben: +{ $n } Würfel
ask-willpower-success = Willenskraft ausgeben: ein Erfolg
ask-helps = Was hilft
ask-hinders = Was erschwert
no-roll = Ohne Wurf gibt es weder Willenskraft noch Spezialisierung. Lass beides weg.
not-agreed-specialty = Diese Spezialisierung steht nicht auf dem Bogen. Frag erst den Erzähler, ob sie zählt.
not-agreed-without-roll = Deinem Bonus muss der Erzähler erst zustimmen. Würfle oder lass den Bonus weg.
reason = „{ $reason }“ würde nicht als Modifikator zählen. Gib ihm einen anderen Namen.
rated-helps = { $what } bringt { $dice }. Wähle das unter „Was hilft“.
rated-hinders = { $what } bringt { $dice }. Wähle das unter „Was erschwert“.
no-character-with-traits = Wähle einen Charakter für diese Eigenschaften.
no-such-trait = { $trait } steht weder auf dem Bogen noch in den Regeln. Wähle eine andere Eigenschaft.
players-only-nonces = Nur die Seiten der Spieler geben Zahlen für die Würfel des Erzählers.
reason-against = { $reason }, { $against }
difficulty-against = gegen { $who } ({ $traits })
line-difficulty-made = { $who } würfelt auf Schwierigkeit { $difficulty }, { $source }.
against-number-alone = Nenne die Eigenschaft des Gegners, zu der die Zahl kommt, oder gib eine Schwierigkeit an.
against-too-much = Nimm für die Schwierigkeit eine Eigenschaft, zwei Eigenschaften oder eine Eigenschaft und eine Zahl.
against-whom = Wähle den Gegner und die Eigenschaften für die Schwierigkeit, etwa Geistesschärfe oder Geistesschärfe + 3.
against-and-number = Gib als Schwierigkeit eine Zahl oder Eigenschaften des Gegners an, nicht beides.
not-yours-difficulty = Frag den Erzähler: Eine Schwierigkeit aus fremden Eigenschaften kommt nur von dort.

# Erfolg ohne Wurf.
ask-automatic = Einen Erfolg ohne Wurf nehmen
ask-tense = Angespannt
option-call-tense = Anspannung beginnen
option-end-tension = Anspannung beenden
hint-tense = kein Erfolg ohne Wurf
line-tense = Die Szene ist angespannt: kein Erfolg ohne Wurf.
line-not-tense = Die Szene ist nicht mehr angespannt.
so-already-tense = Die Szene ist schon angespannt.
so-already-not-tense = Die Szene ist nicht angespannt.
no-automatic = In diesen Regeln gibt es keinen Erfolg ohne Wurf. Würfle.
no-character-to-succeed = Wähle den Charakter, dem es gelingt.
tense = Solange Runden laufen oder die Szene angespannt ist, gibt es keinen Erfolg ohne Wurf. Würfle.
excluded = Der Erzähler will hierfür einen Wurf. Würfle.
too-few = { $dice } Würfel sind weniger als Schwierigkeit { $difficulty }. Würfle.
note-success-passed-by = { $who } nahm einen Erfolg ohne Wurf. Dagegen stand: { $what }.
note-success-against-unseen = { $who } nahm einen Erfolg ohne Wurf. Dagegen stand etwas, das der Spieler nicht sieht.

# Vorschläge und Fragen an den Erzähler.
plea-specialty = Spezialisierung in { $what }
line-asks-automatic = { $who } möchte einen Erfolg ohne Wurf
line-asks-retry = { $who } will es noch einmal versuchen
line-pleads = { $who } schlägt einen Wurf vor
line-asked-about = { $question }: { $what }
asked = Zu diesem Charakter ist schon eine Frage beim Erzähler. Warte auf die Antwort.

# Hindernisse und neue Versuche.
option-set-obstacle = Hindernis hinzufügen
option-drop-obstacle = Hindernis entfernen
option-set-failures = Fehlschläge setzen: { $who }
ask-obstacle = Welches Hindernis
ask-obstacle-name = Was versucht wird
ask-obstacle-kind = Art des Hindernisses
ask-obstacle-counting = Machen Fehlschläge den nächsten Versuch schwerer?
ask-obstacle-hidden = Nur du siehst es
ask-obstacle-plain = Ein großer Pool braucht keinen Wurf
ask-failures = Zahl der Fehlschläge
ask-try-at = Gegen welches Hindernis
ask-retry = Wenn es ein neuer Versuch ist
choice-no-obstacle = Kein Hindernis
choice-counts-as-usual = Wie bei dieser Art üblich
choice-failures-count = Ja, Fehlschläge zählen
choice-failures-do-not-count = Nein, Fehlschläge zählen nicht
choice-obstacle-other = Anderes
choice-obstacle-lock = Schloss
choice-obstacle-climb = Klettern
choice-obstacle-archive = Archiv
choice-obstacle-interrogation = Verhör
choice-obstacle-shooting = Schießen
choice-obstacle-ambush = Hinterhalt
choice-obstacle-tailing = Beschatten
choice-cost-as-usual = Wie in den Regeln
choice-cost-harder = Schwerer für jeden Fehlschlag
choice-cost-no-harder = Nicht schwerer
hint-obstacle-fresh = Fehlschläge zählen nicht
hint-retry-costs-dice = −{ $n } Würfel für frühere Fehlschläge
hint-retry-costs-difficulty = Schwierigkeit +{ $n } für frühere Fehlschläge
line-obstacle = Neues Hindernis: { $name }.
line-failures-set = Fehlschläge bei { $name } auf { $n } gesetzt.
note-true-failures = In Wahrheit ist { $who } hieran { $n ->
    [one] einmal
   *[other] { $n }-mal
} gescheitert. Der Wurf zählt, was die Spieler wissen.
no-such-obstacle = Dieses Hindernis gibt es hier nicht. Wähle ein anderes.
no-such-obstacle-again = Wähle das Hindernis für den neuen Versuch.
too-many-obstacles = Es gibt schon { $most } Hindernisse. Entferne erst eines.
storyteller-only-retry = Was ein neuer Versuch kostet, legt nur der Erzähler fest. Lass das weg.
no-character-to-try = Wähle den Charakter, der es versucht.
say-so-retry = Wähle, ob dieser neue Versuch schwerer ist oder nicht.
beyond-difficulty = Nach den Fehlschlägen wäre das Schwierigkeit { $difficulty }. Ein neuer Versuch ist nicht möglich.
beyond-dice = Die Fehlschläge haben den letzten Würfel gekostet. Ein neuer Versuch ist nicht möglich.

# Modifikatoren für den nächsten Wurf.
option-modify-next-roll = Wurf modifizieren: { $who }
option-withdraw-ruling = Für { $who } zurücknehmen: { $what }
command-withdraw-ruling = Modifikator zurücknehmen
ask-visibility = Wer es sieht
ask-roll-kind = Für welchen Wurf
ask-ruled-difficulty = Schwierigkeit (0: die übliche)
ask-told = Alle kennen die Schwierigkeit
ask-ruling = Welcher Modifikator
choice-open = Offen
choice-unexplained = Nur die Zahl
choice-hidden = Verdeckt
hint-visibility-open = Spieler sehen Würfel und Grund
hint-visibility-unexplained = Spieler sehen die Zahl, nicht den Grund
hint-visibility-hidden = der Spieler sieht nur Erfolg oder Fehlschlag, keine Würfel
visibility-open = offen
visibility-unexplained = nur die Zahl
visibility-hidden = verdeckt
roll-kind-action = Handlung
roll-kind-initiative = Initiative
roll-kind-soak = Absorption
roll-kind-damage = Schaden
roll-kind-will = Willensprobe
roll-kind-reflex = anderer Reflex
ruled-difficulty = Schwierigkeit { $n }
ruled-difficulty-secret = geheime Schwierigkeit { $n }
ruling-on = { $what }, beim nächsten Wurf ({ $kind })
line-next-roll = { $who }, nächster Wurf: { $what } ({ $visibility }).
line-next-roll-of-kind = { $who }, nächster Wurf ({ $kind }): { $what } ({ $visibility }).
line-with-reason = { $line } { $reason }
note-about = { $who }: { $what }
note-ruling-waits = { $who }: Der verdeckte Modifikator wartet auf einen anderen Wurf, denn alle sehen die Erfolge dieses Wurfs.
note-ruling-waits-for = { $who }, { $reason }: Der verdeckte Modifikator wartet, denn alle sehen die Erfolge dieses Wurfs.
nothing-modified = Gib oder nimm mindestens einen Würfel, oder leg eine Schwierigkeit fest.
told-difficulty = „Alle kennen die Schwierigkeit“ braucht eine Schwierigkeit und einen offenen Modifikator.
count-seen = Alle sehen die Erfolge dieses Wurfs ({ $kind }). Wähle „Offen“ oder „Nur die Zahl“.
no-such-ruling = Diesen Modifikator gibt es nicht mehr.

# Dauernde Umstände.
option-set-circumstance = Dauernden Umstand festlegen
option-end-circumstance = Umstand beenden
ask-circumstance = Was es ist, etwa betäubt
ask-on-whom = Für wen
ask-on-which-rolls = Bei welchen Würfen
ask-ends = Wann es endet
ask-which-circumstance = Welcher Umstand
side-players = alle Spielercharaktere
side-storyteller = alle Erzählercharaktere
side-scene = alle in der Szene
choice-side-players = Alle Spielercharaktere
choice-side-storyteller = Alle Erzählercharaktere
choice-side-scene = Alle in der Szene
choice-ends-word = Wenn du es beendest
choice-ends-turn = Mit dieser Runde
choice-ends-scene = Mit der Szene
choice-on-actions = Alle Handlungen
choice-on-sight = Sehen
choice-circumstance = { $what }: { $whom }
hint-on-actions = nicht Absorption, Initiative, Schaden, Willensproben oder andere Reflexe
hint-on-sight = Würfe auf Wahrnehmung, Aufmerksamkeit, Schusswaffen und Ähnliches
hint-hidden-circumstance = Spieler sehen keine Würfel; ändert nie Initiative, Absorption oder Schaden
hint-circumstance = { $visibility }, auf { $rolls }, { $ends }
circumstance-on-actions = alle Handlungen
circumstance-on-sight = Sehen
circumstance-ends-word = bis der Erzähler es beendet
circumstance-ends-turn = bis die Runde endet
circumstance-ends-scene = bis die Szene endet
line-circumstance = Ab jetzt für { $whom }: { $what } auf { $rolls }, { $ends }.
line-circumstance-hidden = { $line } Verdeckt: Würfe mit sichtbaren Erfolgen bleiben unverändert.
line-circumstance-reason = Modifikator ohne Begründung für { $whom }, der Grund: { $reason }.
line-circumstance-ended = Für { $whom } vorbei: { $what }.
nothing-said-circumstance = Schreib, was der Umstand ist, etwa „betäubt“.
nothing-modified-circumstance = Gib oder nimm mindestens einen Würfel.
nobody-circumstance = Wähle Charaktere, eine Seite oder alle in der Szene.
too-many-circumstances = Es gibt schon { $most } Umstände. Beende erst einige.
no-such-trait-anywhere = { $trait } steht auf keinem Bogen und nicht in den Regeln. Wähle eine andere Eigenschaft.
no-turns-circumstance = Es laufen keine Runden. Wähle „Wenn du es beendest“ oder „Mit der Szene“.
no-scene-circumstance = Es läuft keine Szene. Wähle „Wenn du es beendest“.
no-such-circumstance = Diesen Umstand gibt es nicht, oder er ist vorbei.

# Geheime Würfe und ihr Ergebnis.
option-tell-outcome = Einzelnen mitteilen
option-tell-outcome-of = Nur für { $who } mitteilen
option-tell-everyone = Allen mitteilen
option-leave-untold = Nicht mitteilen
ask-tell = Das Ergebnis mitteilen
ask-topic = Worum es ging, so wie der Spieler es liest
ask-words-for-success = Text bei Erfolg
ask-words-for-failure = Text bei Fehlschlag
ask-words-only = Nur den Text mitteilen, nicht Erfolg oder Fehlschlag
ask-outcome = Ergebnis
ask-who-may-know = Mitteilen an
ask-of-which-roll = Noch nicht mitgeteilt
choice-tell-later = Noch nicht
choice-tell-player = Jetzt dem Spieler
choice-tell-everyone = Jetzt allen
choice-success = Erfolg
choice-failure = Fehlschlag
choice-only-words = Nur Text
choice-that-roll = Dieser Wurf
line-success = Erfolg.
line-failure = Fehlschlag.
line-success-topic = { $topic } – Erfolg.
line-failure-topic = { $topic } – Fehlschlag.
line-outcome-and-text = { $outcome } { $text }
line-topic-and-text = { $outcome }: { $text }
line-outcome-of = { $who }: { $what }
note-never-told = { $who } erfährt das Ergebnis nie: { $outcome }
no-character-to-tell = Wähle den Charakter, dessen Spieler das Ergebnis erfährt.
no-player-to-tell = { $who } hat keinen Spieler für später. Teil es jetzt allen mit, oder lass den Text weg.
nothing-said-words-only = Um nur Text mitzuteilen, schreib ihn für Erfolg und für Fehlschlag.
told-outcome = Dieses Ergebnis ist schon mitgeteilt oder zu lange her.
nothing-said-outcome = Wähle Erfolg oder Fehlschlag, oder schreib, was der Charakter weiß.
too-many-seats-told = Wähle höchstens { $most } Plätze oder keinen für alle.
this-outcome = Dieses Ergebnis
or-tell-chosen-seats = teil es nur bestimmten Plätzen mit
this-roll = Dieser Wurf
or-tell-in-words = erzähle es in Worten
no-such-roll-hidden = Diesen verdeckten Wurf gibt es nicht, oder er ist zu lange her.
shown = Diesen Wurf haben schon alle gesehen.
leaf-shared = Der Beweis dieses Wurfs würde auch einen anderen aufdecken. Erzähle das Ergebnis in Worten.
no-seal = Die Würfel sind hier nicht versiegelt. Erzähle das Ergebnis in Worten.
taken-back-roll = Dieser Wurf ist zurückgenommen. Zeig einen anderen.

# Folgen eines Patzers.
option-consequence = Folge bestimmen: { $who }
option-no-consequence = Keine Folge
option-kept-consequence = Folge nutzen: { $who }
ask-owed = Folge noch offen
ask-levels = Schadensstufen
ask-damage-kind = Art des Schadens
ask-dice-next-roll = Würfel beim nächsten Wurf
ask-bank = Für später aufheben
ask-kept-consequence = Welche Folge
ask-drop-consequence = Stattdessen fallen lassen
choice-bad-roll = { $who }: { $what }
choice-bad-roll-for = { $who }: { $what } ({ $reason })
hint-bad-roll-for = { $what }: { $reason }
bad-result-botch = Patzer
bad-result-dramatic-failure = dramatischer Fehlschlag
some-levels = { $n } { $damage }
line-consequence = { $who }: { $text }
line-consequence-kept = Aufgehoben für { $who }: { $what }.
note-no-consequence = Keine Folge – { $roll }.
nothing-said-consequence = Schreib die Folge, oder wähle Schaden oder Würfel.
not-owed = Dieser Wurf braucht keine Folge mehr.
too-many-consequences = Du hebst schon { $most } Folgen auf. Nutze erst eine, oder lass eine fallen.
not-kept = Diese Folge ist nicht mehr aufgehoben.

# Patzer, die nur ein Fehlschlag sind.
option-begin-session = Sitzung beginnen
hint-begin-session = der erste Patzer jedes Charakters ist wieder nur ein Fehlschlag
line-session-begins = Eine Sitzung beginnt. Der erste Patzer jedes Charakters ist wieder nur ein Fehlschlag.

# Wie weit eine verdeckte Zahl von Erfolgen reicht.
sprint-at-least = { $sprint } (mindestens { $metres } m)
sprint-falls = { $sprint } (ein Sturz)
note-sprint = { $who } rennt { $metres } m.
