page-story-unreadable = Der frühere Teil der Geschichte konnte nicht geladen werden. Versuche es noch einmal, wenn du verbunden bist.
