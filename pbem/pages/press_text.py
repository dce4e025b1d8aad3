"""What players write, as HTML: a little Markdown, and nothing that a page must not contain."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

if TYPE_CHECKING:
    from markdown import Markdown

# Looking for the end of a link takes quadratic time.
_MOST_BRACKETS = 200
_SAFE = ("https://", "http://", "mailto:")


@cache
def _writer() -> Markdown:
    from markdown import Markdown
    from markdown.treeprocessors import Treeprocessor

    class Links(Treeprocessor):
        """Links lead to pages and addresses only, and tell nobody where they are followed from."""

        def run(self, root: Element) -> None:
            for link in root.iter("a"):
                if link.get("href", "").lower().startswith(_SAFE):
                    link.set("rel", "nofollow noopener noreferrer")
                else:
                    link.tag = "span"
                    link.attrib.clear()

    made = Markdown(extensions=["sane_lists", "nl2br"], output_format="html")
    # No HTML of the writer's own, no pictures from elsewhere, no headings in the middle of a log.
    for name in ("html", "image_link", "image_reference", "short_image_ref"):
        made.inlinePatterns.deregister(name)
    made.preprocessors.deregister("html_block")
    for name in ("hashheader", "setextheader", "hr"):
        made.parser.blockprocessors.deregister(name)
    made.treeprocessors.register(Links(made), "links", 0)
    return made


def press_html(text: str) -> str:
    """A text in Markdown: paragraphs, emphasis, lists, quotes, code and links.

    A text that was made to be hard to read is shown as it was written: nobody's press may keep the pages of a game
    from being published.
    """
    if text.count("[") <= _MOST_BRACKETS:
        try:
            return _writer().reset().convert(text)
        except RecursionError:  # lists within lists within lists
            _writer.cache_clear()  # what it had begun is still in it
    return f"<p>{escape(text)}</p>"
