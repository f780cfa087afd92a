### Jede Regel: ihr Titel und ihr Text in eigenen Worten. Ein Text hat höchstens drei Zeilen mit je 105 Zeichen. Die
### Regeln, auf denen sie aufbaut, sind Daten (`RELATED` in domain/rules/rule_index.py).

## Kapitel

chapter-G = Was der Erzähler entscheidet
chapter-D = Würfelpools und einzelne Würfe
chapter-S = Das Storytelling-System
chapter-X = Die Geheimnisse des Erzählers
chapter-E = Längere Aufgaben und Wettstreit
chapter-M = Mehrere Handlungen in einer Runde
chapter-T = Zeit
chapter-I = Reihenfolge der Züge (Nightfall; andere Regelwerke dürfen sie nutzen)
chapter-F = Bewegung und Handgriffe (Nightfall)
chapter-C = Kampf (Nightfall)
chapter-W = Würfeln im Chat

## G

rule-title-G0 = Jede Zahl ist eine Vorgabe
rule-text-G0 =
    Die Chronik wählt ihre Optionen, und der Erzähler darf jeden Pool, jede Schwierigkeit, jedes Ergebnis
    und jeden Zustand ändern. Alle können lesen, wer was geändert hat.

rule-title-G1 = Entscheid ohne Würfel
rule-text-G1 =
    Der Erzähler entscheidet ohne Würfel: Die Handlung gelingt oder misslingt.
    Die Geschichte zeigt den Entscheid; es gibt keinen Wurf.

rule-title-G2 = Entscheid nach einer Eigenschaft
rule-text-G2 =
    Der Erzähler darf nach einer Eigenschaft des Charakters entscheiden:
    Ab dem genannten Wert gelingt die Handlung, darunter misslingt sie.

rule-title-G3 = Ziel und Weg
rule-text-G3 =
    Ein Spieler nennt Ziel und Weg. Der Erzähler antwortet: kein Wurf nötig, entschieden, oder ein Wurf
    mit Schwierigkeit oder Modifikatoren. Alltägliches braucht keinen Wurf, Gefährliches oder Ungewisses
    schon.

rule-title-G4 = Folgen eines Patzers
rule-text-G4 =
    Nach einem Patzer oder dramatischen Fehlschlag legt der Erzähler eine Folge fest: einen Text, eine
    Wirkung oder beides. Sie gilt sofort oder wird für eine spätere Szene aufgehoben.

rule-title-G5 = Ein einfacher Fehlschlag schadet nicht
rule-text-G5 =
    Ein einfacher Fehlschlag heißt nur, dass die Handlung misslungen ist.
    Richtet sie auch Schaden an, sagt der Erzähler das eigens.

rule-title-G6 = Andere Eigenschaft oder Bonus vorschlagen
rule-text-G6 =
    Spieler dürfen für einen Wurf ein anderes Attribut, eine andere Fähigkeit, eine Spezialisierung oder
    einen Bonus vorschlagen. Das zählt erst, wenn der Erzähler zustimmt.

## D

rule-title-D1 = Punkte einer Eigenschaft
rule-text-D1 =
    Eigenschaften haben Punkte: 0 bis 5 bei Menschen, bei Älteren mehr; jeder Punkt ist ein Würfel.
    Jeder Wert hat ein Wort, das die Chronik ändern kann: 0 ungeübt, 1 schwach, 2 durchschnittlich,
    3 gut …

rule-title-D2 = Welche Eigenschaften einen Pool bilden
rule-text-D2 =
    Ein Pool ist ein Attribut oder ein Attribut und eine Fähigkeit; zwei Fähigkeiten gehen nie zusammen,
    zwei Attribute nur in besonderen Fällen. Willenskraft, Menschlichkeit und andere Werte von 1 bis 10
    werden allein gewürfelt.

rule-title-D3 = Zehn Würfel für Sterbliche
rule-text-D3 =
    Die Eigenschaften gewöhnlicher Sterblicher geben höchstens 10 Würfel.
    Weitere Würfel fallen weg.

rule-title-D4 = Erfolge und Einsen
rule-text-D4 =
    Ein Würfel ab der Schwierigkeit ist ein Erfolg, eine 10 immer. Jede 1 nimmt einen Erfolg weg. Bleibt
    mindestens 1, gelingt der Wurf; sonst ist er ein Fehlschlag oder Patzer. Storytelling hat eigene
    Regeln.

rule-title-D5 = Patzer
rule-text-D5 =
    Eine von zwei Regeln, je nach Chronik: Kein Würfel ist ein Erfolg und mindestens einer zeigt 1; oder
    es gibt mehr Einsen als Erfolge (Vorgabe von V20).

rule-title-D6 = Grade des Erfolgs
rule-text-D6 =
    Nach Erfolgen: 1 knapp, 2 mäßig, 3 vollständig, 4 außergewöhnlich, ab 5 phänomenal.
    Storytelling kennt sie nicht.

rule-title-D7 = Spezialisierungen
rule-text-D7 =
    V20: Jede 1 nimmt den Erfolg weg, der am weitesten links noch steht; danach gibt jede übrige 10 einen
    Erfolg dazu. Storytelling: Eine Spezialisierung gibt einen Würfel.

rule-title-D8 = Schwierigkeiten
rule-text-D8 =
    Schwierigkeiten gehen von 2 bis 10 und haben Wörter; 6 ist normal.
    Bei 2 (in V20 bei 3) braucht es kaum einen Wurf; bei 10 patzen mehr Würfel womöglich öfter.

rule-title-D9 = Chancen bei hoher Schwierigkeit
rule-text-D9 =
    Bei hoher Schwierigkeit kann ein größerer Pool öfter patzen. Sind mehr Einsen als Erfolge ein Patzer,
    dann sind bei Schwierigkeit 10 Patzer und Erfolg für jeden Pool gleich wahrscheinlich, sonst nur für
    1 und 2 Würfel.

rule-title-D10 = Automatischer Erfolg
rule-text-D10 =
    Revised: Bei einer einfachen Handlung darf ein Pool, der mindestens so groß ist wie die
    Schwierigkeit, ohne Wurf einen Erfolg nehmen. Nicht, solange Runden laufen, unter Druck, oder wo der
    Erzähler es ausschließt.

rule-title-D11 = Willenskraft für einen Wurf
rule-text-D11 =
    Revised und V20: Ein Punkt Willenskraft vor dem Wurf gibt einen Erfolg, den Einsen nicht wegnehmen,
    und schließt einen Patzer aus; einmal pro Runde. Storytelling: Er gibt stattdessen drei Würfel.

rule-title-D12 = Der freie Patzer
rule-text-D12 =
    Wenn die Chronik es so wählt, zählt der erste Patzer jedes Charakters in einer Sitzung als
    Fehlschlag. Das gilt für die Charaktere der Spieler und des Erzählers.

rule-title-D13 = Neuer Versuch
rule-text-D13 =
    Nach einem Fehlschlag ist der nächste Versuch schwerer. Revised, V20: Schwierigkeit +1, dann +2, bis
    10. Nightfall: ein Würfel weniger für jeden Fehlschlag. Storytelling: kein Abzug.

rule-title-D14 = Reflexe
rule-text-D14 =
    Ein Reflex kostet weder Handlung noch Würfel, auch wenn er gewürfelt wird: Schaden absorbieren, Blut
    ausgeben, Tugenden, Fremdsteuerung widerstehen, umentscheiden, abbrechen. Willensakte brauchen
    Bewusstsein.

rule-title-D15 = Eine Fähigkeit mit 0
rule-text-D15 =
    Eine Fähigkeit mit 0 Punkten gibt keine Würfel und bringt keinen Abzug.
    In Storytelling gibt es dafür einen Abzug.

rule-title-D16 = Werte und Punkte
rule-text-D16 =
    Manche Eigenschaften, etwa Willenskraft, Blut und Schicksal, haben einen Wert und Punkte.
    Wer ausgibt, senkt die Punkte; der Wert bleibt.

rule-title-D17 = Eigene Eigenschaften der Chronik
rule-text-D17 =
    Jede Chronik hat ihre Liste von Attributen, Fähigkeiten und Vorteilen und darf neue ergänzen.
    Jedes Attribut lässt sich mit jeder Fähigkeit kombinieren.

rule-title-D18 = Schwierigkeit nach dem Gegner
rule-text-D18 =
    Die Schwierigkeit kann vom Gegner kommen: eine Eigenschaft, zwei zusammen, oder eine und eine Zahl
    (Geistesschärfe + 3). Sie bleibt zwischen 2 und 10. Ist keine genannt, ist sie 6.

rule-title-D19 = Ein Pool ohne Würfel
rule-text-D19 =
    Ein Pool, den Abzüge auf 0 Würfel senken, wird nicht gewürfelt.
    In Storytelling wird daraus ein Glückswürfel.

## S

rule-title-S1 = Eigenschaften, dann Boni, dann Abzüge
rule-text-S1 =
    Der Pool ist Attribut + Fertigkeit oder eine Attributsprobe.
    Erst kommen alle Boni dazu, dann gehen alle Abzüge ab.

rule-title-S2 = Keine Punkte in der Fertigkeit
rule-text-S2 =
    Ohne Punkte in der Fertigkeit wird das Attribut allein gewürfelt, wenn der Erzähler es zulässt. Der
    Abzug nach allen Boni ist −3 bei geistigen, −1 bei körperlichen oder gesellschaftlichen
    Fertigkeiten.

rule-title-S3 = Wie groß Modifikatoren sind
rule-text-S3 =
    Ein Modifikator ist höchstens 5 in jede Richtung, und alle zählen zusammen: leicht 1, mittel 3,
    extrem 5. Die Chronik wählt, wer sie nennt. Der Wert eines Werkzeugs zählt bei jedem Wurf, der es
    benutzt.

rule-title-S4 = Zehnen werden erneut gewürfelt
rule-text-S4 =
    Jede 10 ist ein Erfolg und wird erneut gewürfelt, solange sie 10 zeigt.
    Jeder neue Wurf ab 8 gibt einen Erfolg dazu.

rule-title-S5 = Der Glückswürfel
rule-text-S5 =
    Ein Pool von 0 oder weniger wird zu einem Glückswürfel, der nur mit einer 10 Erfolg hat.
    Eine 10 wird erneut gewürfelt, und auch die neuen Würfe brauchen eine 10.

rule-title-S6 = Dramatischer Fehlschlag
rule-text-S6 =
    Eine 1 beim ersten Wurf eines Glückswürfels ist ein dramatischer Fehlschlag.
    Bei anderen Würfen gibt es ihn nicht.

rule-title-S7 = Vor einem Glückswurf aufgeben
rule-text-S7 =
    Vor einem Glückswurf darf der Erzähler erlauben, die Handlung aufzugeben, wenn der Charakter die
    Chancen abschätzen konnte. Er sagt auch, ob das die Runde kostet; normalerweise kostet es sie nicht.

rule-title-S8 = Außergewöhnlicher Erfolg
rule-text-S8 =
    Ab fünf Erfolgen ist der Erfolg außergewöhnlich.
    Für die meisten Handlungen reicht einer; die Anzahl zählt nur, wo ein Wurf es sagt.

rule-title-S9 = Attributsproben
rule-text-S9 =
    Eine Attributsprobe würfelt ein Attribut oder zwei zusammen, ohne Fertigkeit.
    Heben ist Körperkraft + Widerstandsfähigkeit, Luft anhalten ist Widerstandsfähigkeit.

rule-title-S10 = Wörter für Modifikatoren
rule-text-S10 =
    Jeder Modifikator hat ein Wort, von +1 (etwas Hilfe) bis +5 (mühelos), −1 (ein Haken) bis −5 (fast
    aussichtslos). Fertige Werte: Messer +1, Hellebarde +5, schnelles Auto +3, leichter Regen −1, zwei
    Sicherheitsriegel −3, Monsun −5.

## X

rule-title-X1 = Würfe des Erzählers
rule-text-X1 =
    Der Erzähler würfelt für einen Charakter, und niemand sonst sieht die Würfel oder dass gewürfelt
    wurde. Der Charakter erfährt, was er weiß: sofort, später oder nie. Das Ergebnis gilt.

rule-title-X2 = Verdeckte Modifikatoren
rule-text-X2 =
    Beim Wurf eines Spielers darf der Erzähler Würfel geben oder nehmen: offen, ohne Grund oder verdeckt.
    Verdeckt sehen andere weder Würfel noch Anzahl, nur Erfolg oder Fehlschlag und die Wunde.

rule-title-X3 = Verdeckte Schwierigkeit
rule-text-X3 =
    Ist die Schwierigkeit verdeckt, sieht der Spieler die Würfel, und das Ergebnis, sobald es gesagt ist.
    Nichts, was der Spieler sieht, verrät die Schwierigkeit.

rule-title-X4 = Verdeckte Charaktere
rule-text-X4 =
    Charaktere des Erzählers dürfen ganz verdeckt sein, auch in der Reihenfolge der Initiative.
    Der Erzähler kann sie später aufdecken.

rule-title-X5 = Wie oft der Erzähler übernahm
rule-text-X5 =
    Das Programm zählt, wie oft der Erzähler jedem Spieler die Kontrolle genommen hat.
    Nur der Erzähler sieht die Zahl; Spieler werden es leid, die Kontrolle zu verlieren.

rule-title-X6 = Welchen Wurf eine Anordnung ändert
rule-text-X6 =
    Eine Anordnung ändert die nächste gewürfelte Handlung des Charakters oder den einen Wurf, für den sie
    gilt. Absorption, Initiative, Schaden, Willensproben und andere Reflexe ändert sie nur, wenn sie
    diese nennt.

rule-title-X7 = Dauernde Umstände
rule-text-X7 =
    Der Erzähler gibt einem Charakter, einer Seite oder der Szene einen dauernden Modifikator, auch
    verdeckt. Dabei steht, wofür er gilt. Er endet mit Runde, Szene oder wenn der Erzähler es sagt.

## E

rule-title-E1 = Ausgedehnte Aufgaben
rule-text-E1 =
    Erfolge aus mehreren Würfen zählen zusammen bis zu einem Ziel; jeder Wurf dauert ein Intervall. Ein
    Patzer beginnt die Aufgabe neu, beendet oder verzögert sie, je nach Chronik. Würfe oder Zeit können
    begrenzt sein.

rule-title-E2 = Vergleichende Aufgaben
rule-text-E2 =
    Beide Seiten würfeln, jede ihren Pool gegen ihre Schwierigkeit.
    Die höhere Zahl gewinnt mit dem Vorsprung; bei Gleichstand gewinnt niemand.

rule-title-E3 = Wettstreit über mehrere Durchgänge
rule-text-E3 =
    Entweder geht der Vorsprung jedes Durchgangs an dessen Sieger, und wer zuerst das Ziel erreicht,
    gewinnt; oder Erfolge zählen zusammen, und wer zuerst um das Ziel führt, gewinnt. Pools,
    Schwierigkeiten und Ziele dürfen je Seite und Durchgang verschieden sein.

rule-title-E4 = Zusammenarbeit
rule-text-E4 =
    Wenn der Erzähler es erlaubt, würfeln mehrere Charaktere je ihren Pool und zählen die Erfolge
    zusammen. Ob ein Patzer alles verdirbt, wählt die Chronik. Bei den meisten gesellschaftlichen
    Aufgaben geht es nicht.

rule-title-E5 = Was jeder Erfolg bringt
rule-text-E5 =
    Ein Wurf kann für jeden Erfolg etwas geben, etwa eine Stunde oder eine weitere Auskunft.
    Er kann auch eine feste Zeit dauern, ob er gelingt oder nicht.

## M

rule-title-M0 = Klassische Kampfpools
rule-text-M0 =
    Revised und V20: Faust Geschick + Handgemenge, Ausweichen Geschick + Ausweichen, Nahkampfwaffe
    Geschick + Nahkampf, Schuss Geschick + Schusswaffen. Hausregeln dürfen ändern, was ein Manöver
    würfelt.

rule-title-M1 = Mehrere Handlungen: wachsende Abzüge
rule-text-M1 =
    Revised, V20: Wer mehrere Handlungen ansagt, verliert bei der ersten so viele Würfel, wie es
    Handlungen sind, bei jeder weiteren einen mehr. Fällt ein Pool auf 0 oder weniger, geht die Handlung
    nicht.

rule-title-M2 = Mehrere Handlungen: ein geteilter Pool
rule-text-M2 =
    Nightfall: Der kleinste Pool der Handlungen wird auf sie verteilt, mindestens ein Würfel für jede.
    Wunden und Ähnliches gehen vorher ab. Auf ein Ziel gehen höchstens 3 Anteile an Schüssen.

rule-title-M3 = Zusätzliche Handlungen durch Geschwindigkeit
rule-text-M3 =
    Handlungen durch Geschwindigkeit haben den vollen Pool.
    Sie zählen nicht als mehrere Handlungen und lassen sich nicht teilen.

rule-title-M4 = Eine Handlung pro Runde
rule-text-M4 =
    Ein Charakter hat eine Handlung pro Runde, wenn nicht mehr angesagt sind.
    In Storytelling gibt es nie mehrere Handlungen.

## T

rule-title-T1 = Runde, Szene, Kapitel, Geschichte, Chronik, Zwischenzeit
rule-text-T1 =
    Zeit ist verschachtelt: Runde, Szene, Kapitel, Geschichte, Chronik; zwischen Szenen liegt
    Zwischenzeit. Eine Runde dauert in Nightfall 3 Sekunden, sonst bis zu 3 Minuten.

rule-title-T2 = Reden ist keine Handlung
rule-text-T2 =
    Reden ist keine Handlung.
    Es wird nicht angesagt und kostet keine Würfel.

## I

rule-title-I1 = Initiative
rule-text-I1 =
    Initiative würfelt Intuition + Geschick; die meisten Erfolge handeln zuerst. Bei Gleichstand: höhere
    Intuition, höheres Geschick, eine Spezialisierung, dann ein neuer Wurf. Einmal pro Szene oder jede
    Runde.

rule-title-I2 = Ansagen, dann handeln
rule-text-I2 =
    Alle sagen erst Handlungen, Ziele und Anteile an; die Chronik kann das verdecken, bis alle fertig
    sind. Danach wird gehandelt, von der höchsten Initiative abwärts.

rule-title-I3 = Abwarten
rule-text-I3 =
    Ein Charakter darf anderen den Vortritt lassen; er handelt dann nach allen anderen.
    Wer abgewartet hat, handelt nach Initiative. Warten alle ab, endet die Runde.

rule-title-I4 = Umentscheiden
rule-text-I4 =
    Wer am Zug ist, darf die angesagte Handlung ändern: Das kostet einen Punkt Schicksal und braucht
    einen Erfolg auf Intuition + Geschick, der die Würfel teilt. Misslingt er, bleibt die alte Handlung.

rule-title-I5 = Für eine Verteidigung abbrechen
rule-text-I5 =
    Wer noch nicht gehandelt hat, darf statt der angesagten Handlung ausweichen, blocken oder parieren.
    Das braucht einen Erfolg auf Intuition + Geschick, ein Versuch pro Runde. Misslingt er, bleibt alles,
    wie es war.

## F

rule-title-F1 = Aufstehen
rule-text-F1 =
    Nur aufstehen kostet die Runde und braucht keinen Wurf.
    Als eine von mehreren Handlungen: Wurf auf Geschick + Sportlichkeit, sonst bleibt der Charakter am
    Boden.

rule-title-F2 = Bewegen und rennen
rule-text-F2 =
    10 m pro Runde sind frei. Rennen ist stattdessen eine Handlung: 2 × (10 + Sportlichkeit + Erfolge)
    Meter, Wurf auf Geschick + Sportlichkeit. Jede weitere Handlung erhöht den Faktor; ein Patzer lässt
    stürzen.

rule-title-F3 = Bereit machen und nachladen
rule-text-F3 =
    Nur eine Waffe bereit machen oder ein Magazin wechseln braucht keinen Wurf. Neben einer anderen
    Handlung werden die Würfel geteilt, und Geschick + Nahkampf oder Schusswaffen muss gelingen, sonst
    entfällt der Angriff damit.

rule-title-F4 = Blut ausgeben
rule-text-F4 =
    Blut ausgeben ist ein Reflex.
    Eine Eigenschaft des Charakters begrenzt, wie viele Punkte pro Runde gehen.

rule-title-F5 = Last
rule-text-F5 =
    Frei sind 10 kg pro Punkt Körperkraft. Mehr kostet einen Würfel bei körperlichen Fertigkeiten, und
    je volle weitere 10 kg halbieren die freie Bewegung. Mit dem Doppelten der freien Last kommt man
    nicht mehr von der Stelle.

## C

rule-title-C1 = Nahkampfangriff
rule-text-C1 =
    Körperkraft + Waffenlos oder Nahkampf, ohne Modifikator.
    Der Schaden ist der der Waffe, ohne Waffe Körperkraft.

rule-title-C2 = Fernkampfangriff
rule-text-C2 =
    Schießen + Geschick; der Schaden ist der der Waffe.
    −2 jenseits der Schussweite; jenseits der doppelten Schussweite geht kein Schuss.

rule-title-C3 = Gezielter Angriff
rule-text-C3 =
    Gib bis zu 5 Würfel ab, für ebenso viele Würfel Schaden oder um ebenso viele Punkte Rüstung zu
    umgehen. Auch Deckung lässt sich umgehen, mit einem Abzug des Erzählers. Die Chronik kann Mischen
    erlauben.

rule-title-C4 = Biss
rule-text-C4 =
    Geschick + Handgemenge + 1 gegen ein Ziel, das man umklammert, festhält oder umgerannt hat; braucht
    Fangzähne. Schaden: Körperkraft + 1, schwer heilbar. Nach Umrennen erst in der nächsten Runde.

rule-title-C5 = Kuss
rule-text-C5 =
    Gewürfelt wie ein Biss, ohne Schaden. Jede Runde fließt so viel Blut, wie man pro Runde ausgeben
    darf. Misslingt dem Opfer ein Wurf auf Ideale, wehrt es sich nicht; Sterbliche zahlen dafür einen
    Punkt Schicksal.

rule-title-C6 = Klauenhieb
rule-text-C6 =
    Geschick + Handgemenge; braucht Klauen. Der Schaden ist Körperkraft + 1:
    schwer heilbar mit Raubtierklauen, tödlich mit Knochenklauen.

rule-title-C7 = Umklammerung
rule-text-C7 =
    Körperkraft + Waffenlos bindet beide. Ab der nächsten Runde darf jeder Körperkraft als Schaden
    zufügen oder sich befreien; dazu braucht es mehr Erfolge als die andere Seite. Wer umklammert, darf
    auch beißen oder küssen.

rule-title-C8 = Entwaffnen
rule-text-C8 =
    Der Pool des Angriffs, −2. Übersteigen die Schadenserfolge die Körperkraft des Gegners, ist die Waffe
    weg und niemand verletzt. Sonst gilt der Schaden. Nach einem Patzer sagt der Erzähler, was er kostet.

rule-title-C9 = Festhalten
rule-text-C9 =
    Körperkraft + Handgemenge, kein Schaden: Das Ziel kann bis zu seinem nächsten Zug nichts tun.
    In jedem dieser Züge würfeln beide Körperkraft + Handgemenge; gewinnt das Ziel, ist es frei.

rule-title-C10 = Beinfeger
rule-text-C10 =
    Geschick + Handgemenge oder Nahkampf, −1; Schaden: Körperkraft oder der der Waffe. Nach Schaden
    würfelt das Ziel Geschick + Ausweichen gegen alle Erfolge des Angriffs, sonst fällt es.

rule-title-C11 = Umrennen
rule-text-C11 =
    Körperkraft + Handgemenge, −1; Schaden: Körperkraft + 1. Danach würfeln beide Körperkraft +
    Sportlichkeit oder fallen. Bleibt das Ziel stehen, ist es aus dem Gleichgewicht: −1 auf alle
    Handlungen der nächsten Runde.

rule-title-C12 = Berühren
rule-text-C12 =
    Geschick + Waffenlos, kein Schaden. Gehört zur Handlung, die eine Kraft einsetzt; kostet keine Würfel.
    Man kann ausweichen oder parieren, nicht blocken.

rule-title-C13 = Pfählen
rule-text-C13 =
    Der Pool einer Waffe, die pfählen kann, −4. Bleiben nach der Absorption mindestens 3 Stufen, ist ein
    Vampir gepfählt: wach, aber unbeweglich, und Blut gibt er nur für Kräfte aus, die das erlauben.

rule-title-C14 = Zielen
rule-text-C14 =
    Eine Runde Zielen ohne Bewegung gibt +1 auf den nächsten Angriff mit dieser Waffe.
    Mehrere Runden zählen zusammen, höchstens bis Wahrnehmung; Bewegung oder eine Wunde löscht den Bonus.

rule-title-C15 = Blocken
rule-text-C15 =
    Körperkraft + Waffenlos. Stoppt stumpfe Angriffe, geschlagen oder geworfen.
    Gegen tödliche und schwer heilbare braucht es Seelenstärke oder Rüstung.

rule-title-C16 = Parieren
rule-text-C16 =
    Geschick + Nahkampf mit einer Nahkampfwaffe in der Hand stoppt Angriffe mit Fäusten und
    Nahkampfwaffen. Gelingt das mit einer tödlichen Waffe gegen einen Faustangriff, verletzt sie den
    Angreifer: Waffenschaden + Vorsprung, der absorbiert wird.

rule-title-C17 = Hahn fächern
rule-text-C17 =
    Mit einem Revolver dürfen mehr als 3 Anteile eines Pools auf ein Ziel gehen.
    Sonst ist jeder Anteil ein Fernkampfangriff.

rule-title-C18 = Ausweichen
rule-text-C18 =
    Geschick + Ausweichen stoppt jede Art von Angriff.
    Gegen nahe Angriffe braucht es Platz.

rule-title-C19 = Volle Verteidigung
rule-text-C19 =
    Wird für die ganze Runde angesagt.
    Die erste Verteidigung hat den vollen Pool, jede weitere einen Würfel weniger: voll, −1, −2 …

rule-title-C20 = Gegen Geschosse verteidigen
rule-text-C20 =
    Wurfwaffen −2, Pfeile und Bolzen −3, Kugeln −5. Für Blocken und Parieren gilt das immer,
    für Ausweichen nur ohne Deckung im Umkreis von 1 m.

rule-title-C21 = Verteidigung nimmt vom Angriff weg
rule-text-C21 =
    Die Erfolge der Verteidigung werden von denen des Angriffs abgezogen.
    Bleibt keiner, geht der Angriff fehl.

rule-title-C22 = Blind oder im Dunkeln
rule-text-C22 =
    Wer geblendet oder in völliger Dunkelheit ist, hat −2 auf alle Handlungen; was Sicht braucht,
    misslingt. Reflexe wie Absorption, Initiative und Willensproben sind nicht betroffen.

rule-title-C23 = Mehrere Gegner
rule-text-C23 =
    Im Nahkampf kostet jeder Gegner nach dem ersten einen Würfel bei Angriff und Verteidigung.
    Der Abzug ist höchstens −4.

rule-title-C24 = Die kürzere Reichweite
rule-text-C24 =
    Gegen eine längere Waffe muss die kürzere erst 1 m heran, und dieser Angriff verliert einen Würfel.
    Wer festgehalten, umklammert oder außer Gefecht ist, hält niemanden auf Abstand.

rule-title-C25 = Deckung
rule-text-C25 =
    Deckung kostet den Schützen Würfel: leicht (am Boden) 1, gut (eine Mauer) 2, hervorragend (nur der
    Kopf) 3. Aus der Deckung zu schießen kostet einen Würfel weniger, als sie gibt. Nahe Angriffe
    ignorieren sie.

rule-title-C26 = Benommen
rule-text-C26 =
    Richtet ein Angriff nach der Absorption mehr Stufen an als Ausdauer (Sterbliche) oder Ausdauer + 2
    (Übernatürliche), ist das Ziel benommen und verliert die nächste Runde, in der es handeln könnte.

rule-title-C27 = Ziele, die sich nicht bewegen können
rule-text-C27 =
    +2 auf Treffer gegen jemanden, der festgehalten oder umklammert ist und sich noch wehrt.
    Wer gefesselt, gepfählt, gelähmt oder außer Gefecht ist, wird ohne Wurf getroffen, wie mit 1 Erfolg.

rule-title-C28 = Zu Boden gegangen
rule-text-C28 =
    Wer niedergeschlagen wird, liegt am Boden.
    Das gibt leichte Deckung, und −2 auf nahe Angriffe vom Boden aus.

rule-title-C29 = Schaden, Absorption, Gesundheitsstufen
rule-text-C29 =
    Ausdauer und Rüstung absorbieren Schlagschaden, bei Übernatürlichen auch tödlichen. Schwer heilbarer:
    Seelenstärke, Rüstung. Stufen: Blaue Flecken 0, Angeschlagen −1, Verletzt −1, Verwundet −2, Schwer
    verwundet −2, Verkrüppelt −5, Außer Gefecht.

rule-title-C30 = Freies Spiel
rule-text-C30 =
    Spieler und Erzähler können die Manöver jederzeit beiseitelassen.
    Dann wird ohne Manöver gewürfelt, oder der Erzähler legt eine Wirkung fest.

rule-title-C31 = Gezielt auf eine Wirkung
rule-text-C31 =
    Ein gezielter Angriff darf einer Wirkung gelten, zusätzlich zum Schaden oder statt seiner. Abzug und
    Wirkung legt der Erzähler fest. Ein Pflock, der im Herzen steckt, ist nicht mehr in der Hand.

rule-title-C32 = Zustände eines Charakters
rule-text-C32 =
    Dauernde Zustände stehen auf dem Tisch, jeder mit dem, was ihn beendet.
    Dazu gehören am Boden, umklammert, festgehalten, gefesselt, gepfählt, benommen, geblendet, zielt und
    in Deckung.

## W

rule-title-W1 = Würfeln im Chat
rule-text-W1 =
    Im Chat würfelt „?throw 7 6 # Kommentar“ 7 Würfel gegen Schwierigkeit 6 nach den Regeln der Chronik.
    Die Antwort nennt Summe und Augen. Können Einsen überwiegen, ist eine Summe unter 0 ein Patzer.

rule-title-W2 = Optionen beim Würfeln im Chat
rule-text-W2 =
    Optionen: eine Spezialisierung, „--pool 7“ in Storytelling, „--hidden“ für den Erzähler.
    Eine Zeile, die nicht lesbar ist, würfelt nichts; die Antwort sagt, was erwartet war.
