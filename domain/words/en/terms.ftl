### The names of the things of the rules. A term is written as it stands on a sheet.

## Rule sets

term-20th-anniversary = 20th anniversary
term-classic-revised-edition = Classic, Revised edition
term-nightfall = Nightfall
term-storytelling-system = Storytelling System

## Groups of traits on a sheet

term-abilities = Abilities
term-also = Other
term-blood = Blood
term-combat = Combat
term-disciplines = Disciplines
term-knowledges = Knowledges
term-mental = Mental
term-mental-skills = Mental skills
term-physical = Physical
term-physical-skills = Physical skills
term-powers = Powers
term-scales = Scales
term-skills = Skills
term-social = Social
term-social-skills = Social skills
term-talents = Talents
term-virtues = Virtues

## Attributes

term-appearance = Appearance
term-charisma = Charisma
term-composure = Composure
term-dexterity = Dexterity
term-endurance = Endurance
term-intelligence = Intelligence
term-intuition = Intuition
term-manipulation = Manipulation
term-perception = Perception
term-presence = Presence
term-resolve = Resolve
term-stamina = Stamina
term-strength = Strength
term-wits = Wits

## Abilities

term-academics = Academics
term-alertness = Alertness
term-animal-ken = Animal Ken
term-archery = Archery
term-athletics = Athletics
term-awareness = Awareness
term-brawl = Brawl
term-computer = Computer
term-crafts = Crafts
term-dodge = Dodge
term-drive = Drive
term-empathy = Empathy
term-etiquette = Etiquette
term-expression = Expression
term-finance = Finance
term-firearms = Firearms
term-initiative = Initiative
term-intimidation = Intimidation
term-investigation = Investigation
term-larceny = Larceny
term-law = Law
term-leadership = Leadership
term-linguistics = Linguistics
term-medicine = Medicine
term-melee = Melee
term-occult = Occult
term-performance = Performance
term-persuasion = Persuasion
term-politics = Politics
term-science = Science
term-security = Security
term-socialize = Socialize
term-stealth = Stealth
term-streetwise = Streetwise
term-subterfuge = Subterfuge
term-survival = Survival
term-target = Target
term-technology = Technology
term-unarmed = Unarmed
term-weaponry = Weaponry

## Advantages

term-blood-a-turn = Blood a turn
term-celerity = Celerity
term-conscience = Conscience
term-courage = Courage
term-fate = Fate
term-fortitude = Fortitude
term-humanity = Humanity
term-ideals = Ideals
term-morality = Morality
term-potence = Potence
term-self-control = Self-Control
term-willpower = Willpower

## Powers: the stored name, and the name with what the power does

term-claws-aggravated = Feral claws
term-claws-lethal = Bone claws
term-fangs = Fangs
term-rat-s-rage = Rat’s Rage
term-feral-claws-aggravated-damage = Feral claws: aggravated damage
term-bone-claws-lethal-damage = Bone claws: lethal damage
term-fangs-can-bite = Fangs: can bite
term-rat-s-rage-can-spend-blood-while-staked = Rat’s Rage: can spend blood while staked

## What a number of dots is called

term-abysmal = untrained
term-average = average
term-good = good
term-outstanding = outstanding
term-poor = poor

## Degrees of success

term-complete = complete
term-exceptional = exceptional
term-marginal = marginal
term-moderate = moderate
term-phenomenal = phenomenal

## Results of a roll

result-success = success
result-exceptional = exceptional success
result-untold = not told
result-failure = failure
result-botch = botch
result-dramatic-failure = dramatic failure

## Difficulties

term-challenging = challenging
term-difficult = difficult
term-easy = easy
term-extremely-difficult = extremely difficult
term-hardly-worth-a-roll = hardly worth a roll
term-nearly-hopeless-more-dice-may-botch-more-often = nearly hopeless: more dice may botch more often
term-routine = routine
term-standard = standard
term-straightforward = straightforward
term-trivial-hardly-worth-a-roll = trivial: hardly worth a roll

## Modifiers

term-a-snag = a snag
term-awkward = awkward
term-comfortable = comfortable
term-effortless = effortless
term-near-hopeless = near hopeless
term-punishing = punishing
term-smooth = smooth
term-some-help = some help
term-stiff = stiff
term-very-easy = very easy

## Rated circumstances

term-a-lock-already-damaged = a lock already damaged
term-fast-car = fast car
term-light-rain = light rain
term-monsoon = monsoon
term-two-deadbolts = two deadbolts

## Health levels

term-bruised = Bruised
term-crippled = Crippled
term-hurt = Hurt
term-incapacitated = Incapacitated
term-injured = Injured
term-mauled = Mauled
term-wounded = Wounded

## Kinds of damage

term-aggravated = aggravated
term-bashing = bashing
term-lethal = lethal

## Weapons and armour

term-axe = axe
term-bare-hands = bare hands
term-claws-of-bone = claws of bone
term-feral-claws = feral claws
term-bow = bow
term-brass-knuckles = brass knuckles
term-chain = chain
term-club = club
term-crossbow = crossbow
term-halberd = halberd
term-knife = knife
term-leather-jacket = leather jacket
term-mail = mail
term-pistol = pistol
term-protective-vest = protective vest
term-revolver = revolver
term-rifle = rifle
term-shotgun = shotgun
term-spear = spear
term-staff = staff
term-stake = stake
term-stone = stone
term-sword = sword
term-throwing-knife = throwing knife

## Kinds of character

term-mortal = mortal
term-other = other
term-vampire = vampire

## Ready characters: concepts and specialties

term-a-night-nurse-who-has-seen-too-much = a night nurse who has seen too much
term-a-debt-collector-with-a-long-shadow = a debt collector with a long shadow
term-a-museum-curator-who-deals-in-other-people-s-secrets = a museum curator who deals in other people’s secrets
term-a-foreman-with-a-length-of-chain = a foreman with a length of chain
term-a-lookout-quicker-than-he-is-brave = a lookout, quicker than he is brave
term-who-pays-them-and-has-not-eaten = who pays them, and has not eaten
term-who-pays-them-and-knows-what-waits-upstairs = who pays them, and knows what waits upstairs
term-brawl-grappling = Brawl: grappling
term-medicine-wounds = Medicine: wounds
term-occult-relics = Occult: relics
term-subterfuge-small-talk = Subterfuge: small talk

## Ready scenes and contests

term-a-debate = A debate
term-the-loading-bay = The loading bay
