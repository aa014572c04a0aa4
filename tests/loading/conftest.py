from __future__ import annotations

from pathlib import Path

import pytest
from support.coins import MANIFEST, RULES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a sound ruleset."""
    ruleset = tmp_path / "coins"
    ruleset.mkdir()
    (ruleset / "ruleset.yaml").write_text(MANIFEST)
    (ruleset / "coins.rules").write_text(RULES)
    return ruleset
