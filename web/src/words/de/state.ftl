page-story-unreadable = Der frühere Teil der Geschichte konnte nicht geladen werden. Versuch es noch einmal, wenn du verbunden bist.
