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
condition-holding = hält jemanden fest
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
