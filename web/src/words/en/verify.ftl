# Checking the dice of a closed scene.

page-seal-closed = The seed is still sealed. It is opened when the scene closes.
page-seal-wrong = The seed that was published at the end is not the one that was sealed.
page-seal-none = rolled without a seal
page-seal-used = has a seal that belongs to another roll
page-seal-faces = its seal gives { $faces }
