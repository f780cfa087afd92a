# Runden, Angriffe und geänderte Entschlüsse.

# Eine Handlung für eine Verteidigung abbrechen.
option-abort = { $action } abbrechen
ask-abort-action = Handlung
ask-abort-defence = Verteidigung
hint-defence-pool = { $dice }: { $pool }
line-abort-failed = { $who } will sich stattdessen verteidigen – zu spät.
roll-to-abort = Handlung abbrechen
nothing-to-abort = Es ist nichts angesagt. Sag erst eine Handlung an.
too-late-to-abort = Abbrechen geht nur, bevor der Charakter gehandelt hat.
abort-tried = Abbrechen lässt sich nur einmal pro Runde versuchen. Warte auf die nächste.
no-action-to-abort = Diese Handlung ist erledigt oder verfallen. Brich eine andere ab.
abort-to-a-defence = Abbrechen geht nur, um auszuweichen, zu blocken oder zu parieren.
every-defence-already = { $action } deckt schon jede Verteidigung ab. Bleib dabei.

# Würfe im Kampf.
roll-damage = Schaden: { $attack }
roll-soak = Absorption
roll-initiative = Initiative
action-rest = { $action } (der Rest)

# Ein verpatztes Entwaffnen.
line-disarm-botched = { $who } hat beim Entwaffnen gepatzt. Wähle, was es kostet.
option-settle-fumble = { $who }: gepatzt beim Entwaffnen
ask-fumble = Patzer
ask-fumble-cost = Was es kostet
choice-cost-weapon = die Waffe ({ $weapon }) ist weg
choice-cost-blow = { $who } schlägt zu
choice-cost-nothing = nichts
hint-cost-blow = Schaden ohne Angriffswurf
fumble-settled = Das ist schon entschieden.
cost-not-possible = Das geht nicht mehr: Die Waffe ist weg, oder der Gegner ist nicht mehr da.

# Umentscheiden.
option-change-action = Umentscheiden
option-change-to = Lieber: { $action }
line-change-failed = { $who } will sich umentscheiden – zu spät.
roll-to-change = Umentscheiden
claim-test = die Probe
claim-earlier-test = die frühere Probe
share-of-test = dem Anteil der Probe
ask-test-share = Würfel für die Probe (0: gleichmäßig teilen)
hint-change-cost = 1 { $store } und eine Probe
hint-change-replaces = ersetzt { $actions }
hint-change-replaces-not-extra = ersetzt { $actions }, aber keine Zusatzhandlung
nothing-to-change = Es ist nichts angesagt. Sag erst eine Handlung an.
change-too-late = Alles, was angesagt war, ist schon geschehen. Warte auf die nächste Runde.
change-to-ordinary = Wähle eine gewöhnliche Handlung, ohne Zusatzhandlungen.
declared-already = Das ist schon angesagt. Wähle etwas anderes.

# Ansagen.
option-declare-nothing = Nichts tun
claim-pool = { $action }: { $dice }, { $pool }.
two-texts = { $one } { $two }
change-also = { $dice } Das { $replaces }.
turn-is-declared = Für diese Runde ist schon angesagt. Umentscheiden geht, wenn der Charakter am Zug ist.
no-action-left = In dieser Runde ist keine Handlung mehr übrig. Warte auf die nächste Runde.
turn-is-over = Die Runde ist vorbei. Warte auf die nächste.
declares-first = Wer am langsamsten ist, sagt zuerst an. Warte auf { $who }.

# Einen Glückswurf aufgeben.
line-gives-up = { $who } gibt auf: { $action }.
option-let-give-up = Aufgeben erlauben: { $who }
hint-chance-roll = { $action } ist zum Glückswurf geworden
ask-giving-up-costs = Aufgeben kostet die Runde
option-give-up = { $action } aufgeben
hint-give-up-turn = ein Glückswurf; Aufgeben kostet deine Runde
hint-give-up-free = ein Glückswurf; du darfst etwas anderes ansagen
only-a-chance-roll = Aufgeben geht nur, wenn die Handlung zum Glückswurf geworden ist.
no-player-to-choose = { $who } hat keinen Spieler. Gib die Handlung selbst auf.
may-give-up-already = { $who } darf das schon aufgeben.
ask-to-give-up = Frag den Erzähler, ob du aufgeben darfst, oder würfle.

# Initiative.
line-roll-off = Gleichstand bei der Initiative: { $who } würfelt { $faces }.
then = { $first }, dann { $next }
override-initiative = Initiative auf { $n } gesetzt.
option-set-initiative = Initiative setzen: { $who }
ask-initiative = Erfolge
not-in-turns = Dieser Charakter hat noch keinen Platz in der Reihenfolge. Steig erst ein.

# Bewegung und Deckung.
line-moves = { $who } bewegt sich { $metres } m.
decimal = { $whole },{ $part }
option-move = Sich bewegen
ask-metres = Meter
ask-metres-of = Meter (0: alle { $most })
hint-metres-free = { $most } m sind frei
too-heavy = { $who } trägt zu viel, um sich zu bewegen. Leg etwas ab.
moved-already = { $who } hat sich in dieser Runde schon bewegt. Warte auf die nächste.
too-far = { $metres } m sind zu weit: Frei sind { $most } m pro Runde. Renn stattdessen.
sprint-declared = Rennen ist angesagt und ersetzt die freie Bewegung.
option-cover = Deckung
option-take-cover = In Deckung gehen
option-change-cover = Deckung wechseln
ask-cover = Deckung
choice-cover-none = keine
choice-cover-light = leicht
choice-cover-good = gut
choice-cover-superior = hervorragend
hint-cover-none = aus der Deckung kommen
hint-cover-light = Schüsse der Gegner −1
hint-cover-good = Schüsse der Gegner −2, eigene Schüsse −1
hint-cover-superior = Schüsse der Gegner −3, eigene Schüsse −2
same-cover = { $who } hat diese Deckung schon. Wähle eine andere.
no-cover-here = Hier ist keine Deckung. Frag den Erzähler.
cover-once-a-turn = Deckung lässt sich einmal pro Runde wechseln. Warte auf die nächste.

# Auf einen Angriff reagieren.
option-defend = { $defence }, { $dice }
option-take-blow = Treffer einstecken
option-let-take-blow = { $who } steckt ein
option-go-on = Weiter: { $step }
attack-step-attack = Angriff
attack-step-defence = Verteidigung
attack-step-damage = Schaden
attack-step-soak = Absorption
attack-step-wound = Wunde
attack-step-consequence = Folge
attack-step-over = vorbei
ask-attack = Angriff
ask-defend-with = Mit
ask-defend-as = Als
no-such-attack = Dieser Angriff ist vorbei.
too-early-to-defend = Zu früh zum Verteidigen. Warte auf den Angriffswurf.
too-late-to-defend = Es ist zu spät, sich gegen diesen Angriff zu verteidigen.
no-matching-defence = Keine angesagte Verteidigung hält diesen Angriff auf.

# Über einen Angriff entscheiden.
option-rule-attack = Angriff übernehmen: { $who }
option-rule-some-attack = Angriff übernehmen
ask-ruled-hits = Erfolge beim Angriff (−1: wie gewürfelt)
ask-ruled-dealt = Schadenserfolge (−1: wie gewürfelt)
ask-ruled-soaked = Absorbierte Stufen (−1: wie gewürfelt)
ask-attack-over = Der Angriff hat keine weiteren Folgen
override-attack = { $attack }: { $what }.
attack-ruled-hits = { $n ->
    [one] { $n } Erfolg beim Angriff
   *[other] { $n } Erfolge beim Angriff
 }
attack-ruled-dealt = { $n ->
    [one] { $n } Schadenserfolg
   *[other] { $n } Schadenserfolge
 }
attack-ruled-soaked = { $n ->
    [one] { $n } Stufe absorbiert
   *[other] { $n } Stufen absorbiert
 }
attack-ruled-hits-unsaid = Erfolge beim Angriff wie angeordnet
attack-ruled-dealt-unsaid = Schaden wie angeordnet
attack-ruled-soaked-unsaid = Absorption wie angeordnet
attack-ruled-over = keine weiteren Folgen
over-or-ruled = Beende den Angriff oder ordne Zahlen an, nicht beides.
nothing-ruled = Ordne Erfolge, Schaden oder Absorption an, oder beende den Angriff.
harm-is-done = Der Schaden ist angerichtet. Setze stattdessen die Wunden.
hit-is-settled = Der Treffer steht fest. Ordne Schaden oder Absorption an.

# Angriffe Schritt für Schritt.
line-step-by-step = Angriffe laufen ab jetzt Schritt für Schritt.
line-run-on = Angriffe laufen ab jetzt von selbst durch.
option-step-by-step = Angriffe Schritt für Schritt
option-run-on = Angriffe durchlaufen lassen
ask-step-by-step = Bei jedem Schritt anhalten

# Runden.
line-turn = Runde { $n }.
line-turns-stopped = Die Runden sind vorbei.
line-not-reached = Nicht zum Zug gekommen: { $who }.
line-yields = { $who } wartet ab und lässt den anderen den Vortritt.
override-leaves-turns = setzt aus, solange Runden laufen.
option-start-turns = Runden beginnen
option-start-turn = Nächste Runde beginnen
option-declare-same = Alle wie { $who }
nobody-follows = Niemand sonst aus dieser Gruppe kann jetzt dasselbe ansagen.
option-begin-acting = Handlungen beginnen
hint-begin-acting = wer noch nicht angesagt hat, kann das noch tun
option-close-turn = Runde jetzt beenden
option-stop-turns = Runden beenden
option-join-turns = Einsteigen: { $who }
option-leave-turns = { $who } aussetzen lassen
option-yield = Abwarten
hint-unacted = noch nicht gehandelt: { $who }
hint-attacks-under-way = laufende Angriffe von { $who }
turns-run = Es laufen schon Runden.
not-declaring = Gerade sagt niemand an.
turn-over-already = Diese Runde ist schon vorbei. Beginne die nächste.
in-turns-already = Dieser Charakter ist schon in der Reihenfolge.
no-turns = Es laufen keine Runden.
attack-first = Ein Angriff läuft noch. Bring ihn erst zu Ende.
not-your-slot = Warte: { $who } ist am Zug.
nobody-acts = Gerade ist niemand am Zug. Warte, bis gehandelt wird.
hidden-cannot-yield = Auf verdeckte Charaktere wartet niemand. Sie können jederzeit handeln.
nobody-left-to-yield-to = Alle anderen waren schon am Zug. Handle jetzt oder tu nichts.
too-late-to-yield = Zu spät zum Abwarten: Dieser Charakter handelt schon.

option-act-now = Jetzt handeln
option-will-be-lost = { $action }: verfällt
option-act = { $action }, { $dice }
hint-hits-without-roll = trifft ohne Wurf
target-gone = Das Ziel ist nicht mehr da.

line-action-lost = { $who }: { $action } verfällt. { $why }
actor-is-out = { $who } ist außer Gefecht und kann nicht handeln.
target-is-out = { $target } ist inzwischen außer Gefecht.
hint-free-change = ohne Kosten und ohne Probe: { $why }
turn-ended-first = Die Runde war vorher zu Ende.
expected-number = { $least } bis { $most }
expected-nothing = nichts
detail = { $label }: erwartet wird { $expected }, nicht „{ $answer }“.
hint-both = { $one }; { $other }

option-pass = Passen
line-passes = { $who } tut nichts.
option-stand-ready = Bereitstehen
line-stands-ready = { $who } steht bereit.
option-end-turn = Zug beenden
option-of = { $who }: { $what }
option-of-hidden = { $who } (verdeckt): { $what }
hint-movement-left = freie Bewegung ist noch übrig
slot-taken = { $who }: { $state }. Wähle zuerst „{ $instead }“.
