"""The whole campaign as one file to keep: the same entries always give the same bytes, whenever it is packed."""

from __future__ import annotations

import io
import zipfile

from .model import CampaignModel

_FIXED = (1980, 1, 1, 0, 0, 0)
"""The earliest time that the format can express: the archive must not reveal when it was packed."""


def archive(story: CampaignModel) -> bytes:
    """A zip file; stored, not deflated, because other zlib versions would deflate to different bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as file:
        for name, data in sorted(story.files()):
            entry = zipfile.ZipInfo(f"{story.id}/{name}", _FIXED)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            file.writestr(entry, data)
    return packed.getvalue()
