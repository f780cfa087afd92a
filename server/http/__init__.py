"""HTTP: the API, the page's files, the status server, and the guards in front of them."""
