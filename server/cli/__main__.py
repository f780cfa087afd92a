"""`python -m server.cli`: the command line without installing it."""

import sys

from server.cli import main

sys.exit(main())
