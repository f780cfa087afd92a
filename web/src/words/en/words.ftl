# The languages of the menu, each in itself.

language = Language
language-en = English
language-de = Deutsch
