"""What each character is searched and sorted as: NFKD, case folding, and no diacritics."""

import unicodedata

# Letters that Unicode does not take apart, as the letters that people type for them.
STROKED = {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ı": "i"}

# The marks that make another letter, not a letter with a mark.
VOICED = {"\u3099", "\u309a"}


# Letters, numbers, symbols such as those of units, and the vowels of Indic scripts, some of which are made of two.
KINDS = {"Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No", "So", "Mn", "Mc"}


def is_diacritic(char: str) -> bool:
    """Whether a mark stands above or below a letter, or is a point of Hebrew or Arabic; vowels of Indic scripts stay."""
    kind = unicodedata.combining(char)
    return unicodedata.category(char) == "Mn" and (kind == 1 or 10 <= kind <= 36 or 200 <= kind <= 240)


def folded(char: str) -> str:
    code = ord(char)
    if unicodedata.category(char) == "Nd":
        return str(unicodedata.decimal(char))
    if 0x3131 <= code <= 0x318E:
        # The letters of Hangul by themselves, as a keyboard gives them.
        return char
    if 0xFFA0 <= code <= 0xFFDC:
        return chr(int(unicodedata.decomposition(char).split()[-1], 16))
    text = unicodedata.normalize("NFKD", char)
    if text in ("и\u0306", "И\u0306"):
        return "й"
    text = unicodedata.normalize("NFKD", text.casefold())
    text = "".join(STROKED.get(part, part) for part in text if not is_diacritic(part))
    if any(part in VOICED or 0x1100 <= ord(part) <= 0x11FF for part in text):
        text = unicodedata.normalize("NFC", text)
    return "".join(part for part in text if unicodedata.category(part)[0] in "LNM")


def table() -> dict[int, str]:
    """The characters that are not folded as themselves, but for Hangul syllables and ASCII."""
    found = {}
    for code in range(0x80, 0x110000):
        char = chr(code)
        if 0xAC00 <= code <= 0xD7A3 or unicodedata.category(char) not in KINDS or char in VOICED or is_diacritic(char):
            continue
        text = folded(char)
        if text and text != char:
            found[code] = text
    return found
