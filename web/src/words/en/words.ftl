# The languages of the menu, each in itself.

page-language = Language
page-language-en = English
page-language-de = Deutsch
