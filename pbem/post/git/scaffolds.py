"""`pbem init`: a repository for games, and the files that let GitHub, GitLab or a bare repository moderate it."""

from __future__ import annotations

from pathlib import Path

from pbem import __version__
from pbem.storage import disk

from ..errors import PostError, PostFault
from .hooks import install
from .repository import Repository

_IGNORED = """\
# What a running moderator leaves beside the games.
.new
.*.new
# Keys are never committed.
*.key
id_*
moderator
post.yaml
/site/
"""

_GITHUB = """\
# Runs the moderator when a move is pushed or offered in a pull request, and every hour for deadlines.
# Set the secret PBEM_MODERATOR_KEY to the moderator's private key, and Pages to "GitHub Actions".
name: pbem

on:
  push:
    branches: [main, "moves/**"]
  # The files of a pull request are read as data; nothing of it is run or checked out.
  pull_request_target:
    types: [opened, synchronize, reopened]
  schedule:
    - cron: "17 * * * *"
  workflow_dispatch:

permissions:
  contents: write
  pages: write
  id-token: write

# One moderator at a time; a run that waits is not cancelled.
concurrency:
  group: moderator
  cancel-in-progress: false

jobs:
  moderate:
    runs-on: ubuntu-latest
    timeout-minutes: 20
    environment:
      name: github-pages
      url: ${{{{ steps.pages.outputs.page_url }}}}
    steps:
      - uses: actions/checkout@v4
        with:
          ref: main
          fetch-depth: 0
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: pip install "pbem=={version}"
      - run: pbem run --git
        env:
          PBEM_MODERATOR_KEY: ${{{{ secrets.PBEM_MODERATOR_KEY }}}}
      - run: pbem publish --site _site
      - uses: actions/upload-pages-artifact@v3
        with:
          path: _site
      - id: pages
        uses: actions/deploy-pages@v4
"""

_GITLAB = """\
# Runs the moderator when a move is pushed or offered in a merge request; add a pipeline schedule for deadlines.
# Masked variables: PBEM_MODERATOR_KEY, the moderator's private key (type File is not needed), and
# PBEM_PUSH_TOKEN, a project access token that may write the repository.
pages:
  image: python:3.12
  # One moderator at a time.
  resource_group: moderator
  timeout: 20 minutes
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
    - if: $CI_COMMIT_BRANCH =~ /^moves\\//
  variables:
    GIT_DEPTH: "0"
  script:
    - pip install "pbem=={version}"
    - git remote set-url origin "https://pbem:${{PBEM_PUSH_TOKEN}}@${{CI_SERVER_HOST}}/${{CI_PROJECT_PATH}}.git"
    - git fetch origin "$CI_DEFAULT_BRANCH"
    - git checkout -B "$CI_DEFAULT_BRANCH" FETCH_HEAD
    - pbem run --git
    - pbem publish --site public
  artifacts:
    paths:
      - public
"""

GITHUB = Path(".github/workflows/pbem.yml")
GITLAB = Path(".gitlab-ci.yml")


def github() -> str:
    return _GITHUB.format(version=__version__)


def gitlab() -> str:
    return _GITLAB.format(version=__version__)


def init(folder: Path, with_github: bool, with_gitlab: bool, bare: Path | None) -> list[Path]:
    """Make a repository for games, with what moderates it. What is there already is left as it is."""
    wanted: dict[Path, str] = {Path(".gitignore"): _IGNORED, Path("games/.gitkeep"): ""}
    if with_github:
        wanted[GITHUB] = github()
    if with_gitlab:
        wanted[GITLAB] = gitlab()
    for name in wanted:
        if (folder / name).exists() and name in (GITHUB, GITLAB):
            raise PostError(PostFault.FILE_EXISTS, where=folder / name)
    if bare is not None and bare.exists() and (not bare.is_dir() or any(bare.iterdir())):
        raise PostError(PostFault.FILE_EXISTS, where=bare)
    folder.mkdir(parents=True, exist_ok=True)
    git = Repository(folder)
    if not (folder / ".git").exists():
        git.ask("init", "--quiet", "--initial-branch=main")
    written = []
    for name, text in wanted.items():
        if not (folder / name).exists():
            disk.write_whole(folder / name, text.encode())
            written.append(folder / name)
    if bare is not None:
        written += _bare(git, bare)
    return written


def _bare(git: Repository, bare: Path) -> list[Path]:
    """A shared repository with hooks, which is the origin of the one that was made."""
    git.ask("init", "--quiet", "--bare", "--initial-branch=main", str(bare.absolute()))
    hooks = install(bare)
    if not git.works("remote", "get-url", "origin"):
        git.ask("remote", "add", "origin", str(bare.absolute()))
    return [bare, *hooks]
