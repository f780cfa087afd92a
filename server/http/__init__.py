"""HTTP: the API, odds, static files, status, and the guards before them."""
