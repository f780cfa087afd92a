# Handlungen: Ansagen, Würfel, gezielte Angriffe, Waffen, Ringkämpfe.

# Ansagen in der Geschichte.
line-declares = { $who } sagt an: { $actions }.
line-changes-to = { $who } entscheidet sich um: { $actions }.
line-aborts-to = { $who } bricht ab und verteidigt sich: { $actions }.
act-on = { $act } (Ziel: { $whom })
act-in-clinch-with = { $act } (Umklammerung mit { $whom })
act-noted = { $act } ({ $notes })
act-extra = zusätzlich
acts-then = { $first }, dann { $next }

# Was an einer Handlung nicht stimmt.
no-such-manoeuvre = Die Handlung „{ $name }“ gibt es nicht. Wähle eine aus der Liste.
whole-turn = { $manoeuvre } dauert die ganze Runde. Sag es allein an.
whole-turn-without-pool = { $manoeuvre } ohne Wurf dauert die ganze Runde. Neben einer anderen Handlung würfle { $pools }.
no-such-pool = { $manoeuvre } würfelt { $pools }. Wähle diesen Pool.
no-share-without-pool = { $manoeuvre } braucht keine Würfel. Lass den Anteil auf 0.
targets-missing = Wähle ein Ziel.
targets-none = { $manoeuvre } hat kein Ziel. Lass das Ziel weg.
targets-too-many = Wähle höchstens { $most ->
    [one] ein Ziel
   *[other] { $most } Ziele
 }.
targets-twice = Wähle jedes Ziel einmal, und nie den handelnden Charakter selbst.
hidden-target = { $who } ist verdeckt. Deck den Charakter erst auf, oder wähle ein anderes Ziel.
moves-once = Bewege dich nur einmal pro Runde. Weiter kommst du mit zusätzlichen Handlungen für { $manoeuvre }.
no-extra-action = Für zusätzliche Handlungen fehlt { $trait }. Sag keine an.
too-many-extra-actions = { $asked } zusätzliche Handlungen sind zu viele: { $most } pro Runde.
extra-undivided = Eine zusätzliche Handlung würfelt ihren ganzen Pool. Lass den Anteil auf 0.
part-undivided = { $manoeuvre } würfelt den ganzen Pool. Lass den Anteil auf 0.
part-of-power = Sag { $manoeuvre } nur einmal je eingesetzter Kraft an.
no-dice-of-share = { $dice }. { $action } kostet { $cost ->
    [one] 1 Würfel
   *[other] { $cost } Würfel
 }: Nimm mehr Würfel dafür.
no-dice-of-several = { $dice }. Ohne Würfel geht eine Handlung nicht: Sag weniger Handlungen an.
no-dice-to-take-over = { $action } hat keine Würfel abzugeben. Wähle etwas ohne Wurf.
no-dice-beside = { $action } hat { $dice }, und die anderen Handlungen nehmen { $taken }. Wähle eine andere Handlung.
shares-on-one-target = { $shares } Anteile von Fernkampfangriffen auf { $target } sind zu viele: höchstens { $most }.
split = { $dice }.

# Das Formular einer Handlung.
ask-manoeuvre = Handlung
ask-targets = Ziel
ask-who-else = Wer noch
ask-pool = Pool
ask-share = Würfel für diese Handlung (0: gleichmäßig teilen)
ask-share-modified = Würfel für diese Handlung, vor { $modifier } (0: gleichmäßig teilen)
ask-extra = Zusätzliche Handlung mit dem ganzen Pool ({ $most } pro Runde)
ask-action-text = In Worten
choice-no-roll = Kein Wurf
hint-whole-turn = dauert die ganze Runde
hint-dice-before = { $dice } vor { $what }
before-the-target = den Modifikatoren des Ziels

# Teile von Pools.
part-called-shot = gezielter Angriff
part-further-successes = weitere Erfolge
part-defended-before = frühere Verteidigungen
part-missile-thrown = Wurfwaffe
part-missile-medieval = Pfeil oder Bolzen
part-missile-bullet = Kugel
part-several-opponents = mehrere Gegner
part-closing-in = Herankommen
part-far-away = weite Entfernung
part-fangs = Fangzähne
part-claws = Klauen
part-margin = Vorsprung

# Gezielte Angriffe.
a-place = eine Stelle
aim = gezielt: { $aims }
aim-damage = +{ $dice } Schaden
aim-armour = { $points } Rüstung umgangen
spot = { $dice }: { $effect }
spot-with-effect = { $dice }: { $effect } ({ $damage })
spot-passes-cover = umgeht Deckung
spot-in-place-of-damage = kein Schaden
spot-besides-damage = zusätzlich zum Schaden
line-spot = Gezielter Angriff auf { $place }: { $words }.
line-spot-of = Gezielter Angriff auf { $place } von { $whose }: { $words }.
line-spot-asked = { $who } will { $target } gezielt angreifen: { $text }
line-no-such-spot = Einen solchen gezielten Angriff gibt es nicht.
line-spot-hit = { $who } wird dort getroffen ({ $place }): { $text }
ask-called-damage = Gezielt: mehr Schaden (kostet je 1 Würfel)
ask-called-armour = Gezielt: Rüstung umgehen (kostet je Punkt 1 Würfel)
ask-called-spot = Gezielt auf
choice-no-spot = nichts weiter
choice-spot-of = { $whose }: { $place }
spot-of-other = „{ $place }“ gehört zu jemand anderem. Nimm diesen Charakter als Ziel.
spot-without-damage = Ein Treffer auf „{ $place }“ macht keinen Schaden. Wähle weder Schaden noch Rüstung dazu.
called-shots = Wähle nur eines: mehr Schaden, Rüstung umgehen oder Deckung umgehen.
armour-none = { $target } trägt keine Rüstung. Ziele auf etwas anderes.
armour-less = Umgehe höchstens { $points } Rüstung: Mehr ist nicht da ({ $armour }).
too-many-spots = Es gibt schon { $most } Stellen zum Zielen. Entferne zuerst eine.
no-question-spot = Leg die Stelle selbst fest: Du bist der Erzähler.
no-turns-spot = Um einen gezielten Angriff bittest du, während Runden laufen.
no-such-question-spot = Diese Frage ist schon beantwortet.
nothing-said-spot = Schreib, wohin der Angriff geht oder was er bewirken soll.
no-effect = Wähle, was ein Treffer bewirkt: Deckung umgehen, einen Zustand oder etwas in Worten.
no-such-spot = Diese Stelle gibt es nicht mehr.
aimed-at = Ein Angriff zielt dorthin. Warte, bis er vorbei ist.
option-ask-for-spot = Um gezielten Angriff bitten
option-set-spot = Gezielten Angriff festlegen
option-set-spot-asked = Gezielten Angriff erlauben
choice-called-shot-at = Gezielter Angriff auf { $target }
option-refuse-spot = Gezielten Angriff ablehnen
option-drop-spot = Gezielten Angriff entfernen
ask-spot-target = Auf wen
ask-spot-wish = Wohin, oder wozu
ask-spot-question = Die Frage
ask-spot-refusal = In Worten
ask-spot-place = Die Stelle
ask-spot-penalty = Würfel, die das Zielen kostet
ask-spot-cover = Umgeht Deckung
ask-spot-condition = Bewirkt einen Zustand
ask-spot-effect = Oder etwas anderes, in Worten
ask-spot-besides = Zusätzlich zum Schaden (sonst stattdessen)
choice-anybody = egal wen
choice-no-state = kein Zustand

# Angriffe.
line-attack-hits = { $how }: { $who } trifft { $target }.
line-attack-misses = { $how }: { $who } verfehlt { $target }.
line-no-wound = Keine Wunde für { $who }.
harm = { $dice } { $kind }
harm-by-trait = { $trait }, { $kind }
reason-keep-feet = Auf den Beinen bleiben

# Waffen.
line-weapon-ready = { $who } hält bereit: { $weapon }.
line-not-ready = { $who } schafft es nicht rechtzeitig: { $weapon } ist nicht bereit.
line-weapon-lost = { $who } verliert: { $weapon }.
line-weapon-stays = { $weapon } von { $who } bleibt in { $into } stecken.
not-in-hand = { $weapon } ist nicht in der Hand. Mach die Waffe zuerst bereit.
out-of-shots = { $weapon }: Magazin leer. Lade zuerst nach.
not-carried = { $who } hat das nicht dabei: { $weapon }. Wähle etwas anderes.
override-in-hand = { $weapon } in der Hand, laut Anordnung.
override-empty-hand = nichts in der Hand, laut Anordnung.
option-put-in-hand = In die Hand: { $who }
ask-in-hand = Was in die Hand kommt
choice-empty-hand = Nichts

# Ringkämpfe und Küsse.
grapple-clinch = Umklammerung
grapple-hold = Festhalten
grapple-kiss = Kuss
line-grapple-clinch = { $by } umklammert { $on }.
line-grapple-hold = { $by } hält { $on } fest.
line-grapple-kiss = { $by } küsst { $on }.
line-unseen-grapple-clinch = Etwas Ungesehenes umklammert { $on }.
line-unseen-grapple-hold = Etwas Ungesehenes hält { $on } fest.
line-unseen-grapple-kiss = Etwas Ungesehenes küsst { $on }.
grapple-kind = Wähle Umklammerung oder Festhalten.
grapple-of-one = Wähle zwei verschiedene Charaktere.
grappled = Zwischen den beiden gibt es das schon ({ $grapple }). Wähle etwas anderes.
helpless-grappler = { $who } kann sich nicht bewegen und niemanden festhalten. Wähle jemand anderen.
no-such-grapple = Dieser Ringkampf ist schon vorbei.
override-grapple = { $grapple } begonnen, laut Anordnung.
override-no-grapple = { $grapple } beendet, laut Anordnung.
option-begin-grapple = Ringkampf beginnen
option-end-grapple = { $whose }: { $grapple } beenden
ask-grapple = Ringkampf
ask-grapple-by = Wer
ask-grapple-on = Wen
ask-grapple-kind = Wie
reason-break-hold = Sich aus dem Griff befreien
reason-hold = Festhalten
reason-keep-clinch = Umklammerung halten
reason-keep-kiss = Kuss halten
reason-resist-kiss = Dem Kuss widerstehen
line-no-dice-to-break-free = { $who } hat keine Würfel mehr, um sich zu befreien.
line-blood-lost = { $who } verliert Blut.
line-blood-drained = { $points ->
    [0] { $who } hat kein Blut mehr.
    [one] { $who } verliert { $points } Blutpunkt.
   *[other] { $who } verliert { $points } Blutpunkte.
 }
no-kiss = Gerade gibt es keinen Kuss, dem man widerstehen könnte.
tried-to-resist = In dieser Runde schon versucht. Versuch es in der nächsten.
option-resist-kiss = Dem Kuss widerstehen
option-resists-kiss = { $who }: dem Kuss widerstehen
hint-costs-point = kostet 1 { $store }
