"""Makes the table of the characters that take two cells of a terminal, and the fixture that its reader is held against.

The ranges are those of East Asian Width W and F (UAX #11) as the package wcwidth has them; what Python's own unicodedata
knows of them must agree, or nothing is written. The fixture's widths are those that wcwidth gives whole strings.
"""

import json
import random
import sys
import unicodedata

import wcwidth
from wcwidth.table_wide import WIDE_EASTASIAN

HEADER = """\
/// The characters that take two cells of a terminal: East Asian Width W and F (UAX #11).
///
/// Made by Scripts/generate-unicode from Unicode {version}; do not edit.
extension DisplayWidth {{
    /// The first and the last scalar of each range, one after the other, in ascending order.
    static let wideRanges: [UInt32] = [
{rows}
    ]
}}
"""

# Without letters that a joiner or a vowel sign follows, of which terminals make different things.
SAMPLES = [
    "", "plain", "한국어 제목", "日本語と English", "中文，标点。", "カタカナ ｶﾅ", "ＡＢＣ", "é", "e\u0301", "Ångström",
    "👍", "👍🏽", "👨‍👩‍👧", "🏳️‍🌈", "🇰🇷", "🇰🇷🇩🇪", "1️⃣", "❤️", "☎️", "✈️ trip", "☕ coffee", "⌚", "\u1112\u1161\u11ab",
    "ㄱㄴㄷ", "a\u200bb", "…", "—", "→", "№", "½", "αβγ", "Ж", "שלום", "مرحبا", "ไทย",
    "𠀀𠀁", "🥳🎉", "🧑‍💻 work", "㈜회사", "①②", "、。",
]


def wide_ranges():
    version, ranges = list(WIDE_EASTASIAN.items())[-1]
    marked = bytearray(0x110000)
    for first, last in ranges:
        for code in range(first, last + 1):
            marked[code] = 1
    for code in range(0x110000):
        char = chr(code)
        # Marks take no cell of their own, whatever their class; nor does the Hangul filler.
        if unicodedata.category(char)[0] in "MC" or code == 0x3164:
            continue
        if unicodedata.east_asian_width(char) in "WF" and not marked[code]:
            sys.exit(f"U+{code:04X} is wide for unicodedata and not for wcwidth")
    return version, ranges


def table(path):
    version, ranges = wide_ranges()
    numbers = [f"0x{number:04X}" for pair in ranges for number in pair]
    rows = [", ".join(numbers[at : at + 10]) for at in range(0, len(numbers), 10)]
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEADER.format(version=version, rows="\n".join(f"        {row}," for row in rows)))


def fixture(path):
    """Samples, and strings of letters, numbers, punctuation and symbols of the whole of Unicode."""
    source = random.Random(20261121)
    taken = [
        chr(code)
        for code in range(0x20, 0x110000)
        if unicodedata.category(chr(code))[0] in "LNPS"
        and not 0x1F1E6 <= code <= 0x1F1FF  # a flag's half is no text
        and not 0x1F3FB <= code <= 0x1F3FF
        and not 0x1160 <= code <= 0x11FF
        and not 0xD7B0 <= code <= 0xD7FB
        and code not in (0x115F, 0x3164, 0xFFA0)
    ]
    texts = SAMPLES + ["".join(source.choice(taken) + " " for _ in range(6)) for _ in range(2_000)]
    with open(path, "w", encoding="utf-8") as file:
        for text in texts:
            width = wcwidth.wcswidth(text)
            file.write(json.dumps({"text": text, "width": width}, ensure_ascii=True) + "\n")


if __name__ == "__main__":
    table(sys.argv[1])
    fixture(sys.argv[2])
