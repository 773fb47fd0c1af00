"""Writes the tables of Sources/Storage/Search."""

import json
import pathlib
import subprocess
import sys
import textwrap

import folding

HERE = pathlib.Path(__file__).parent
WIDTH = 88


def folding_lines(table: dict[int, str]) -> list[str]:
    """Characters that follow each other, from a hexadecimal code on; `-` is one that stays."""
    lines: list[str] = []
    line, following = "", -1
    for code, text in sorted(table.items()):
        gap = code - following
        if not line or gap > 3 or len(line) > WIDTH:
            if line:
                lines.append(line)
            line = f"{code:X}"
        else:
            line += " -" * gap
        line += " " + text
        following = code + 1
    return lines + [line]


def literal(name: str, comment: str, lines: list[str]) -> str:
    body = "\n".join("        " + line for line in lines)
    return f'    /// {comment}\n    static let {name}: StaticString = """\n{body}\n        """\n'


def wrapped(text: str) -> list[str]:
    parts = [text[start : start + WIDTH] for start in range(0, len(text), WIDTH)]
    return [part.replace("\\", "\\\\") + ("\\" if part is not parts[-1] else "") for part in parts]


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    table = folding.table()
    head = "// Made by Scripts/generate-unicode.\n\n"
    (folder / "Folding+Table.swift").write_text(
        head
        + "extension Folding {\n"
        + literal(
            "targets",
            "What characters are folded to: from a code on, one after the other; `-` stays as it is.",
            folding_lines(table),
        )
        + "}\n"
    )
    answer = subprocess.run(
        ["node", str(HERE / "order.mjs")], input=json.dumps(sorted(table)), capture_output=True, text=True, check=True
    )
    order = json.loads(answer.stdout)
    parts = [
        literal("punctuation", "Common punctuation and symbols.", wrapped(order["punctuation"])),
        literal("currencies", "Signs of currencies.", wrapped(order["currencies"])),
        literal("latin", "Latin letters that are no other letter with a mark.", wrapped(order["latin"])),
        literal("greek", "Greek letters.", wrapped(order["greek"])),
        literal("cyrillic", "Cyrillic letters.", wrapped(order["cyrillic"])),
        literal("equals", "Characters and others, in turn, that each is equal to at the first level.",
                wrapped(order["equals"])),
        literal("kana", "Hiragana.", wrapped(order["kana"])),
        literal("kanaBases", "The first of the letters that U+3041 and those after it are equal to.",
                wrapped(order["kanaBases"])),
    ]
    ranges = textwrap.wrap(
        ", ".join(f"0x{first:04X}...0x{last:04X}".replace(" ", "") for first, last in order["blocks"]), 100
    )
    blocks = (
        "    /// The blocks of other alphabets, each of at most 256 characters.\n"
        "    static let blocks: [ClosedRange<UInt32>] = [\n"
        + "\n".join("        " + line for line in ranges)
        + ",\n    ]\n"
    )
    (folder / "TitleOrder+Table.swift").write_text(
        head + "extension TitleOrder {\n" + "\n".join(parts + [blocks]) + "}\n"
    )


main()
