# Überschriften von Möglichkeiten.

group-act = Deine Handlung
group-declare = Ansagen
group-change = Umentscheiden
group-turns = Runden
group-dice = Würfel
group-tasks = Aufgaben
group-story = Anordnungen
group-secrets = Hinter dem Schirm
group-cast = Besetzung
group-time = Zeit
group-scene = Die Szene
group-house = Hausregeln
group-past = Frühere Momente
group-points = Punkte
group-sheet = Charakterbogen
group-taking = Freie Charaktere
group-handouts = Handouts
