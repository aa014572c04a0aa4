"""Texts of the page, worked out by the page's own code."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import caylus_tools.server
import pytest

DOM = Path(caylus_tools.server.__file__).parent / "page" / "dom.js"


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node.js here")
def test_names_from_right_to_left_are_isolated_from_amounts_beside_them(tmp_path: Path) -> None:
    for file in (DOM, DOM.with_name("paths.js")):
        (tmp_path / file.name).write_bytes(file.read_bytes().replace(b"import.meta.url", b"'http://h/static/v1/x.js'"))
    (tmp_path / "package.json").write_text('{"type": "module"}')
    texts = ["محمد +1", "Ann +1", "Red, שרה כהן: 3", "می\u200cخواهم 2", "\U0001f468 +1", "", "٣ (x)"]
    script = f"import {{ isolate }} from './dom.js'; console.log(JSON.stringify({json.dumps(texts)}.map(isolate)))"
    words = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", cwd=tmp_path, timeout=60, check=True)
    assert json.loads(done.stdout) == [
        "\u2068محمد\u2069 +1",
        "Ann +1",
        "Red, \u2068שרה כהן\u2069: 3",
        "\u2068می\u200cخواهم\u2069 2",
        "\U0001f468 +1",
        "",
        "\u2068٣\u2069 (x)",
    ]
