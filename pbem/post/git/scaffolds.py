"""`pbem init`: a repository for games, and the files that let GitHub, GitLab or a bare repository moderate it."""

from __future__ import annotations

from pathlib import Path

from pbem.storage import disk

from ..errors import PostError, PostFault, phrase
from .hooks import install
from .pinned_wheel import PYTHON, REQUIREMENTS, pinned
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
# Runs the moderator when a move is pushed to main, and twice an hour for pull requests, branches and deadlines.
# docs/post.md says how to set it up: the key is a secret of the environment "moderator", for main alone.
name: pbem

on:
  # Who pushes another branch brings a workflow of their own along, so no other one starts this.
  push:
    branches: [main]
  schedule:
    - cron: "7,37 * * * *"
  workflow_dispatch:

permissions: {}

# One moderator at a time; a run that waits is not cancelled.
concurrency:
  group: moderator
  cancel-in-progress: false

jobs:
  moderate:
    name: Moderate
    if: github.ref == 'refs/heads/main'
    runs-on: ubuntu-24.04
    timeout-minutes: 20
    environment: moderator
    permissions:
      contents: write # for the moderator's commit
    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
        with:
          ref: main
          fetch-depth: 0
          persist-credentials: false
      - uses: actions/setup-python@a309ff8b426b58ec0e2a45f0f869d46889d02405 # v6.2.0
        with:
          python-version: "@PYTHON@"
      - name: Install the program by its digest
        run: @INSTALL@
      # The files of pull requests and branches are read as data; nothing of them is run or checked out.
      - name: Run the games
        env:
          PBEM_MODERATOR_KEY: ${{ secrets.PBEM_MODERATOR_KEY }}
          PUSH_TOKEN: ${{ github.token }}
        run: |
          git config credential.helper '!f() { echo username=x-access-token; echo "password=$PUSH_TOKEN"; }; f'
          pbem run --git
      # A game that cannot go on keeps no other from being shown.
      - name: Write the pages
        if: success() || failure()
        env:
          PBEM_MODERATOR_KEY: ${{ secrets.PBEM_MODERATOR_KEY }}
        run: pbem publish --site _site
      - uses: actions/upload-pages-artifact@fc324d3547104276b827a68afc52ff2a11cc49c9 # v5.0.0
        if: success() || failure()
        with:
          path: _site
  pages:
    name: Show the pages
    needs: moderate
    if: github.ref == 'refs/heads/main' && !cancelled()
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
      pages: write # to deploy
      id-token: write # to show where the pages come from
    environment:
      name: github-pages
      url: ${{ steps.pages.outputs.page_url }}
    steps:
      - id: pages
        uses: actions/deploy-pages@cd2ce8fcbc39b97be8ca5fce6e763baed58fa128 # v5.0.0
"""

_GITLAB = """\
# Runs the moderator when a move is pushed to the default branch, and by a schedule for merge requests, branches
# and deadlines. docs/post.md says how to set it up: PBEM_MODERATOR_KEY (in base64) and PBEM_PUSH_TOKEN are
# variables that are masked and protected, so that no other branch gets them.
pages:
  image: python:@PYTHON@
  # One moderator at a time.
  resource_group: moderator
  timeout: 20 minutes
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  variables:
    GIT_DEPTH: "0"
  script:
    - @INSTALL@
    - |
      git config credential.helper '!f() { echo username=pbem; echo "password=$PBEM_PUSH_TOKEN"; }; f'
    - git remote set-url origin "$CI_PROJECT_URL.git"
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
_INSTALL = f"python -m pip install --require-hashes --no-deps --requirement {REQUIREMENTS}"


def github() -> str:
    return _filled(_GITHUB)


def gitlab() -> str:
    return _filled(_GITLAB)


def _filled(text: str) -> str:
    return text.replace("@PYTHON@", PYTHON).replace("@INSTALL@", _INSTALL)


def init(
    folder: Path, with_github: bool, with_gitlab: bool, bare: Path | None, wheel: Path | None = None
) -> list[Path]:
    """Make a repository for games, with what moderates it. What is there already is left as it is."""
    wanted: dict[Path, bytes] = {Path(".gitignore"): _IGNORED.encode(), Path("games/.gitkeep"): b""}
    if with_github:
        wanted[GITHUB] = github().encode()
    if with_gitlab:
        wanted[GITLAB] = gitlab().encode()
    for name in wanted:
        if (folder / name).exists() and name in (GITHUB, GITLAB):
            raise PostError(PostFault.FILE_EXISTS, where=folder / name)
    if with_github or with_gitlab:
        if wheel is None:
            raise PostError(PostFault.WHEEL, found=phrase("nothing"))
        wanted |= pinned(wheel)
    if bare is not None and bare.exists() and (not bare.is_dir() or any(bare.iterdir())):
        raise PostError(PostFault.FILE_EXISTS, where=bare)
    folder.mkdir(parents=True, exist_ok=True)
    git = Repository(folder)
    if not (folder / ".git").exists():
        git.ask("init", "--quiet", "--initial-branch=main")
    written = []
    for name, data in wanted.items():
        if not (folder / name).exists():
            disk.write_whole(folder / name, data)
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
