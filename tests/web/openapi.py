"""Write docs/openapi.json anew: python tests/web/openapi.py."""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tests"))

from web.kit import DOCUMENT  # noqa: E402

if __name__ == "__main__":
    (ROOT / "docs" / "openapi.json").write_text(json.dumps(DOCUMENT, indent=1) + "\n")
