"""Vectors: move files. Each invalid one has exactly one fault, and the message is written by hand."""

from __future__ import annotations

from .casekit import HEAD, MOVE, Case, repeated, stored

GAME = "a game's id is 1 to 40 characters of a-z, 0-9 and -, and does not begin with -"
PLAYER = "a player's name is 1 to 24 characters of a-z, 0-9 and _, and begins with a-z"
KEYS = "the keys are game, player, after, written, window, orders"
TEXT = "delete it, because all values here are plain text"
FOLDED = (
    "the orders run over several lines without `|`, so they would be read as one line; "
    "write `orders: |` and indent the orders below it."
)
NONE = 'there are no orders; write them below `orders: |`, or `orders: ""` to withdraw a file.'
SYNTAX = "this is not valid YAML; write `key: value`, and indent the lines of a text below `key: |`."
ORDERS = "build baths\ntry pay 2 stone\n"


def with_(**lines: str) -> str:
    """The sample move with some lines changed: `game="x"` makes the line `game: x`."""
    values = {"game": "duel-42", "player": "anna", "after": HEAD, "window": "turn 3"}
    orders = lines.pop("orders", "|\n  build baths\n  try pay 2 stone")
    values.update(lines)
    return "".join(f"{key}: {value}\n" for key, value in [*values.items(), ("orders", orders)])


def without(key: str) -> str:
    return "".join(f"{line}\n" for line in MOVE.splitlines() if not line.startswith(f"{key}:"))


def good(name: str, text: str | bytes, **expected: str | None) -> Case:
    data = text if isinstance(text, bytes) else text.encode()
    move = {"game": "duel-42", "player": "anna", "after": HEAD, "window": "turn 3", "orders": ORDERS}
    return {"name": name, **stored(data), "move": {**move, **expected}}


def bad(name: str, text: str | bytes | Case, message: str) -> Case:
    if isinstance(text, dict):
        return {"name": name, **text, "message": message}
    return {"name": name, **stored(text if isinstance(text, bytes) else text.encode()), "message": message}


def valid() -> list[Case]:
    scalars = ["no", "yes", "012", "0x1F", "1:30", "2024-01-31", "~", "null", "1e3", ".inf", "true", "=", "1_000"]
    room = 64 * 1024 - len(with_(orders="|\n  "))
    return [
        good("plain", MOVE),
        good("without window", without("window"), window=None),
        good("CRLF", MOVE.replace("\n", "\r\n").encode()),
        good("comments and blank lines", f"# my move\n\n{MOVE}\n# end\n"),
        good("document markers", f"---\n{MOVE}...\n"),
        good(
            "other order of keys",
            "".join(
                f"{line}\n"
                for line in [
                    "orders: |",
                    "  build baths",
                    "  try pay 2 stone",
                    "window: turn 3",
                    f"after: {HEAD}",
                    "player: anna",
                    "game: duel-42",
                ]
            ),
        ),
        good("quoted values", with_(game="'duel-42'", player='"anna"', window='"turn 3"')),
        good("quoted keys", MOVE.replace("game:", '"game":').replace("orders:", "'orders':")),
        good(
            "flow style",
            f"{{game: duel-42, player: anna, after: {HEAD}, window: turn 3, "
            'orders: "build baths\\ntry pay 2 stone\\n"}\n',
        ),
        *[good(f"{scalar} stays text", with_(window=scalar), window=scalar) for scalar in scalars],
        good("a number as game", with_(game="42"), game="42"),
        good("no as game", with_(game="no"), game="no"),
        good("a date as game", with_(game="2024-01-31"), game="2024-01-31"),
        good("null as player", with_(player="null"), player="null"),
        good("digits as head", with_(after="1" * 64), after="1" * 64),
        good("e as head", with_(after="1e" + "0" * 62), after="1e" + "0" * 62),
        good("longest names", with_(game="a" * 40, player="a" * 24), game="a" * 40, player="a" * 24),
        good("with its time", with_(written="2026-01-31T12:00:00Z"), written="2026-01-31T12:00:00Z"),
        good("longest window", with_(window="w" * 80), window="w" * 80),
        good("no line end after the orders", with_(orders="|-\n  build baths"), orders="build baths"),
        good("one order on the line", with_(orders="build baths"), orders="build baths"),
        good("withdrawn", with_(orders='""'), orders=""),
        good("blank lines kept", with_(orders="|+\n  a\n\n  b\n\n"), orders="a\n\nb\n\n\n"),
        good("indented orders", with_(orders="|2\n    a\n  b"), orders="  a\nb\n"),
        good(
            "YAML signs in orders",
            with_(orders="|\n  - [a, *b, &c]: !x # {no} %"),
            orders="- [a, *b, &c]: !x # {no} %\n",
        ),
        good("umlauts, Hebrew and an emoji", with_(orders="|\n  say Größe שלום 🎲"), orders="say Größe שלום 🎲\n"),
        good("escapes", with_(orders='"say \\u00fc\\n"'), orders="say ü\n"),
        good("single quotes", with_(orders="'say ''hello'''"), orders="say 'hello'"),
        {
            **good("exactly 64 KiB", ""),
            "last_order": {"unit": "x", "times": room},
            **repeated(with_(orders="|\n  ")[:-1], "x", room, "\n"),
        },
    ]


def invalid() -> list[Case]:
    return [*_bytes(), *_yaml(), *_keys(), *_values(), *_names()]


def _bytes() -> list[Case]:
    def seen(line: int, code: str) -> str:
        return f"line {line}: there is an invisible character ({code}); delete it."

    def turned(code: str) -> str:
        return f"line 6: there is the character {code}, which makes a line look different from what it says; delete it."

    mark = "line {}: there is a byte order mark (U+FEFF); save the file as UTF-8 without one."
    nul = "line {}: there is a NUL character; the file must be plain text."
    utf8 = "line {}: byte {} is not UTF-8; save the file as UTF-8 text."
    cr = "line {}: there is a carriage return in the middle of a line; end lines with LF or CRLF."
    head = MOVE.split("  build")[0]
    return [
        bad(
            "one byte too long",
            repeated(f"{head}  ", "x", 65536 - len(head) - 2, "\n"),
            "The file has 65537 bytes; at most 65536 are allowed.",
        ),
        bad(
            "10 MB",
            repeated(head, "  build baths\n", 750_000),
            f"The file has {len(head) + 14 * 750_000} bytes; at most 65536 are allowed.",
        ),
        bad("BOM", b"\xef\xbb\xbf" + MOVE.encode(), mark.format(1)),
        bad("BOM inside", with_(orders="|\n  a\ufeffb"), mark.format(6)),
        bad("NUL", MOVE.encode().replace(b"baths", b"ba\0ths"), nul.format(6)),
        bad("NUL as escape", with_(orders='"a\\0b"'), nul.format(5)),
        bad("latin-1", with_(orders="|\n  Größe").encode("latin-1"), utf8.format(6, "0xF6")),
        bad("UTF-16", MOVE.encode("utf-16-le").join([b"\xff\xfe", b""]), utf8.format(1, "0xFF")),
        bad("lone surrogate", MOVE.encode().replace(b"baths", b"\xed\xa0\x80"), utf8.format(6, "0xED")),
        bad("lone surrogate as escape", with_(orders='"a\\ud800b"'), f"line 5: {SYNTAX}"),
        bad("overlong UTF-8", MOVE.encode().replace(b"baths", b"\xc0\xaf"), utf8.format(6, "0xC0")),
        bad("cut inside a character", MOVE.encode() + b"  \xc3", utf8.format(8, "0xC3")),
        bad("lone CR", MOVE.encode().replace(b"baths", b"ba\rths"), cr.format(6)),
        bad("CR only", MOVE.encode().replace(b"\n", b"\r"), cr.format(1)),
        bad("bell", with_(orders="|\n  a\x07b"), seen(6, "U+0007")),
        bad("escape sequence", with_(orders="|\n  \x1b[2Jb"), seen(6, "U+001B")),
        bad("DEL", with_(orders="|\n  a\x7fb"), seen(6, "U+007F")),
        bad("NEL", with_(orders="|\n  a\x85  b"), seen(6, "U+0085")),
        bad("line separator", with_(orders="|\n  a\u2028  b"), seen(6, "U+2028")),
        bad("noncharacter", with_(orders="|\n  a\ufffeb"), seen(6, "U+FFFE")),
        bad("control character as escape", with_(orders='"a\\x07b"'), seen(5, "U+0007")),
        bad("right-to-left override in orders", with_(orders="|\n  pay \u202e2 to anna"), turned("U+202E")),
        bad("isolate in a comment", with_(orders="|\n  a # \u2066x"), turned("U+2066")),
    ]


def _yaml() -> list[Case]:
    def tag(line: int, found: str) -> str:
        return f"line {line}: there is a YAML tag or directive ({found}); {TEXT}."

    top = "line 1: the file must consist of lines `key: value`; this is something else."
    nested = "line {}: `{}` holds a list or a map; it must be text."
    tab = "line {}: there is a tab, which YAML readers treat differently; use spaces."
    complex_ = f"line 1: a list or a map cannot be a key; {KEYS}."
    return [
        bad("str tag", with_(game="!!str duel-42"), tag(1, "tag:yaml.org,2002:str")),
        bad(
            "python tag",
            with_(game="!!python/object/apply:os.system duel-42"),
            tag(1, "tag:yaml.org,2002:python/object/apply:os…"),
        ),
        bad("own tag", with_(player="!x anna"), tag(2, "!x")),
        bad("bare tag", with_(player="! anna"), tag(2, "!")),
        bad("tag on the map", f"!!map\n{MOVE}", tag(1, "tag:yaml.org,2002:map")),
        bad("YAML directive", f"%YAML 1.1\n---\n{MOVE}", tag(1, "%YAML")),
        bad("TAG directive", f"%TAG !e! tag:example.org,2000:\n---\n{MOVE}", tag(1, "%TAG")),
        bad("anchor", with_(player="&a anna"), "line 2: there is a YAML anchor (&a); write the value itself."),
        bad("alias", with_(window="*a"), "line 4: there is a YAML alias (*a); write the value itself."),
        bad("merge key", f"{MOVE}<<: anna\n", f"line 8: there is no key `<<`; {KEYS}."),
        bad("list as orders", with_(orders="\n  - build baths\n  - pass"), nested.format(5, "orders")),
        bad("map as window", with_(window="{turn: 3}"), nested.format(4, "window")),
        bad(
            "10,000 levels deep in a second window",
            repeated(with_()[:-1] + "\nwindow: ", "[", 10_000),
            "line 8: `window` appears a second time; the first is in line 4.",
        ),
        bad(
            "10,000 levels deep in a list",
            repeated(without("window") + "window: ", "[", 10_000),
            nested.format(7, "window"),
        ),
        bad(
            "10,000 levels deep in maps",
            repeated(without("window") + "window: ", "{a: ", 10_000),
            nested.format(7, "window"),
        ),
        bad("10,000 levels at the top", repeated("", "[", 10_000), top),
        bad("10,000 levels of blocks", repeated("", "- ", 10_000), top),
        bad("a list as key", f"[a, b]: c\n{MOVE}", complex_),
        bad("a map as key", f"? {{a: b}}\n: c\n{MOVE}", complex_),
        bad(
            "two documents", f"{MOVE}---\n{MOVE}", "line 8: a second document begins here; one file holds one document."
        ),
        bad("a list", "- build baths\n", top),
        bad("a sentence", "I build the baths.\n", top),
        bad("empty", "", "There is no move in this file; it needs lines for game, player, after, orders."),
        bad(
            "only a comment",
            "# nothing\n",
            "There is no move in this file; it needs lines for game, player, after, orders.",
        ),
        bad("tab as indent", with_(orders="|\n\tbuild baths"), tab.format(6)),
        bad("tab in orders", with_(orders="|\n  build\tbaths"), tab.format(6)),
        bad("tab after a colon", MOVE.replace("player: ", "player:\t"), tab.format(2)),
        bad("tab as escape", with_(orders='"build\\tbaths"'), tab.format(5)),
        bad("indent by one blank less", with_(orders="|\n  build baths\n pass"), f"line 7: {SYNTAX}"),
        bad("open quote", MOVE + 'window2: "\n', f"line 9: {SYNTAX}"),
        bad("orders not indented", with_(orders="|\nbuild baths"), f"line 7: {SYNTAX}"),
        bad("unknown escape", with_(orders='"a\\qb"'), f"line 5: {SYNTAX}"),
    ]


def _keys() -> list[Case]:
    again = "appears a second time; the first is in line"
    return [
        bad("duplicate key", f"{MOVE}game: duel-42\n", f"line 8: `game` {again} 1."),
        bad("duplicate key in quotes", f'{MOVE}"player": ben\n', f"line 8: `player` {again} 2."),
        bad("duplicate orders", f"{MOVE}orders: pass\n", f"line 8: `orders` {again} 5."),
        bad("unknown key", f"{MOVE}moves: pass\n", f"line 8: there is no key `moves`; {KEYS}."),
        bad("upper case key", f"{MOVE}Orders: pass\n", f"line 8: there is no key `Orders`; {KEYS}."),
        bad("look-alike key", f"{MOVE}gаme: duel-42\n", f"line 8: there is no key `gаme`; {KEYS}."),
        bad("empty key", f"{MOVE}'': x\n", f"line 8: there is no key empty; {KEYS}."),
        bad("game missing", without("game"), "`game` is missing; add a line `game: duel-42`."),
        bad("player missing", without("player"), "`player` is missing; add a line `player: anna`."),
        bad(
            "after missing",
            without("after"),
            "`after` is missing; add a line `after:` with the ledger head from your report "
            "(`pbem order` writes it by itself, `pbem status --json` shows it).",
        ),
        bad(
            "orders missing",
            MOVE.split("orders")[0],
            "`orders` is missing; add a line `orders: |` with the orders below it.",
        ),
    ]


def _values() -> list[Case]:
    after = "line 3: `after` is {}; it must be the 64 hex digits (0-9, a-f) of the ledger head in your report."
    window = "line 4: `window` is {}; it must be one line of 1 to 80 visible characters."
    return [
        bad("head too short", with_(after=HEAD[:-1]), after.format(f"`{HEAD[:48]}…`")),
        bad("head too long", with_(after=HEAD + "0"), after.format(f"`{HEAD[:48]}…`")),
        bad("head in upper case", with_(after="AB" * 32), after.format(f"`{'AB' * 24}…`")),
        bad("head with g", with_(after="g" * 64), after.format(f"`{'g' * 48}…`")),
        bad("head empty", with_(after=""), after.format("empty")),
        bad("head in full-width digits", with_(after="１" * 64), after.format(f"`{'１' * 48}…`")),
        *[
            bad(
                f"written {name}",
                with_(written=text),
                "line 5: `written` is "
                + (shown or f"`{text}`")
                + "; it must be a time in UTC, such as 2026-01-31T12:00:00Z, or be left out.",
            )
            for name, text, shown in (
                ("in words", "yesterday", ""),
                ("on no day", "2026-02-30T12:00:00Z", ""),
                ("nowhere", '""', "empty"),
                ("with an offset", "2026-01-31T12:00:00+01:00", ""),
                ("by half", "2026-01-31T12:00Z", ""),
                ("without noughts", "2026-1-31T12:00:00Z", ""),
            )
        ],
        bad("window empty", with_(window='""'), window.format("empty")),
        bad("window too long", with_(window="w" * 81), window.format(f"`{'w' * 48}…`")),
        bad("window with blank around", with_(window='" turn 3"'), window.format("` turn 3`")),
        bad("window of two lines", with_(window='"turn 3\\nturn 4"'), window.format("`turn 3\\nturn 4`")),
        bad("orders empty", with_(orders=""), f"line 5: {NONE}"),
        bad("orders of blank lines", with_(orders="|\n\n"), f"line 5: {NONE}"),
        bad("orders folded", with_(orders=">\n  build baths\n  pass"), f"line 5: {FOLDED}"),
        bad("orders plain over two lines", with_(orders="build baths\n  pass"), f"line 5: {FOLDED}"),
        bad("orders quoted over two lines", with_(orders='"build baths\n  pass"'), f"line 5: {FOLDED}"),
    ]


def _names() -> list[Case]:
    def game(name: str, value: str, found: str, why: str = "") -> Case:
        return bad(f"game: {name}", with_(game=value), f"line 1: `game` is {found}{why}; {GAME}.")

    def player(name: str, value: str, found: str, why: str = "") -> Case:
        return bad(f"player: {name}", with_(player=value), f"line 2: `player` is {found}{why}; {PLAYER}.")

    path = ", which would be a path or a device as a file name"
    turns = ", which contains a mark that reverses the reading direction"
    hidden = ", which contains an invisible character"
    return [
        game("empty", "''", "empty"),
        game("climbs out", "../../etc/passwd", "`../../etc/passwd`", path),
        game("absolute path", "/etc/passwd", "`/etc/passwd`", path),
        game("backslash", "..\\duel", "`..\\duel`", path),
        game("dots", "..", "`..`", path),
        game("drive", "'c:duel'", "`c:duel`"),
        game("device", "con", "`con`", path),
        game("device with number", "lpt1", "`lpt1`", path),
        game("hyphen first", "-rf", "`-rf`"),
        game("upper case", "Duel", "`Duel`"),
        game("blank", "duel 42", "`duel 42`"),
        game("41 characters", "a" * 41, f"`{'a' * 41}`"),
        game("percent", "'%2e%2e'", "`%2e%2e`"),
        game("line break", '"duel\\n42"', "`duel\\n42`", hidden),
        game("underscore", "duel_42", "`duel_42`"),
        game("Cyrillic", "duеl", "`duеl`", ", where U+0435 (CYRILLIC SMALL LETTER IE) is not one of a-z and 0-9"),
        game(
            "Arabic digits", "duel٤٢", "`duel٤٢`", ", where U+0664 (ARABIC-INDIC DIGIT FOUR) is not one of a-z and 0-9"
        ),
        player("Cyrillic", "аnna", "`аnna`", ", where U+0430 (CYRILLIC SMALL LETTER A) is not one of a-z and 0-9"),
        player("Greek", "annα", "`annα`", ", where U+03B1 (GREEK SMALL LETTER ALPHA) is not one of a-z and 0-9"),
        player(
            "full width",
            "ａnna",
            "`ａnna`",
            ", where U+FF41 (FULLWIDTH LATIN SMALL LETTER A) is not one of a-z and 0-9",
        ),
        player(
            "combining accent",
            "anna\u0301",
            "`anna\u0301`",
            ", where U+0301 (COMBINING ACUTE ACCENT) is not one of a-z and 0-9",
        ),
        player(
            "umlaut",
            "jürgen",
            "`jürgen`",
            ", where U+00FC (LATIN SMALL LETTER U WITH DIAERESIS) is not one of a-z and 0-9",
        ),
        player("right-to-left mark", "an\u200fna", "`an\\u200fna`", turns),
        player("left-to-right mark", "an\u200ena", "`an\\u200ena`", turns),
        player("Arabic letter mark", "an\u061cna", "`an\\u061cna`", turns),
        player("zero width joiner", "an\u200dna", "`an\\u200dna`", hidden),
        player("zero width space", "an\u200bna", "`an\\u200bna`", hidden),
        player("no-break space", "an\u00a0na", "`an\\xa0na`", hidden),
        player("soft hyphen", "an\u00adna", "`an\\xadna`", hidden),
        player("Hebrew", "אנה", "`אנה`", ", where U+05D0 (HEBREW LETTER ALEF) is not one of a-z and 0-9"),
        player("upper case", "Anna", "`Anna`"),
        player("digit first", "1anna", "`1anna`"),
        player("hyphen", "anna-b", "`anna-b`"),
        player("25 characters", "a" * 25, f"`{'a' * 25}`"),
        player("path", "anna/../ben", "`anna/../ben`", path),
        player("device", "nul", "`nul`", path),
        player("mail address", "anna@example.org", "`anna@example.org`", path),
    ]
