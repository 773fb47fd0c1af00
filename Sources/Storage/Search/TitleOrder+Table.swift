// Made by Scripts/generate-unicode.

extension TitleOrder {
    /// Common punctuation and symbols.
    static let punctuation: StaticString = """
        ‾_‗-‐‒–—―⁓〜〰,、;⁏:!‼⁉¡?⁈⁇¿‽.‥…。·⁕⁖⁘⁙⁚⁛⁜⁝⁞'‹›"«»()[]{}⁅⁆〈〉《》「」『』【】〔〕〖〗〘〙〚〛‖§¶⁋@*⁎⁑/\\&⁊#%‰‱\
        †‡•‣‧⁃⁌⁍′″‴⁗‵‶‷〃‸※‿⁔⁀⁐⁁⁂`´^¯¨¸°©®←→↑↓↔↕↖↗↘↙↜↝↞↟↠↡↢↣↤↥↦↧↨↩↪↫↬↭↯↰↱↲↳↴↵↶↷↸↹↺↻↼↽↾↿⇀⇁⇂⇃⇄⇅⇆⇇⇈⇉\
        ⇊⇋⇌⇐⇑⇒⇓⇔⇕⇖⇗⇘⇙⇚⇛⇜⇝⇞⇟⇠⇡⇢⇣⇤⇥⇦⇧⇨⇩⇪⇫⇬⇭⇮⇯⇰⇱⇲⇳⇴⇵⇶⇷⇸⇹⇺⇻⇼⇽⇾⇿∀∁∂∃∅∆∇∈∊∋∍∎∏∐∑+±÷×<=>¬|¦~−⁒∓∔∕⁄∖∗∘∙√\
        ∛∜∝∞∟∠∡∢∣∥∧∨∩∪∫∬∭∮∯∰∱∲∳∴∵∶∷∸∹∺∻∼∽∾∿≀≂≃≅≆≈≊≋≌≍≎≏≐≑≒≓≔≕≖≗≘≙≚≛≜≝≞≟≡≣≤≥〄〒〓〠
        """

    /// Signs of currencies.
    static let currencies: StaticString = """
        ¤¢$£¥₠₡₢₣₤₥₦₩₪₫€₭₮₯₰₱₲₳₴₵₶₷₸₹₺₻₼₽₾₿⃀₧₨
        """

    /// Latin letters that are no other letter with a mark.
    static let latin: StaticString = """
        aᴀᴁᴂɐɑɒbʙƀᴯᴃᵬɓƃcᴄȼƈɕdȸʣʥʤᴅᴆᵭɖɗƌȡẟeᴇɇǝəɛɘɚɜᴈɝɞʚɤfʩᵮƒgɡɢǥɠʛᵷɣƣhʜƕɦɧiɪᴉɨᵻɩᵼjȷᴊɉʝɟʄkᴋƙʞlỻʪʫʟ\
        ᴌƚɫɬɭȴɮƛʎmᴍᵯɱnɴᴻᴎᵰɲƞɳȵŋoᴏᴑɶᴔᴓɔᴐᴒᴖᴗɵɷȣᴕpᴘᵽᵱƥɸqȹʠɋĸrʀᴙɍᵲɹᴚɺɻɼɽɾᵳɿʁsᵴʂȿẜẝʃƪʅʆtʨᵺƾʧᴛᵵƫƭʈȶʇuᴜ\
        ᴝᴞᵫʉᵾɥʮʯɯᴟɰʊᵿvᴠʋỽʌwᴡʍxyʏɏƴỿȝzƍᴢƶᵶȥʐʑɀʒᴣƹƺʓƿƻƨƽƅʔɂʕᴤᴥʡʢʖǀǁǂǃʗʘʬʭ
        """

    /// Greek letters.
    static let greek: StaticString = """
        ΄͵϶αβγδεϝͷϛζͱηθιϳκϗλμνξοπϻϟϙρϼσͼͻͽτυφχψωϡͳϸ
        """

    /// Cyrillic letters.
    static let cyrillic: StaticString = """
        аәӕбвгғӻҕӷдԁђԃҙеєжԫҗзԅԑѕӡԇиҋійјкқӄҡҟҝԟԛлӆԯԓԡљԉԕмӎнԩӊңӈԣҥњԋоөпԥҧҁрҏԗсԍҫтԏҭћуүұѹфхӽӿҳһԧѡѿѽ\
        ѻцҵчԭҷӌҹҽҿџшщъыьҍѣэюяԙѥѧѫѩѭѯѱѳѵҩԝӏ
        """

    /// Characters and others, in turn, that each is equal to at the first level.
    static let equals: StaticString = """
        ‑‐․.‘'’'‚'‛'“"”"„"‟"〝"〞"〟"↚←↛→↮↔⇍⇐⇏⇒⇎⇔∄∃∉∈∌∋≠=∤∣∦∥≁∼≄≃≇≅≉≈≢≡ᵹgᵎᴉʦƾґг
        """

    /// Hiragana.
    static let kana: StaticString = """
        ぁぃぅぇぉゕきくゖこさしすせそたちってとなにぬねのはひふへほまみむめもゃゅょらりるれろゎゐゑをん
        """

    /// The first of the letters that U+3041 and those after it are equal to.
    static let kanaBases: StaticString = """
        ぁぁぃぃぅぅぇぇぉぉゕゕききくくゖゖここささししすすせせそそたたちちっっっててととなにぬねのはははひひひふふふへへへほほほまみむめもゃゃゅゅょょらりるれろゎゎゐゑをんぅゕゖ
        """

    /// The blocks of other alphabets, each of at most 256 characters.
    static let blocks: [ClosedRange<UInt32>] = [
        0x10A0...0x10FF, 0x1C90...0x1CBF, 0x2D00...0x2D2D, 0x0531...0x058F, 0x0591...0x05F4,
        0x0600...0x06FF, 0x0750...0x077F, 0x0870...0x08FF, 0x0700...0x074F, 0x0860...0x086A,
        0x0780...0x07B1, 0x07C0...0x07FF, 0x2D30...0x2D7F, 0x1200...0x12FF, 0x1300...0x1399,
        0x2D80...0x2DDE, 0xAB01...0xAB2E, 0x0900...0x097F, 0xA8E0...0xA8FF, 0x0980...0x09FE,
        0x0A01...0x0A76, 0x0A81...0x0AFF, 0x0B01...0x0B77, 0x0B82...0x0BFA, 0x0C00...0x0C7F,
        0x0C80...0x0CF3, 0x0D00...0x0D7F, 0x0D81...0x0DF4, 0x0E01...0x0E5B, 0x0E81...0x0EDF,
        0x0F00...0x0FDA, 0x1000...0x109F, 0xA9E0...0xA9FE, 0xAA60...0xAA7F, 0x1780...0x17F9,
        0x19E0...0x19FF, 0x1800...0x18AA, 0x13A0...0x13FD, 0xAB70...0xABBF, 0x1400...0x14FF,
        0x1500...0x15FF, 0x1600...0x167F, 0x18B0...0x18F5, 0x1680...0x169C, 0x16A0...0x16F8,
    ]
}
