# Texts of the additions.

manoeuvre-yoke = Yoke
condition-yoked = yoked
ends-yoked = by slipping out, from the next turn on
grapple-yoke = yoke
line-grapple-yoke = { $by } yokes { $on }.
line-unseen-grapple-yoke = Something unseen yokes { $on }.
line-gasps = { $who } gasps for air.
ask-grip = Grip
choice-grip-loose = Only hold on
choice-grip-tight = Take the breath away
hint-grip-tight = one die less to hit
part-grip-tight = tight
reason-slip-out = Slipping out
yoked = Slip out first: no movement while yoked.
no-pair = Two dice are needed for a pair. Choose a larger pool.
line-omen = An omen: { $text }
