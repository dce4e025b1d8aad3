"""The files for GitHub and GitLab: what they install, who reaches the key, and whether their steps work."""

from __future__ import annotations

import base64
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from pbem.post.errors import PostError, PostFault
from pbem.post.git import pinned_wheel as pinned
from pbem.post.git import scaffolds
from pbem.post.git.scaffolds import GITHUB, GITLAB, github, gitlab, init
from pbem.seals import moderator_key
from tests.post.gitkit import Clone, block, git, make_shared
from tests.seals.casekit import key
from tests.seals.programs import need

pytestmark = need("git")
ROOT = Path(__file__).parents[2]
MODERATOR = key("moderator")


def program(
    *words: str, folder: Path, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=600, check=False)


def schema(name: str, path: Path) -> int:
    return program(
        sys.executable, "-m", "check_jsonschema", "--builtin-schema", name, str(path), folder=path.parent
    ).returncode


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("vendor.github-workflows", github(), ("concurrency:", "concurency:")),
        ("vendor.gitlab-ci", gitlab(), ("script:", "scripts:")),
    ],
)
def test_workflow_files_fit_their_schema(tmp_path: Path, name: str, text: str, wrong: tuple[str, str]) -> None:
    path = tmp_path / "workflow.yml"
    path.write_text(text)
    assert schema(name, path) == 0
    path.write_text(text.replace(*wrong))
    assert schema(name, path) != 0, "the check can fail"


def audited(tmp_path: Path, text: str) -> subprocess.CompletedProcess[str]:
    path = tmp_path / ".github" / "workflows" / "pbem.yml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    zizmor = Path(sys.executable).with_name("zizmor")
    return program(str(zizmor), "--offline", "--no-progress", "--persona=pedantic", str(path), folder=tmp_path)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("          persist-credentials: false\n", ""),
        ("@de0fac2e4500dabe0009e67214ff5f5447ce83dd", "@v6"),
        ("permissions: {}", "permissions: write-all"),
        ("  push:\n    branches: [main]", "  pull_request_target:"),
    ],
)
def test_an_auditor_finds_nothing_in_the_workflow(tmp_path: Path, right: str, wrong: str) -> None:
    done = audited(tmp_path, github())
    assert done.returncode == 0, done.stdout
    assert right in github()
    assert audited(tmp_path, github().replace(right, wrong)).returncode != 0, "the check can fail"


def test_the_key_is_reached_from_the_main_branch_alone() -> None:
    jobs = yaml.safe_load(github())["jobs"]
    with_key = {name for name, job in jobs.items() if "secrets." in str(job)}
    assert with_key == {"moderate"}
    assert jobs["moderate"]["environment"] == "moderator"
    # YAML reads the word `on` as true.
    events: dict[str, Any] = yaml.safe_load(github())[True]
    assert set(events) == {"push", "schedule", "workflow_dispatch"}
    assert events["push"] == {"branches": ["main"]}
    assert yaml.safe_load(gitlab())["pages"]["rules"] == [{"if": "$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH"}]


def test_every_command_that_needs_the_key_gets_it() -> None:
    steps = yaml.safe_load(github())["jobs"]["moderate"]["steps"]
    for step in steps:
        needs = "pbem run" in step.get("run", "") or "pbem publish" in step.get("run", "")
        assert needs == ("PBEM_MODERATOR_KEY" in step.get("env", {})), step


@pytest.mark.parametrize("text", [github(), gitlab()], ids=["github", "gitlab"])
def test_nothing_is_installed_by_a_name_alone(text: str) -> None:
    installed = re.findall(r"pip install (.*)", text)
    assert len(installed) == 1
    assert "--require-hashes" in installed[0]
    assert installed[0].endswith(str(pinned.REQUIREMENTS))
    for used in re.findall(r"uses: (\S+)", text):
        assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", used), used


def test_the_key_may_be_given_in_base64() -> None:
    """GitLab hides a variable in its logs only if it is one line without blanks."""
    for given in (MODERATOR.pem(), base64.b64encode(MODERATOR.pem()), base64.encodebytes(MODERATOR.pem())):
        assert moderator_key.load({"PBEM_MODERATOR_KEY": given.decode()}).public == MODERATOR.public


@pytest.mark.parametrize("name", [None, "other-0.1.0-py3-none-any.whl", "pbem-0.1.0.tar.gz", "pbem-9-py3-none-any.whl"])
def test_without_the_program_no_workflow_is_written(tmp_path: Path, name: str | None) -> None:
    wheel = tmp_path / name if name else None
    if wheel is not None and not wheel.name.startswith("pbem-9"):
        wheel.write_bytes(b"not a wheel")
    with pytest.raises(PostError) as fault:
        init(tmp_path / "table", True, False, None, wheel)
    assert fault.value.fault is PostFault.WHEEL
    assert not (tmp_path / "table").exists()


@pytest.mark.slow
def test_what_pip_cannot_read_is_said(tmp_path: Path) -> None:
    wheel = tmp_path / "pbem-0.1.0-py3-none-any.whl"
    wheel.write_bytes(b"not a wheel")
    with pytest.raises(PostError) as fault:
        init(tmp_path / "table", True, False, None, wheel)
    assert fault.value.fault is PostFault.PINNING
    assert not (tmp_path / "table").exists()


# ---- the steps, in a clean environment


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    done = program(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(folder),
        str(ROOT),
        folder=folder,
    )
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture
def clean(tmp_path: Path) -> dict[str, str]:
    """A machine with Python, git and a package index, and nothing of this one's."""
    home = tmp_path / "runner"
    home.mkdir()
    assert program(sys.executable, "-m", "venv", str(home / "python"), folder=home).returncode == 0
    index = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    return {**index, "HOME": str(home), "PATH": f"{home}/python/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}


def github_steps() -> list[tuple[str, dict[str, str]]]:
    given = {"${{ secrets.PBEM_MODERATOR_KEY }}": MODERATOR.pem().decode(), "${{ github.token }}": "hunter2"}
    steps = yaml.safe_load(github())["jobs"]["moderate"]["steps"]
    return [
        (step["run"], {name: given[value] for name, value in step.get("env", {}).items()})
        for step in steps
        if "run" in step
    ]


def gitlab_steps(bare: Path) -> list[tuple[str, dict[str, str]]]:
    given = {
        "PBEM_MODERATOR_KEY": base64.b64encode(MODERATOR.pem()).decode(),
        "PBEM_PUSH_TOKEN": "hunter2",
        "CI_PROJECT_URL": str(bare).removesuffix(".git"),
        "CI_DEFAULT_BRANCH": "main",
    }
    return [(step, given) for step in yaml.safe_load(gitlab())["pages"]["script"]]


@pytest.mark.slow
@pytest.mark.parametrize("service", ["github", "gitlab"])
def test_the_steps_work_on_a_clean_machine(
    tmp_path: Path, wheel: Path, clean: dict[str, str], service: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pinned, "PYTHON", f"{sys.version_info.major}.{sys.version_info.minor}")
    shared = make_shared(tmp_path)
    for name in ("pre-receive", "post-receive"):
        (shared.bare / "hooks" / name).unlink()
    desk = tmp_path / "desk"
    init(desk, service == "github", service == "gitlab", None, wheel)
    git(desk, "add", "--all")
    git(desk, "commit", "--quiet", "--message", "moderated by a machine")
    git(desk, "push", "--quiet", "origin", "main")
    anna: Clone = shared.anna
    anna.pull()
    anna.add(block(anna.move()))
    anna.push()
    git(tmp_path, "clone", "--quiet", str(shared.bare), "checkout")
    checkout = tmp_path / "checkout"
    for step, given in github_steps() if service == "github" else gitlab_steps(shared.bare):
        done = program("bash", "-eo", "pipefail", "-c", step, folder=checkout, environment={**clean, **given})
        assert done.returncode == 0, done.stdout + done.stderr
    anna.pull()
    assert [entry["kind"] for entry in anna.campaign.entries()] == ["genesis", "join"]
    pages = checkout / ("_site" if service == "github" else "public")
    assert any("duel-42" in str(page) for page in pages.rglob("*.html")), "a running game needs the key to be shown"
    assert "hunter2" not in (checkout / ".git" / "config").read_text()


@pytest.mark.slow
def test_a_changed_program_is_not_installed(
    tmp_path: Path, wheel: Path, clean: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pinned, "PYTHON", f"{sys.version_info.major}.{sys.version_info.minor}")
    init(tmp_path / "table", True, False, None, wheel)
    kept = tmp_path / "table" / pinned.FOLDER / wheel.name
    kept.write_bytes(kept.read_bytes() + b"\0")
    step, _ = github_steps()[0]
    done = program("bash", "-c", step, folder=tmp_path / "table", environment=clean)
    assert done.returncode != 0
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in done.stderr
    assert not (tmp_path / "runner" / "python" / "bin" / "pbem").exists()


def test_files_of_one_service_are_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scaffolds, "pinned", lambda wheel: {pinned.REQUIREMENTS: b""})
    init(tmp_path / "table", True, True, None, tmp_path / "pbem.whl")
    for name in (GITHUB, GITLAB, pinned.REQUIREMENTS):
        assert (tmp_path / "table" / name).is_file()
    with pytest.raises(PostError) as fault:
        init(tmp_path / "table", True, False, None, tmp_path / "pbem.whl")
    assert fault.value.fault is PostFault.FILE_EXISTS
