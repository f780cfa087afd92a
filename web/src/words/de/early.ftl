early-part-lost = Dieser Teil der Seite konnte nicht geladen werden.
early-reload = Seite neu laden
early-needs-script = Coterie braucht JavaScript.
