"""The tests with a browser run by `make browser` alone, which installs one."""

import os

collect_ignore_glob = [] if os.environ.get("LEXBELLI_BROWSER") else ["test_*.py"]
