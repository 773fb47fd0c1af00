/// A command line up to the cursor, as a shell would split it.
struct ShellLine: Hashable, Sendable {
    /// The words before the one at the cursor.
    let words: [String]
    /// The word at the cursor, up to it; empty where none was begun.
    let partial: String
    /// The quotation mark that is open at the cursor, if one is.
    let quote: Unicode.Scalar?
    private let text: String

    // By scalars: a mark that combines with a quotation mark does not take its meaning for a shell.
    init(_ line: String) {
        var (words, word): ([String], String.UnicodeScalarView?) = ([], nil)
        var (quote, isEscaped): (Unicode.Scalar?, Bool) = (nil, false)
        func add(_ scalar: Unicode.Scalar) { word = (word ?? .init()) + [scalar] }
        for scalar in line.unicodeScalars {
            if isEscaped {
                if quote != nil, !Self.escapable.contains(scalar) { add("\\") }
                add(scalar)
                isEscaped = false
            } else if scalar == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if scalar == open { quote = nil } else { add(scalar) }
            } else if scalar == "'" || scalar == "\"" {
                (quote, word) = (scalar, word ?? .init())
            } else if scalar == " " || scalar == "\t" {
                if let word { words.append(String(word)) }
                word = nil
            } else {
                add(scalar)
            }
        }
        (self.words, partial, self.quote, text) = (words, String(word ?? .init()), quote, line)
    }

    /// What has a meaning between double quotation marks, which a backslash takes from it.
    fileprivate static let escapable: Set<Unicode.Scalar> = Set("$`\"\\".unicodeScalars)

    /// The line up to the part of its last word that bash replaces; nil where it does not end so.
    fileprivate func before(_ replaced: String) -> ShellLine? {
        let count = replaced.utf8.count
        guard text.utf8.suffix(count).elementsEqual(replaced.utf8) else { return nil }
        return ShellLine(String(decoding: text.utf8.dropLast(count), as: UTF8.self))
    }
}

/// What may stand at the cursor.
struct CompletionCandidate: Hashable, Sendable {
    /// The whole word.
    var value: String
    /// What it is, for people; empty for nothing to say.
    var description = ""
}

/// The shells that completions are written for.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// How many candidates are offered.
    private static let most = 50
    private static let special: Set<Unicode.Scalar> = Set("|&;<>()$`\\\"' \t*?[]#~!{}".unicodeScalars)

    /// The lines by which the shell's script is told of candidates: a value, and behind a tab what it is.
    ///
    /// - Parameters:
    ///   - candidates: Those whose values begin as the word at the cursor does are told.
    ///   - line: The command line.
    ///   - replaced: The part of the word at the cursor that bash is going to replace, as it stands there; nil for all.
    /// - Returns: The lines.
    func lines(_ candidates: [CompletionCandidate], _ line: ShellLine, replaced: String? = nil) -> String {
        // Bash begins a new word at a colon, an equals sign and a quotation mark, and replaces what is behind.
        let ahead = replaced == nil ? ShellLine("") : line.before(replaced ?? "")
        var seen: Set<String> = []
        return candidates.filter { $0.value.hasCompletionPrefix(line.partial) && seen.insert($0.value).inserted }
            .prefix(Self.most).compactMap { candidate in
                // One with control characters cannot be typed.
                guard candidate.value.withoutControls == candidate.value else { return nil }
                var (value, words) = (candidate.value, String(candidate.description.withoutControls.prefix(60)))
                if self == .bash {
                    guard let ahead, let rest = value.behind(ahead.partial),
                        let typed = Self.typed(rest, in: ahead.quote)
                    else { return nil }
                    value = typed
                    // What two candidates begin with is typed, and may be more than a value where case is ignored.
                    if ahead.quote != nil { words = Self.typed(words, in: ahead.quote) ?? "" }
                }
                return words.isEmpty ? "\(value)\n" : "\(value)\t\(words)\n"
            }.joined()
    }

    /// The text as bash reads it behind what stands ahead of it: nothing in it is run or replaced.
    ///
    /// - Parameters:
    ///   - text: A value, or the end of one.
    ///   - quote: The quotation mark that is open, which bash closes behind the text.
    /// - Returns: What is to be typed; nil for what cannot be written there.
    private static func typed(_ text: String, in quote: Unicode.Scalar?) -> String? {
        let scalars = text.unicodeScalars
        guard let quote else { return escaped(text, special) }
        if quote == "'" { return scalars.contains(quote) ? nil : text }
        // A backslash before it would be a part of the word.
        guard !scalars.contains("!") else { return nil }
        // Behind a quotation mark bash adds none.
        return escaped(text, ShellLine.escapable) + (scalars.last == quote ? "\"" : "")
    }

    private static func escaped(_ text: String, _ special: Set<Unicode.Scalar>) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if special.contains(scalar) { escaped.append("\\") }
            escaped.append(scalar)
        }
        return String(escaped)
    }
}

extension String {
    /// Whether it begins as what was typed does; the case of letters is of no matter where something was typed in lower
    /// case alone, and what was typed of a Hangul syllable may be a part of it.
    fileprivate func hasCompletionPrefix(_ typed: String) -> Bool {
        if hasPrefix(typed) { return true }
        return typed == typed.lowercased() && lowercased().hasPrefix(typed)
    }

    /// What follows a beginning, scalar by scalar; nil where it begins otherwise.
    fileprivate func behind(_ beginning: String) -> String? {
        guard unicodeScalars.starts(with: beginning.unicodeScalars) else { return nil }
        return String(unicodeScalars.dropFirst(beginning.unicodeScalars.count))
    }
}
