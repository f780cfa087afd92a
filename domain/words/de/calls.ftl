# Aufgerufene Würfe und Fragen an die Erzähler.

line-without-willpower = Gewürfelt ohne Willenskraft. { $why }
line-roll-it = Nein: Würfle.
line-no-retry = Nein: nicht noch einmal.
line-not-agreed = Nein: Würfle ohne das.
