"""The texts of each language, read from `domain/words/LANGUAGE`. Exports, replays, the command line and HTTP use
them."""
