# Die sichtbaren Zustände eines Charakters. Ein Zustand steht so, wie er auf den Namen folgt: „Anna: am Boden.“

condition-aiming = zielt
condition-blinded = geblendet
condition-bound = gefesselt
condition-clinched = umklammert
condition-cornered = in die Enge getrieben
condition-cover = in Deckung
condition-dazed = benommen
condition-defending = verteidigt sich
condition-held = festgehalten
condition-holding = hält fest
condition-inside = innerhalb der Reichweite
condition-kissed = vom Kuss gebannt
condition-kissing = trinkt
condition-load = schwer beladen
condition-near-cover = Deckung in der Nähe
condition-out-of-shots = Magazin leer
condition-paralysed = gelähmt
condition-prone = am Boden
condition-staked = gepfählt
condition-unbalanced = aus dem Gleichgewicht
condition-unplayed = frei zum Spielen
condition-unresisting = wehrt sich nicht
condition-upper-hand = im Vorteil

condition-aiming-dice = zielt, +{ $dice }
condition-clinching = hält jemanden umklammert
condition-cover-level = in { $level ->
    [1] leichter
    [2] guter
   *[3] hervorragender
 } Deckung
state-defending-again = verteidigt sich, nächstes Mal −{ $dice }
state-inside-of = innerhalb der Reichweite von { $whose }
state-upper-hand-over = im Vorteil gegen { $whom }

# Wie ein Zustand endet, so wie es auf „Endet“ folgt.
ends-aiming = mit dem Angriff; verloren durch Bewegung oder eine Wunde
ends-blinded = sobald die Sicht zurückkehrt
ends-bound = sobald die Fesseln gelöst sind
ends-clinched = sobald sich jemand befreit
ends-cornered = sobald wieder Platz ist, oder durch Bewegung
ends-cover = beim Verlassen der Deckung
ends-dazed = nach der verlorenen Runde
ends-defending = mit der Runde
ends-held = mit einem gewonnenen Wurf im eigenen Zug
ends-holding = wenn die andere Seite ihren Wurf gewinnt, oder durch Bewegung
ends-inside = eine Runde nach dem letzten Angriff von dort, oder wenn sich jemand bewegt
ends-kissed = sobald das Trinken aufhört oder abgewehrt wird
ends-kissing = mit jeder anderen Handlung
ends-load = mit leichterer Last
ends-near-cover = durch Bewegung
ends-out-of-shots = sobald die Waffe nachgeladen ist
ends-paralysed = wenn die Ursache vorbei ist
ends-prone = mit dem Aufstehen
ends-staked = sobald der Pflock gezogen ist
ends-unbalanced = mit der nächsten Runde
ends-unplayed = sobald jemand den Charakter übernimmt
ends-unresisting = mit einem Erfolg auf Ideale, oder mit dem Kuss
ends-upper-hand = mit der Runde nach dem Umrennen
ends-by-turn = { $ends }; spätestens mit Runde { $turn }

line-condition-began = { $who }: { $what }.
line-condition-ended = { $who }: „{ $what }“ ist vorbei.

# Was ein Zustand anstelle einer Handlung verlangt.
option-wait-in-clinch = Nichts tun (umklammert)
line-locked-in-clinch = { $who } steckt bis zur nächsten Runde in der Umklammerung.
option-lose-turn = Runde verlieren
line-dazed = { $who } ist benommen und verliert die Runde.
option-struggle = Loszukommen versuchen
line-not-free = { $who } kommt nicht los.
option-let-it-happen = Geschehen lassen
line-not-resisting = { $who } wehrt sich nicht.

# Was ein Zustand verbietet.
one-in-a-clinch = Sag in einer Umklammerung nur eine Handlung an.
clinched = In der Umklammerung geht nur: verletzen oder sich befreien. Wer umklammert, darf auch beißen oder küssen.
clinched-this-turn = Die Umklammerung hat erst begonnen. Handle ab der nächsten Runde.
dazed = Benommen: Du verlierst diese Runde. Warte auf die nächste.
held = Festgehalten: Bis zum nächsten eigenen Zug geht nichts, auch keine Verteidigung.
unresisting = Wer sich gegen den Kuss nicht wehrt, handelt erst nach einem Erfolg auf Ideale wieder.
body-does-not-obey = Der Körper gehorcht nicht ({ $state }): Nur Geist und Sinne können handeln.
blinded = Geblendet geht das nicht: { $manoeuvre }. Wähle eine andere Handlung.
rooted = Keine Bewegung ({ $state }). Das endet { $ends }.

# Der Erzähler setzt und beendet Zustände von Hand.
no-such-condition = Es gibt keinen Zustand „{ $name }“.
not-laid-by-hand = „{ $state }“ entsteht durch eine Handlung im Spiel, nicht von Hand.
not-ended-by-hand = „{ $state }“ lässt sich nicht von Hand beenden. Es endet { $ends }.
state-number = Gib „{ $state }“ { $most ->
    [0] keine Zahl
   *[other] eine Zahl von { $least } bis { $most }
 }.
turns-between-scenes = Zwischen Szenen vergehen keine Runden. Lass die Runden weg.
ends-with-scene = „{ $state }“ endet mit der Szene. Setze den Zustand in der Szene.
override-state = { $state }, laut Anordnung.
override-no-state = nicht mehr „{ $state }“, laut Anordnung.
ask-condition = Zustand
ask-condition-number = Zahl, falls es eine gibt
ask-condition-turns = Für so viele weitere Runden (0: bis es von selbst endet)
choice-condition-of = { $who }: { $state }
option-lay-condition = { $whom }: Zustand setzen
option-end-condition = Zustand von { $who } beenden
