# Würfe: Pools, Chancen, Ergebnisse und getippte Würfe.

some-dice = { $n } Würfel
a-chance-die = ein Glückswürfel
no-chance = keine Chance
no-dice-at-all = keine Würfel

# Teile eines Pools.
part-specialty = Spezialisierung
part-no-trait = ohne { $trait }
part-dice = Würfel
part-bonus = Bonus
part-penalty = Abzug
part-wounds = Wunden
part-split = Aufteilung
part-tried-before = schon versucht
part-mortal-limit = Grenze für Sterbliche: { $most }
part-unexplained = ohne Begründung
part-storyteller = Erzähler
part-consequence = Folge

# Warum ein Wurf so ausging. Ergebnis und Grad stehen daneben.
why-successes = { $successes ->
    [0] Keine Erfolge.
    [one] 1 Erfolg.
   *[other] { $successes } Erfolge.
}
why-only-ones = Keine Erfolge, { $ones ->
    [one] 1 Eins.
   *[other] { $ones } Einsen.
}
why-minus-ones = { $successes ->
    [one] 1 Erfolg
   *[other] { $successes } Erfolge
} − { $ones } = { $net }.
why-below-zero = { $successes ->
    [one] 1 Erfolg
   *[other] { $successes } Erfolge
} − { $ones } = −{ $below }.
why-plus-tens = { $successes ->
    [one] 1 Erfolg
   *[other] { $successes } Erfolge
} + { $tens } (Zehnen zählen doppelt) = { $net }.
why-minus-ones-plus-tens = { $successes } Erfolge − { $ones } + { $tens } (Zehnen zählen doppelt) = { $net }.
why-rolled-again = { $successes ->
    [one] 1 Erfolg
   *[other] { $successes } Erfolge
}, davon { $again } erneut gewürfelt.
why-with-willpower = { $dice } Willenskraft + 1: { $net }.
why-more = { $dice } { $more }
why-die-succeeded = Kein Patzer: Ein Würfel war ein Erfolg.
why-no-dice = Es sind keine Würfel übrig.
why-dramatic = Der Glückswürfel zeigt eine 1.
why-chance-failed = Ein Glückswürfel braucht eine 10.
why-first-botch = Der erste Patzer einer Sitzung ist nur ein Fehlschlag.
why-unchosen = Bei Schaden und Absorption gibt es keinen Patzer.
why-two-actions = Bereitmachen neben nur einer anderen Handlung kann kein Patzer werden.
why-untold = Nur der Erzähler kennt die Schwierigkeit.
why-taken = Kein Wurf: { $dice } Würfel erreichen Schwierigkeit { $difficulty }.
why-granted = Der Erzähler lässt es ohne Wurf gelingen.

# Ein Wurf, Würfel für Würfel.
die-line = { $die }: { $what }
die-again = { $before }, dann { $face }
die-success = Erfolg
die-no-success = kein Erfolg
die-struck = Erfolg, von einer 1 genommen
die-counts-twice = zwei Erfolge durch die Spezialisierung
die-below = unter Schwierigkeit { $difficulty }
die-takes = nimmt der { $face } den Erfolg
die-takes-nothing = kein Erfolg mehr da
die-dramatic = dramatischer Fehlschlag
die-chance-failed = kein Erfolg: Ein Glückswürfel braucht eine 10
die-rolled-again = { $successes ->
    [0] kein Erfolg
    [one] 1 Erfolg
   *[other] { $successes } Erfolge
}, { $times ->
    [one] einmal
   *[other] { $times }-mal
} erneut gewürfelt
die-counts = zählt { $n }
die-counts-nothing = zählt nichts

# Würfe, die die Regeln nicht zulassen.
no-dice = In diesem Pool sind keine Würfel übrig. Würfle etwas anderes oder ändere die Modifikatoren.
too-many-dice = Ein Pool hat höchstens { $most } Würfel, nicht { $dice }.
difficulty = Wähle eine Schwierigkeit von 2 bis 10, nicht { $difficulty }.
no-difficulty = In diesen Regeln gibt es keine Schwierigkeit. Gib oder nimm stattdessen Würfel.
no-difficulty-typed = In diesen Regeln gibt es keine Schwierigkeit. Tippe { $word } { $pool }.
no-willpower-success = In diesen Regeln gibt Willenskraft keinen Erfolg.
no-specialty = In diesen Regeln ändert eine Spezialisierung keinen Wurf.
no-odds = Diese Regeln nennen keine Chancen.
faces-too-few = Dieser Wurf hat mehr Würfel. Gib für jeden Würfel und jedes erneute Würfeln eine Zahl an.
faces-impossible = Diese Zahlen kann der Wurf nicht zeigen. Prüfe sie.
face = Ein Würfel zeigt 1 bis 10 oder 0 für eine Zehn, nicht { $face }.
again = Wähle 8, 9 oder 10 als kleinste Zahl, die erneut gewürfelt wird, oder 11 für keine.
penalty = Nenne nur, was hilft. Alle Abzüge kommen zusammen vom Erzähler.
one-modifier = Gib für alle Umstände einen einzigen Modifikator von −5 bis +5.
one-penalty = Fass alle Abzüge zu einem zusammen.
modifier = Gib einen Modifikator von −5 bis +5, nicht { $dice }.

# Eigenschaften, die keinen Pool ergeben.
never-rolled = { $trait } ist nur eine Zahl und wird nie gewürfelt. Wähle eine andere Eigenschaft.
two-abilities = { $traits }: Wähle nur eine Fähigkeit.
too-many-traits = Wähle höchstens zwei Eigenschaften.
ability-alone = { $trait } braucht ein Attribut dazu.
rolled-alone = { $trait } geht von 1 bis 10 und wird allein gewürfelt.
no-attribute = { $traits }: Eine der beiden Eigenschaften muss ein Attribut sein.
same-trait = { $trait } zählt in einem Pool nur einmal. Wähle eine andere Eigenschaft.
two-attributes = Zwei Attribute zusammen gehen nur, wenn der Erzähler den Wurf verlangt.
untrained = Ohne Punkt in { $trait } geht das nur, wenn der Erzähler den Wurf verlangt. Bitte darum.

# Mehrere Handlungen.
one-action = Du hast eine Handlung pro Runde, nicht { $actions }.
no-shares = In diesen Regeln werden Würfel nicht auf Handlungen verteilt. Lass die Anteile leer.
empty-share = { $dice }. Gib jeder Handlung mindestens 1 Würfel.
over-shared = { $dice } = { $asked }, das sind { $more } zu viel. Verteile weniger Würfel.
dice-of-shared-actions = { $actions ->
    [one] 1 Handlung
   *[other] { $actions } Handlungen
} aus { $pool ->
    [one] 1 Würfel
   *[other] { $pool } Würfeln
}: { $dice }
dice-of-actions = { $actions ->
    [one] 1 Handlung
   *[other] { $actions } Handlungen
}: { $dice }
dice-of-one = { $pool } − { $cut } = { $left }
dice-of-next = { $first }, dann { $next }
dice-foreseen = als eine von { $actions }: { $dice }
dice-foreseen-both = { $two }; { $three }

# Getippte Würfe.
throw = Tippe { $word } 6 für 6 Würfel. Möglich: { $hides ->
    [1] --hidden oder # Kommentar
   *[other] # Kommentar
}.
throw-difficulty = Tippe { $word } 6 7 für 6 Würfel gegen Schwierigkeit 7. Möglich: { $hides ->
    [1] --hidden oder # Kommentar
   *[other] # Kommentar
}.
throw-specialty = Tippe { $word } 6 für 6 Würfel. Möglich: { $hides ->
    [1] --specialty, --hidden oder # Kommentar
   *[other] --specialty oder # Kommentar
}.
throw-difficulty-specialty = Tippe { $word } 6 7 für 6 Würfel gegen Schwierigkeit 7. Möglich: { $hides ->
    [1] --specialty, --hidden oder # Kommentar
   *[other] --specialty oder # Kommentar
}.
comment-too-long = Kürze den Kommentar auf { $most } Zeichen.
no-specialty-on-sheet = Auf diesem Bogen steht keine Spezialisierung. Schlag dem Erzähler eine vor.
