### The rule sets, and the switches and numbers that a chronicle may change.

## One line about each rule set

about-ruleset-nightfall = Kampf Runde für Runde mit klassischen Würfeln und einer Schwierigkeit: Umstände geben und nehmen Würfel.
about-ruleset-revised = Zehnseitige Würfel gegen eine Schwierigkeit von 2 bis 10; jede 1 nimmt einen Erfolg weg.
about-ruleset-storytelling = Jede 8, 9 oder 10 ist ein Erfolg, Zehnen werden erneut gewürfelt, Umstände geben und nehmen Würfel.
about-ruleset-v20 = Wie Revised, aber mehr Einsen als Erfolge sind ein Patzer, und mit Spezialisierung zählen Zehnen doppelt.

## Switches: dice

switch-botch = Was ist ein Patzer?
switch-botch-rule-of-one = Eine 1 und kein einziger Erfolg
switch-botch-negative-sum = Mehr Einsen als Erfolge
switch-free-botch = Der erste Patzer eines Charakters in einer Sitzung
switch-free-botch-off = Ist ein Patzer
switch-free-botch-on = Ist ein Fehlschlag
switch-retry = Wie viel schwerer ist der dritte Versuch?
switch-retry-step = +2
switch-retry-cumulative = +3: 1 und 2 zusammengezählt
switch-retry-penalty = Ist ein neuer Versuch schwerer?
switch-retry-penalty-offer = Der Erzähler entscheidet jedes Mal
switch-retry-penalty-apply = Ja
switch-retry-penalty-off = Nein
switch-difficulty = Schwierigkeit jedes Wurfs
switch-difficulty-5 = 5
switch-difficulty-6 = 6
switch-difficulty-7 = 7
switch-difficulty-8 = 8
switch-modifiers = Wie werden die Modifikatoren eines Wurfs aufgeführt?
switch-modifiers-itemised = Jeder einzeln
switch-modifiers-mixed = Boni einzeln, Abzüge zusammen
switch-modifiers-single = Alle zusammen
switch-untrained = Wer darf eine Fertigkeit ohne Punkte versuchen?
switch-untrained-allowed = Alle
switch-untrained-ask = Nur wer vom Erzähler dazu aufgefordert wird
switch-unarmed = Eigenschaft für Würfe auf Waffenlos
switch-unarmed-unarmed = Waffenlos
switch-unarmed-brawl = Handgemenge
switch-shooting = Eigenschaft für Würfe auf Schießen
switch-shooting-target = Schießen
switch-shooting-firearms = Schusswaffen

## Switches: turns and fights

switch-initiative = Wann wird Initiative gewürfelt?
switch-initiative-scene = Einmal pro Szene
switch-initiative-turn = Jede Runde
switch-declare = Wer sagt zuerst an?
switch-declare-lowest-first = Die Langsamsten
switch-declare-any-order = Wer will
switch-declarations = Wann sind Ansagen zu sehen?
switch-declarations-open = Sofort
switch-declarations-hidden = Wenn alle angesagt haben
switch-reactions = Wie verteidigt sich das Ziel?
switch-reactions-ask = Der Angriff wartet auf die Wahl des Ziels
switch-reactions-automatic = Eine angesagte Verteidigung zählt von selbst
switch-turns = Wer beginnt die nächste Runde?
switch-turns-storyteller = Der Erzähler
switch-turns-automatic = Sie beginnt von selbst
switch-called-shots = Was darf ein gezielter Angriff?
switch-called-shots-one = Nur eines: mehr Schaden, Rüstung umgehen oder Deckung umgehen
switch-called-shots-mixed = Mehreres davon zugleich
switch-extra-successes = Was bewirken weitere Erfolge eines Angriffs?
switch-extra-successes-ignore = Nichts
switch-extra-successes-add = Jeder gibt einen Schadenswürfel
switch-damage = Welchen Schaden macht ein Angriff?
switch-damage-successes = 1 Stufe pro Erfolg, abzüglich Rüstung
switch-damage-rolled = Schaden wird gewürfelt, dann absorbiert

## Switches: tasks

switch-extended-botch = Was bewirkt ein Patzer in einer ausgedehnten Aufgabe?
switch-extended-botch-restart = Die Seite beginnt wieder bei 0
switch-extended-botch-fail = Die Aufgabe scheitert
switch-extended-botch-continue = Nur der Wurf ist vertan
switch-teamwork-botch = Was bewirkt ein Patzer bei Zusammenarbeit?
switch-teamwork-botch-spoils = Er verdirbt den ganzen Durchgang
switch-teamwork-botch-ignored = Nichts
switch-teamwork-social = Geht Zusammenarbeit bei gesellschaftlichen Aufgaben?
switch-teamwork-social-forbidden = Nein
switch-teamwork-social-penalty = Ja, jeder verliert 1 Würfel pro weiterem Helfer

## Numbers

number-mortal-pool = So viele Würfel geben Eigenschaften von Sterblichen höchstens
number-shares = So viele Schüsse dürfen pro Runde höchstens auf ein Ziel gehen
number-metres-a-turn = Freie Bewegung pro Runde, in Metern
number-kilograms-a-dot = Freie Kilogramm pro Punkt Körperkraft (0: Last zählt nicht)
number-opponents = So viele Würfel kosten mehrere Gegner höchstens (0: keine)
number-closing = So viele Würfel verliert die kürzere Reichweite (0: keine)
