# Texts that are part of the entry script, because it shows them when nothing else has loaded.

early-part-lost = This part of the page could not be loaded.
early-reload = Reload the page
early-needs-script = Coterie needs JavaScript.
