// Prints, as JSON, parts of the root order of the CLDR, of which Node's ICU has a copy.
const base = new Intl.Collator('und', { sensitivity: 'base' })
const full = new Intl.Collator('und')
const folded = new Set(JSON.parse(await new Response(process.stdin).text()))

/** Letters that are others with something about them, each before the other one, although they are not folded to it. */
let equals = ''

/** The characters of some ranges for which a condition holds, in order, and of those that are equal but the first. */
function ordered(ranges, condition) {
    const chars = []
    for (const [first, last] of ranges) {
        for (let code = first; code <= last; code++) {
            const char = String.fromCodePoint(code)
            if (!folded.has(code) && condition.test(char) && base.compare(char, '') !== 0) chars.push(char)
        }
    }
    chars.sort((left, right) => full.compare(left, right) || left.codePointAt(0) - right.codePointAt(0))
    const firsts = chars.filter((char, index) => index === 0 || base.compare(chars[index - 1], char) !== 0)
    for (const char of chars) {
        const first = firsts.find(first => base.compare(first, char) === 0)
        if (first !== char && first.codePointAt(0) < 0x3041) equals += char + first
    }
    return firsts.join('')
}

const common = [[0x21, 0x40], [0x5b, 0x60], [0x7b, 0x7e], [0xa1, 0xff], [0x2010, 0x205e], [0x2190, 0x21ff],
    [0x2200, 0x2265], [0x3000, 0x3030]]
const scripts = ['Georgian', 'Armenian', 'Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko', 'Tifinagh', 'Ethiopic',
    'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala',
    'Thai', 'Lao', 'Tibetan', 'Myanmar', 'Khmer', 'Mongolian', 'Cherokee', 'Canadian_Aboriginal', 'Ogham', 'Runic']

/** The runs of letters of a script that stand beside each other, in blocks of at most 256. */
function blocks(script) {
    const found = []
    const test = new RegExp(`^[\\p{Script=${script}}]$`, 'u')
    for (let code = 0x530; code < 0xac00; code++) {
        if (!test.test(String.fromCodePoint(code))) continue
        const last = found.at(-1)
        if (last && code >> 8 === last[0] >> 8) last[1] = code
        else found.push([code, code])
    }
    return found
}

function firstLetter(script) {
    const test = new RegExp(`^[\\p{Script=${script}}&&\\p{Lo}]$`, 'v')
    for (let code = 0x530; code < 0xac00; code++) {
        if (test.test(String.fromCodePoint(code))) return String.fromCodePoint(code)
    }
    return String.fromCodePoint(blocks(script)[0][0])
}

const kana = ordered([[0x3041, 0x3096]], /\p{L}/u)
console.log(JSON.stringify({
    punctuation: ordered(common, /[\p{P}\p{S}]/u).replace(/\p{Sc}/gu, ''),
    currencies: ordered([[0x24, 0x24], [0xa2, 0xa5], [0x20a0, 0x20c0]], /\p{Sc}/u),
    latin: ordered([[0x61, 0x7a], [0xaa, 0x2af], [0x1d00, 0x1d7f], [0x1e00, 0x1eff]], /\p{Script=Latin}/u),
    greek: ordered([[0x370, 0x3ff]], /\p{Script=Greek}/u),
    cyrillic: ordered([[0x400, 0x52f]], /\p{L}/u),
    kana,
    kanaBases: Array.from({ length: 0x3097 - 0x3041 }, (_, offset) =>
        [...kana].find(letter => base.compare(letter, String.fromCodePoint(0x3041 + offset)) === 0)).join(''),
    equals,
    blocks: scripts.sort((left, right) => full.compare(firstLetter(left), firstLetter(right)))
        .flatMap(script => blocks(script)),
}))
