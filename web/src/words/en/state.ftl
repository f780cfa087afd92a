page-story-unreadable = The earlier part of the story could not be loaded. Try again when you are connected.
