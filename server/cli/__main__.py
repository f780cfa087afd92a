"""`python -m server.cli`: run the command line without installing the package."""

import sys

from server.cli import main

sys.exit(main())
