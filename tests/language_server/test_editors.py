"""The pages about editors are true: a real Neovim that is set up by the page shows faults, mends them and renames."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from caylus_tools.authoring.words import render_grammar
from caylus_tools.cli.main import main
from support.shipped import copy_variant

PROJECT = Path(__file__).parents[2]
EDITORS = PROJECT / "tools" / "editors"
PAGE = (EDITORS / "README.md").read_text(encoding="utf-8")
SESSION = """
local function wait(what, done)
  assert(vim.wait(60000, done, 50), "waited in vain for " .. what)
end
local function faults() return vim.diagnostic.get(0) end
vim.cmd("edit " .. arg_file)
wait("the server", function() return #vim.lsp.buf_get_clients(0) > 0 and vim.lsp.buf_get_clients(0)[1].initialized end)
local out = {}
vim.fn.search("10 \\\\* player.salt")
vim.cmd("normal! A where player.salt != 3")
wait("a fault", function() return #faults() > 0 end)
out.fault = faults()[1].message
vim.fn.search("!=")
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {} }
local found = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 30000)
local _, answer = next(found)
out.action = answer.result[1].title
vim.lsp.util.apply_workspace_edit(answer.result[1].edit, "utf-16")
out.mended = vim.api.nvim_get_current_line()
wait("no fault", function() return #faults() == 0 end)
vim.cmd("undo | undo")
vim.fn.search("salt_works", "w")
local place = vim.lsp.util.make_position_params()
place.newName = "brine_works"
_, answer = next(vim.lsp.buf_request_sync(0, "textDocument/rename", place, 30000))
vim.lsp.util.apply_workspace_edit(answer.result, "utf-16")
out.renamed = vim.fn.search("brine_works", "nw") > 0
vim.fn.search("final_count", "w")
_, answer = next(vim.lsp.buf_request_sync(0, "textDocument/definition", vim.lsp.util.make_position_params(), 30000))
out.definition = answer.result[1].uri
print("RESULT" .. vim.fn.json_encode(out))
vim.cmd("qa!")
"""


def test_the_grammar_of_the_extension_is_the_one_made_from_the_list_of_words() -> None:
    assert (EDITORS / "vscode" / "rules.tmLanguage.json").read_text(encoding="utf-8") == render_grammar()


def test_the_extension_has_the_files_that_it_starts_with() -> None:
    package = json.loads((EDITORS / "vscode" / "package.json").read_text(encoding="utf-8"))
    assert (EDITORS / "vscode" / package["main"]).is_file()
    assert package["contributes"]["configuration"]["properties"]["caylus.command"]["default"] == ["caylus"]


def test_the_settings_for_helix_start_the_server_for_rules() -> None:
    snippet = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert snippet is not None
    settings = tomllib.loads(snippet[1])
    (language,) = settings["language"]
    assert settings["language-server"]["caylus"] == {"command": "caylus", "args": ["lsp", "--stdio"]}
    assert (language["file-types"], language["language-servers"]) == (["rules"], ["caylus"])


@pytest.mark.slow
def test_the_pages_that_one_reads_first_lead_to_the_workshop_and_the_editors(capsys: pytest.CaptureFixture[str]) -> None:
    for page in ("README.md", "rulesets/README.md", "rulesets/HOW_TO.md"):
        text = (PROJECT / page).read_text(encoding="utf-8")
        first = "\n".join(text.splitlines()[:20])
        assert "workshop" in first
        assert "tools/editors/README.md" in first
        for word in sorted(set(re.findall(r"(?:`caylus|run\.py) ([a-z]+)", text)) - {"pytest", "command"}):
            with pytest.raises(SystemExit) as end:
                main([word, "--help"])
            assert end.value.code == 0, word
    capsys.readouterr()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("nvim") is None, reason="no Neovim here")
def test_a_neovim_that_is_set_up_by_the_page_shows_mends_and_renames(tmp_path: Path) -> None:
    pytest.importorskip("pygls")
    folder = copy_variant("salt", tmp_path)
    snippet = re.search(r"```lua\n(.*?)```", PAGE, re.DOTALL)
    assert snippet is not None
    command = json.dumps([sys.executable, "-m", "caylus_tools"])[1:-1]
    setup = snippet[1].replace('"caylus", "lsp"', f'{command}, "lsp"')
    assert setup != snippet[1]
    (tmp_path / "init.lua").write_text(setup, encoding="utf-8")
    (tmp_path / "session.lua").write_text(f"arg_file = {json.dumps(str(folder / 'salt.rules'))}\n{SESSION}", encoding="utf-8")
    words = ["nvim", "--headless", "--clean", "-u", str(tmp_path / "init.lua"), "-S", str(tmp_path / "session.lua"), "-c", "qa!"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=240, check=False)
    told = (done.stdout + done.stderr).partition("RESULT")[2]
    assert told, done.stdout + done.stderr
    result = json.loads(told.splitlines()[0])
    assert result["fault"].startswith("the language has no `!=`")
    assert (result["action"], result["renamed"]) == ("Write `is not`", True)
    assert result["mended"].strip().endswith("where player.salt is not 3")
    assert result["definition"].endswith("classic/turn.rules")
