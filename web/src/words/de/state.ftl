page-story-unreadable = Die Geschichte konnte nicht bis zum Anfang geladen werden. Versuche es noch einmal, wenn du verbunden bist.
