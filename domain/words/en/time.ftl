game-time = day { $day }, { $time }
