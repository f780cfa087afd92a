# Charaktere: Gesundheit, Punkte, Zustände, Kommen und Gehen.
line-leaves = { $who } verlässt die Szene.
line-comes-back = { $who } kommt in die Szene zurück.
no-such-character = Hier gibt es keinen solchen Charakter.
not-yours = { $who } spielst nicht du. Wähle einen deiner Charaktere.
tells-of-hidden = { $what } nennt { $name }, und niemand sieht { $name }. Erst aufdecken, oder { $instead }.

line-spends = { $who } gibt { $points } { $store } aus.
line-spends-on = { $who } gibt { $points } { $store } aus, für: { $on }.
too-few-points = { $who } hat { $left } { $store }, nicht { $points }.
points-a-turn = { $who } darf { $most } { $store } pro Runde ausgeben: jetzt noch { $more }.

line-recovered = { $who }: { $what }.
recovered-store = { $store } ist wieder voll
choice-heal-none = keine Wunden heilen
choice-heal-bashing = stumpfe Wunden heilen
choice-heal-all = alle Wunden heilen
choice-recover-everybody = alle
choice-recover-players = die Spielercharaktere
ask-recover-stores = Punkte, die zurückkommen
ask-recover-heal = Wunden
ask-recover-whose = Wer
option-recover = Erholung für alle
nothing-to-recover-chosen = Wähle, welche Punkte zurückkommen oder welche Wunden heilen.
nobody-lacks = Niemandem fehlt etwas davon. Wähle etwas anderes.

line-wounds = { $by } verwundet { $who }. { $text }
line-wounds-silently = { $by } verwundet { $who }.
line-is-hurt = { $who } wird verletzt. { $text }
line-is-hurt-silently = { $who } wird verletzt.
wounds-itself = Wähle jemand anderen als Ursache, oder niemanden.
choice-no-cause = niemand
ask-wound-who = Wer
ask-wound-levels = Schadensstufen
ask-wound-damage = Schaden
ask-wound-by = Durch wen (verdeckte Namen und den Text siehst nur du)
ask-wound-text = In Worten
option-wound = Jemanden verwunden
override-health = Wunden jetzt { $bashing } stumpf, { $lethal } tödlich, { $aggravated } schwer heilbar.
option-set-health = Gesundheit setzen: { $who }

line-sheet-changed = Charakterbogen von { $who }: { $what }.
line-sheet-changed-somehow = Der Charakterbogen von { $who } wurde geändert.
sheet-number = { $name } { $before } → { $after }
sheet-store = { $points } von { $rating }
sheet-none = nichts
sheet-with = mit { $name }
sheet-without = ohne { $name }
sheet-otherwise = { $name } geändert
sheet-more = { $changes } und { $more } weitere

no-willpower-of-nobody = Wähle einen Charakter: Nur ein Charakter kann Willenskraft ausgeben.
willpower-once-a-turn = { $who } hat in dieser Runde schon Willenskraft für einen Wurf ausgegeben. Warte auf die nächste.

line-wounded = { $levels ->
    [one] { $who } bekommt { $levels } Wunde ({ $damage }): { $status }.
   *[other] { $who } bekommt { $levels } Wunden ({ $damage }): { $status }.
 }
out-of-will = { $who } ist außer Gefecht: Auch Reflexe und Willensakte gehen nicht.
out-of-action = { $who } kann nicht handeln ({ $status }). Der Erzähler kann einen Wurf verlangen.
too-hurt = Es gibt { $most } Gesundheitsstufen, weniger als { $levels }. Setze weniger Schaden.

ask-condition-to-end = Einen Zustand beenden
condition-is-over = Dieser Zustand ist schon vorbei.
