"""The texts of each language (`domain/words/LANGUAGE`), for exports, replay, the command line and HTTP."""
