"""A page asks for two scripts: each module of it comes once, after those that it needs."""

from __future__ import annotations

import re

import pytest
from caylus_tools.server.web.assets import FIRST_SCRIPT, FOLDER, bundle_scripts

SCRIPTS = {
    "first.js": 'import { say as tell } from "./words.js";\nconst open = () => import("./inner/later.js");\n',
    "words.js": 'export const say = "a";\nexport async function ask() {}\n',
    "inner/later.js": 'import * as words from "../words.js";\nexport const at = () => [import.meta.url, words.say];\n',
}


def test_a_script_that_is_imported_later_shares_what_the_first_one_has() -> None:
    bundles = bundle_scripts(SCRIPTS, "first.js")
    assert set(bundles) == {"first.js", "inner/later.js"}
    assert "const {say: tell } = modules" in bundles["first.js"].replace("{ ", "{")
    assert 'from "../first.js"' in bundles["inner/later.js"]
    assert 'modules["words.js"] =' not in bundles["inner/later.js"]
    assert 'new URL("./later.js", import.meta.url)' in bundles["inner/later.js"]
    assert "return { say, ask };" in bundles["first.js"]


def test_modules_that_need_each_other_or_export_in_another_way_are_refused() -> None:
    with pytest.raises(ValueError, match="import each other"):
        bundle_scripts({"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}, "a.js")
    with pytest.raises(ValueError, match="export default"):
        bundle_scripts({"a.js": "export default 1;\n"}, "a.js")


def test_every_module_of_the_page_is_in_a_bundle() -> None:
    scripts = {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in FOLDER.rglob("*.js")}
    bundles = bundle_scripts(scripts, FIRST_SCRIPT)
    joined = {name for text in bundles.values() for name in re.findall(r'^modules\["(.+?)"\] =', text, re.MULTILINE)}
    assert scripts.keys() - joined == {"notifier.js"}
