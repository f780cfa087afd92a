game-time = Tag { $day }, { $time }
