page-story-unreadable = The story could not be loaded to its beginning. Try again when you are connected.
