# Checking the dice of a closed scene.

seal-closed = The seed is still sealed. It is opened when the scene closes.
seal-wrong = The opened seed is not the one that was sealed.
seal-none = rolled without a seal
seal-used = has a seal that belongs to another roll
seal-faces = its seal gives { $faces }
