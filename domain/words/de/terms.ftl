### The names of the things of the rules. A term is written as it stands on a sheet. In long names a soft hyphen (U+00AD)
### shows where a narrow line may break them.

## Rule sets

term-20th-anniversary = Jubiläumsausgabe (V20)
term-classic-revised-edition = Klassisch, Revised
term-nightfall = Nightfall
term-storytelling-system = Storytelling-System

## Groups of traits on a sheet

term-abilities = Fähigkeiten
term-also = Weitere
term-blood = Blut
term-combat = Kampf
term-disciplines = Disziplinen
term-knowledges = Kenntnisse
term-mental = Geistig
term-mental-skills = Geistige Fertigkeiten
term-physical = Körperlich
term-physical-skills = Körperliche Fertigkeiten
term-powers = Kräfte
term-scales = Skalen
term-skills = Fertigkeiten
term-social = Gesellschaftlich
term-social-skills = Gesellschaftliche Fertigkeiten
term-talents = Talente
term-virtues = Tugenden

## Attributes

term-appearance = Erscheinungs­bild
term-charisma = Charisma
term-composure = Fassung
term-dexterity = Geschick
term-endurance = Ausdauer
term-intelligence = Intelligenz
term-intuition = Intuition
term-manipulation = Manipulation
term-perception = Wahrnehmung
term-presence = Präsenz
term-resolve = Entschlossen­heit
term-stamina = Widerstands­fähigkeit
term-strength = Körperkraft
term-wits = Geistes­schärfe

## Abilities

term-academics = Akademisches Wissen
term-alertness = Aufmerksam­keit
term-animal-ken = Tierkunde
term-archery = Bogenschießen
term-athletics = Sportlichkeit
term-awareness = Gespür
term-brawl = Handgemenge
term-computer = Computer
term-crafts = Handwerk
term-dodge = Ausweichen
term-drive = Fahren
term-empathy = Empathie
term-etiquette = Etikette
term-expression = Ausdruck
term-finance = Finanzen
term-firearms = Schusswaffen
term-initiative = Initiative
term-intimidation = Einschüchtern
term-investigation = Nach­forschungen
term-larceny = Diebstahl
term-law = Gesetzes­kenntnis
term-leadership = Führungs­qualitäten
term-linguistics = Linguistik
term-medicine = Medizin
term-melee = Nahkampf
term-occult = Okkultismus
term-performance = Vortrag
term-persuasion = Überzeugen
term-politics = Politik
term-science = Natur­wissenschaften
term-security = Sicherheit
term-socialize = Geselligkeit
term-stealth = Heimlichkeit
term-streetwise = Szenekenntnis
term-subterfuge = Ausflüchte
term-survival = Überleben
term-target = Schießen
term-technology = Technologie
term-unarmed = Waffenlos
term-weaponry = Nahkampf­waffen

## Advantages

term-blood-a-turn = Blut pro Runde
term-celerity = Geschwindig­keit
term-conscience = Gewissen
term-courage = Mut
term-fate = Schicksal
term-fortitude = Seelenstärke
term-humanity = Menschlich­keit
term-ideals = Ideale
term-morality = Moral
term-potence = Stärke
term-self-control = Selbst­beherrschung
term-willpower = Willenskraft

## Powers: the stored name, and the name with what the power does

term-claws-aggravated = Raubtierklauen
term-claws-lethal = Knochenklauen
term-fangs = Fangzähne
term-rat-s-rage = Rattenwut
term-feral-claws-aggravated-damage = Raubtierklauen: schwer heilbarer Schaden
term-bone-claws-lethal-damage = Knochenklauen: tödlicher Schaden
term-fangs-can-bite = Fangzähne: kann beißen
term-rat-s-rage-can-spend-blood-while-staked = Rattenwut: kann auch gepfählt Blut ausgeben

## What a number of dots is called

term-abysmal = ungeübt
term-average = durchschnittlich
term-good = gut
term-outstanding = überragend
term-poor = schwach

## Degrees of success

term-complete = vollständig
term-exceptional = außergewöhnlich
term-marginal = knapp
term-moderate = mäßig
term-phenomenal = phänomenal

## Results of a roll

result-success = Erfolg
result-exceptional = außergewöhnlicher Erfolg
result-untold = nicht erzählt
result-failure = Fehlschlag
result-botch = Patzer
result-dramatic-failure = dramatischer Fehlschlag

## Difficulties

term-challenging = anspruchsvoll
term-difficult = schwierig
term-easy = leicht
term-extremely-difficult = äußerst schwierig
term-hardly-worth-a-roll = kaum einen Wurf wert
term-nearly-hopeless-more-dice-may-botch-more-often = fast aussichtslos: mehr Würfel patzen womöglich öfter
term-routine = Routine
term-standard = normal
term-straightforward = unkompliziert
term-trivial-hardly-worth-a-roll = trivial: kaum einen Wurf wert

## Modifiers

term-a-snag = ein Haken
term-awkward = unbequem
term-comfortable = bequem
term-effortless = mühelos
term-near-hopeless = fast aussichtslos
term-punishing = zermürbend
term-smooth = reibungslos
term-some-help = etwas Hilfe
term-stiff = hart
term-very-easy = sehr leicht

## Rated circumstances

term-a-lock-already-damaged = ein schon beschädigtes Schloss
term-fast-car = schnelles Auto
term-light-rain = leichter Regen
term-monsoon = Monsun
term-two-deadbolts = zwei Sicherheitsriegel

## Health levels

term-bruised = Blaue Flecken
term-crippled = Verkrüppelt
term-hurt = Angeschlagen
term-incapacitated = Außer Gefecht
term-injured = Verletzt
term-mauled = Schwer verwundet
term-wounded = Verwundet

## Kinds of damage

term-aggravated = schwer heilbar
term-bashing = stumpf
term-lethal = tödlich

## Weapons and armour

term-axe = Axt
term-bare-hands = bloße Hände
term-claws-of-bone = Knochenklauen
term-feral-claws = Raubtierklauen
term-bow = Bogen
term-brass-knuckles = Schlagring
term-chain = Kette
term-club = Keule
term-crossbow = Armbrust
term-halberd = Hellebarde
term-knife = Messer
term-leather-jacket = Lederjacke
term-mail = Kettenhemd
term-pistol = Pistole
term-protective-vest = Schutzweste
term-revolver = Revolver
term-rifle = Gewehr
term-shotgun = Schrotflinte
term-spear = Speer
term-staff = Stab
term-stake = Pflock
term-stone = Stein
term-sword = Schwert
term-throwing-knife = Wurfmesser

## Kinds of character

term-mortal = sterblich
term-other = anderes
term-vampire = Vampir

## Ready characters: concepts and specialties

term-a-night-nurse-who-has-seen-too-much = eine Nachtschwester, die zu viel gesehen hat
term-a-debt-collector-with-a-long-shadow = ein Schuldeneintreiber mit langem Schatten
term-a-museum-curator-who-deals-in-other-people-s-secrets = eine Museumskuratorin, die mit fremden Geheimnissen handelt
term-a-foreman-with-a-length-of-chain = ein Vorarbeiter mit einem Stück Kette
term-a-lookout-quicker-than-he-is-brave = ein Aufpasser, schneller als mutig
term-who-pays-them-and-has-not-eaten = die sie bezahlt und noch nicht gegessen hat
term-who-pays-them-and-knows-what-waits-upstairs = die sie bezahlt und weiß, was oben wartet
term-brawl-grappling = Handgemenge: Ringen
term-medicine-wounds = Medizin: Wunden
term-occult-relics = Okkultismus: Reliquien
term-subterfuge-small-talk = Ausflüchte: Plauderei

## Ready scenes and contests

term-a-debate = Ein Streitgespräch
term-the-loading-bay = Die Laderampe
