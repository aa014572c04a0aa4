"""A file is written whole or stays what it was, and nothing is written anywhere else."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from caylus import atomic
from caylus.atomic import new_folder, replace, replacing


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_file_is_made_or_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    replace(file, b"old")
    replace(file, b"new")
    assert (names(tmp_path), file.read_bytes()) == (["a.txt"], b"new")


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_permissions_stay_as_they_were(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"old")
    file.chmod(mode)
    replace(file, b"new")
    assert stat.S_IMODE(file.stat().st_mode) == mode


def test_a_new_file_has_the_permissions_that_the_user_gives_files(tmp_path: Path) -> None:
    replace(tmp_path / "a.txt", b"new")
    (tmp_path / "b.txt").write_bytes(b"new")
    assert (tmp_path / "a.txt").stat().st_mode == (tmp_path / "b.txt").stat().st_mode


def test_a_file_with_two_names_keeps_them_and_loses_nothing_to_an_interruption(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, other = tmp_path / "a.txt", tmp_path / "b.txt"
    file.write_bytes(b"what was there before")
    other.hardlink_to(file)
    replace(file, b"new")
    assert (names(tmp_path), other.read_bytes()) == (["a.txt", "b.txt"], b"new")
    monkeypatch.setattr(atomic.shutil, "copyfileobj", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        replace(file, b"newest")
    assert any(path.read_bytes() == b"newest" for path in tmp_path.iterdir())


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt(), ValueError()])
def test_whatever_goes_wrong_leaves_the_old_file_and_nothing_else(tmp_path: Path, error: BaseException) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"old")
    with pytest.raises(type(error)), replacing(file) as stream:
        stream.write(b"half of the new")
        raise error
    assert (names(tmp_path), file.read_bytes()) == (["a.txt"], b"old")


@pytest.mark.parametrize("breaks", ["fsync", "replace", "chmod"])
def test_what_the_system_refuses_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, breaks: str
) -> None:
    def break_rule(*_: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "a.txt"
    file.write_bytes(b"old")
    monkeypatch.setattr(atomic.os, breaks, break_rule)
    with pytest.raises(OSError, match="No space"):
        replace(file, b"new")
    assert (names(tmp_path), file.read_bytes()) == (["a.txt"], b"old")


def test_it_is_on_the_disk_before_it_gets_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)
        monkeypatch.setattr(atomic.os, name, lambda *given, name=name, real=real: (done.append(name), real(*given)))
    replace(tmp_path / "a.txt", b"new")
    assert done[:2] == ["fsync", "replace"]


def test_the_name_on_the_way_is_never_the_same_and_never_one_that_is_there(tmp_path: Path) -> None:
    seen = set()
    for _ in range(20):
        with replacing(tmp_path / "a.txt"):
            seen |= set(names(tmp_path)) - {"a.txt"}
    assert len(seen) == 20


def test_of_a_link_the_file_it_leads_to_is_replaced(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    (there / "a.txt").write_bytes(b"old")
    (tmp_path / "link").symlink_to("there/a.txt")
    replace(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (names(there), (there / "a.txt").read_bytes()) == (["a.txt"], b"new")


def test_links_that_lead_nowhere_or_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("new.txt")
    replace(tmp_path / "a", b"new")
    assert (tmp_path / "new.txt").read_bytes() == b"new"
    (tmp_path / "circle").symlink_to("circle")
    with pytest.raises(OSError, match="circle"):
        replace(tmp_path / "circle", b"new")
    (tmp_path / "nowhere").symlink_to("no/folder/here")
    with pytest.raises(FileNotFoundError):
        replace(tmp_path / "nowhere", b"new")


@pytest.mark.parametrize("name", ["x" * 250, "𝕏" * 60, "-", " "])
def test_every_name_that_a_file_may_have_will_do(tmp_path: Path, name: str) -> None:
    replace(tmp_path / name, b"new")
    assert names(tmp_path) == [name]


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        replace(tmp_path, b"new")


def test_a_device_is_written_and_stays(tmp_path: Path) -> None:
    replace("/dev/null", b"new")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    if os.path.exists("/dev/full"):
        with pytest.raises(OSError, match="No space"):
            replace("/dev/full", b"new" * 100_000)
        assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_a_pipe_is_written_and_stays(tmp_path: Path) -> None:
    pipe, heard = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    reader.start()
    replace(pipe, b"new")
    reader.join()
    assert heard == [b"new"]
    assert (names(tmp_path), stat.S_ISFIFO(pipe.stat().st_mode)) == (["pipe"], True)


@pytest.mark.parametrize("into", ["a pipe", "a file"])
def test_standard_output_is_written_wherever_it_goes(tmp_path: Path, into: str) -> None:
    program = "import caylus.atomic as a; print('before', flush=True); a.replace('/dev/stdout', b'new\\n'); print('behind')"
    out = tmp_path / "out.txt"
    with out.open("wb") as file:
        told = subprocess.run(
            [sys.executable, "-c", program],
            stdout=file if into == "a file" else subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
        ).stdout
    assert (told or out.read_bytes()) == b"before\nnew\nbehind\n"
    assert names(tmp_path) == ["out.txt"]


def test_a_device_is_written_though_standard_output_is_closed() -> None:
    program = (
        "import os; os.close(1); os.open(os.devnull, os.O_RDONLY)\n"  # as the command line takes its number
        "import caylus.atomic as a; a.replace('/dev/null', b'new')"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)


def test_a_folder_gets_its_name_when_it_is_full(tmp_path: Path) -> None:
    with new_folder(tmp_path / "new") as made:
        assert not (tmp_path / "new").exists()
        (made / "a.txt").write_bytes(b"a")
    assert (names(tmp_path), names(tmp_path / "new")) == (["new"], ["a.txt"])


def test_a_folder_that_cannot_be_filled_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="full"), new_folder(tmp_path / "new") as made:
        (made / "a.txt").write_bytes(b"a")
        raise ValueError("full")
    assert names(tmp_path) == []


def test_no_folder_takes_the_place_of_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "old.txt").write_bytes(b"old")
    with pytest.raises(OSError, match="new"), new_folder(tmp_path / "new") as made:
        (made / "a.txt").write_bytes(b"a")
    assert (names(tmp_path), names(tmp_path / "new")) == (["new"], ["old.txt"])
