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
