# Profiles, notes and experience.
option-edit-profile = Edit the profile
sheet-biography = biography changed
profile-as-before = Nothing in the profile has changed. Edit it first.
long-merits = All merits together take { $bytes } bytes; at most { $most } fit. Shorten them.
long-notes = All your notes together have { $length } characters; at most { $most } fit. Shorten one.

line-experience-granted = { $who } gets { $points } experience: { $what }.
line-experience-granted-silently = { $who } gets { $points } experience.
line-experience-spent = { $who } spends { $points } experience: { $what }.
line-experience-spent-silently = { $who } spends { $points } experience.
line-experience-struck = Experience of { $who }, struck: { $entry }.
experience-entry = { $points } ({ $what })
option-grant-experience = Grant experience
ask-experience-whose = Who gets it
ask-experience-points = Points for each
ask-experience-reason = What for (optional)
option-spend-experience = Spend experience
ask-trait-to-raise = Trait to raise
option-strike-experience = Strike an entry
ask-strike-entry = Which entry
too-little-experience = { $who } has only { $left } experience and cannot spend { $points }.
experience-for-what = Choose a trait to raise, or name what you buy.
no-trait-to-raise = { $trait } cannot rise by a dot. Choose another trait, or name what you buy.
no-such-entry = That entry was struck already. Choose another.
not-yours-to-strike = You can strike only what you spent yourself. Ask the Storyteller.
