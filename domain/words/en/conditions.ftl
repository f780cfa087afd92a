# The visible states of a character. A state is written as it follows the name: "Anna: prone."

condition-aiming = aiming
condition-blinded = blinded
condition-bound = bound
condition-clinched = clinched
condition-cornered = cornered
condition-cover = in cover
condition-dazed = dazed
condition-defending = on full defence
condition-held = held
condition-holding = holding somebody
condition-inside = inside a weapon’s reach
condition-kissed = kissed
condition-kissing = drinking
condition-load = loaded
condition-near-cover = near cover
condition-out-of-shots = out of shots
condition-paralysed = paralysed
condition-prone = prone
condition-staked = staked
condition-unbalanced = unbalanced
condition-unplayed = free to be played
condition-unresisting = not resisting
condition-upper-hand = at an advantage
