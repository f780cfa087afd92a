language = Sprache
language-en = English
language-de = Deutsch
