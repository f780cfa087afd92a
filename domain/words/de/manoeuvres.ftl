# Was ein Charakter im Kampf mit einer Handlung tun kann.

manoeuvre-aim = Zielen
manoeuvre-attack = Nahkampfangriff
manoeuvre-bite = Beißen
manoeuvre-block = Blocken
manoeuvre-break-free = Sich befreien
manoeuvre-claw = Mit Klauen angreifen
manoeuvre-clinch = Umklammern
manoeuvre-disarm = Entwaffnen
manoeuvre-dodge = Ausweichen
manoeuvre-fan = Hahn fächern
manoeuvre-free = Etwas anderes
manoeuvre-full-defence = Volle Verteidigung
manoeuvre-hold = Festhalten
manoeuvre-hurt = In der Umklammerung verletzen
manoeuvre-kiss = Küssen
manoeuvre-parry = Parieren
manoeuvre-ready = Waffe bereit machen
manoeuvre-shoot = Fernkampfangriff
manoeuvre-sprint = Rennen
manoeuvre-stake = Pfählen
manoeuvre-stand-up = Aufstehen
manoeuvre-sweep = Beinfeger
manoeuvre-tackle = Umrennen
manoeuvre-touch = Berühren

# Was ein Manöver braucht.
weapon-none = { $manoeuvre }: Keine passende Waffe dabei. Wähle eine andere Handlung.
weapon-missing = Wähle die Waffe.
weapon-pool = { $manoeuvre } ({ $weapon }) würfelt { $pool }. Wähle diesen Pool.
distance-without-shot = Lass die Entfernung weg: Nur ein Schuss oder Wurf hat eine.
distance-missing = Gib die Entfernung zum Ziel in Metern an.
distance-too-far = Zu weit ({ $weapon }): höchstens { $most } m. Wähle ein näheres Ziel.
no-fangs = { $manoeuvre } braucht Fangzähne. Wähle eine andere Handlung.
not-caught = { $manoeuvre } braucht ein Ziel, das du umklammerst, festhältst oder letzte Runde umgerannt hast.
clinched-other = { $manoeuvre }: In der Umklammerung darf das nur, wer umklammert, und nur gegen das Opfer.
no-clinch = Dafür braucht es eine Umklammerung. Wähle eine andere Handlung.
clinch-over = Die Umklammerung, für die das angesagt war, ist vorbei.
aim-moved = Zielen dauert eine Runde ohne Bewegung.
aim-without-weapon = Nimm die Waffe in die Hand, mit der du zielen willst.
aimed = Mehr Zielen bringt nichts: { $trait } ist die Grenze. Greif jetzt an ({ $weapon }).
no-claws = Dafür braucht es Klauen. Wähle einen anderen Angriff.
parry-without-weapon = Zum Parieren fehlt eine Nahkampfwaffe. Weiche aus oder blocke.
parry-empty-handed = Zum Parieren muss eine Nahkampfwaffe in der Hand sein. Mach eine bereit, weiche aus oder blocke.
unarmed = { $target } hat nichts in der Hand. Wähle eine andere Handlung.
nothing-said-action = Schreib, was der Charakter tut.
holding = { $target } wird schon festgehalten. Frei wird nur, wer im eigenen Zug den Wurf gewinnt.
no-ideals = Für einen Kuss fehlt hier eine Eigenschaft: { $trait }. Wähle eine andere Handlung.
kissing = { $target } wird schon geküsst. Das Trinken geht von selbst weiter.
all-ready = Es gibt keine Waffe zu ziehen oder nachzuladen. Wähle eine andere Handlung.
no-clip = { $weapon } hat kein Wechselmagazin. Lade als einzige Handlung der Runde nach.
standing = Der Charakter steht schon. Wähle eine andere Handlung.

# Ihre Formulare.
ask-weapon = Waffe
ask-distance = Meter zum Ziel, beim Schießen oder Werfen
weapon-range = { $metres } m
weapon-not-in-hand = nicht in der Hand
ask-clinch = Welche Umklammerung
choice-clinch-with = mit { $whom }
choice-clinch-unseen = mit etwas Ungesehenem
choice-larger-pool = Was mehr Würfel hat
ask-clinch-hurt = In der ersten Runde
choice-clinch-hurt = Sofort verletzen
choice-clinch-gentle = Nicht verletzen
ask-first-trait = Erste Eigenschaft
ask-second-trait = Zweite Eigenschaft
ask-weapon-to-ready = Waffe
hint-reload = nachladen
ask-sprint-extra = Zusätzliche Handlungen dafür
hint-sprint = { $times } × die Strecke
option-keep-clinch = Umklammerung halten mit …
option-keep-clinch-for = { $who } hält die Umklammerung …

# Ihre Geschichte.
line-does = { $who }: { $text }
line-does-with = { $who } ({ $whom }): { $text }
