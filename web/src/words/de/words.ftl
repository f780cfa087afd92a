page-language = Sprache
page-language-en = English
page-language-de = Deutsch
