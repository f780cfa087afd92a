# Profile, Notizen und Erfahrung.
option-edit-profile = Profil bearbeiten
sheet-biography = Biografie geändert
profile-as-before = Im Profil ist nichts geändert. Ändere erst etwas.
long-merits = Alle Vorzüge brauchen zusammen { $bytes } Bytes; { $most } passen. Kürze sie.
long-notes = Alle deine Notizen haben zusammen { $length } Zeichen; { $most } passen. Kürze eine.

line-experience-granted = { $who } bekommt { $points } EP: { $what }.
line-experience-granted-silently = { $who } bekommt { $points } EP.
line-experience-spent = { $who } gibt { $points } EP aus: { $what }.
line-experience-spent-silently = { $who } gibt { $points } EP aus.
line-experience-struck = Erfahrung von { $who }, gestrichen: { $entry }.
experience-entry = { $points } ({ $what })
option-grant-experience = Erfahrung vergeben
ask-experience-whose = Wer sie bekommt
ask-experience-points = Punkte für jeden
ask-experience-reason = Wofür (optional)
option-spend-experience = Erfahrung ausgeben
ask-trait-to-raise = Eigenschaft, die steigt
option-strike-experience = Eintrag streichen
ask-strike-entry = Welcher Eintrag
too-little-experience = { $who } hat nur { $left } EP, nicht { $points }.
experience-for-what = Wähle eine Eigenschaft zum Steigern, oder schreib, was du kaufst.
no-trait-to-raise = { $trait } kann nicht weiter steigen. Wähle etwas anderes, oder schreib, was du kaufst.
no-such-entry = Dieser Eintrag ist schon gestrichen. Wähle einen anderen.
not-yours-to-strike = Du kannst nur streichen, was du selbst ausgegeben hast. Frag den Erzähler.
