# Szenen, Verlassen und Hausregeln.

scene-ended-first = Die Szene war vorher zu Ende.
no-longer-there = { $who } ist nicht mehr da.
no-longer-visible = { $who } ist nicht mehr zu sehen.
house-pools-traits = Würfelpools: { $manoeuvre }: { $why }
