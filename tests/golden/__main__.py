"""`python -m tests.golden NAME`: play an evening's script and keep its log for ever."""

import contextlib
import sys
from io import StringIO

from tests.golden.golden import keep

for name in sys.argv[1:]:
    try:
        with contextlib.redirect_stdout(StringIO()):
            keep(name)
    except FileExistsError as error:
        sys.exit(f"{error.filename} was kept already: a golden log never changes. Give the evening another name.")
