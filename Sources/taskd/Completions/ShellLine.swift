/// A command line up to the cursor, as a shell would split it.
struct ShellLine: Hashable, Sendable {
    /// The words before the one at the cursor.
    let words: [String]
    /// The word at the cursor, up to it; empty where none was begun.
    let partial: String
    /// Whether the word at the cursor stands in quotation marks that are open.
    let isQuoted: Bool

    init(_ line: String) {
        var (words, word): ([String], String?) = ([], nil)
        var (quote, isEscaped): (Character?, Bool) = (nil, false)
        for character in line {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                (quote, word) = (character, word ?? "")
            } else if character == " " || character == "\t" {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        (self.words, partial, isQuoted) = (words, word ?? "", quote != nil)
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
    private static let special: Set<Character> = Set("|&;<>()$`\\\"' \t*?[]#~!{}")

    /// The lines by which the shell's script is told of candidates: a value, and behind a tab what it is.
    ///
    /// - Parameters:
    ///   - candidates: Those whose values begin as the word at the cursor does are told.
    ///   - line: The command line.
    ///   - replaced: The part of the word at the cursor that bash is going to replace, as it stands there; nil for all.
    /// - Returns: The lines.
    func lines(_ candidates: [CompletionCandidate], _ line: ShellLine, replaced: String? = nil) -> String {
        // Within quotation marks bash hands over the text as it is.
        let kept = replaced.map { line.isQuoted ? $0 : ShellLine($0).partial } ?? line.partial
        // Bash begins a new word at a colon and an equals sign, and replaces what is behind.
        let isKept = self == .bash && line.partial.hasSuffix(kept)
        let ahead = isKept ? line.partial.count - kept.count : 0
        var seen: Set<String> = []
        return candidates.filter { $0.value.hasCompletionPrefix(line.partial) && seen.insert($0.value).inserted }
            .prefix(Self.most).map { candidate in
                var value = String(candidate.value.dropFirst(ahead)).withoutControls
                if self == .bash, !line.isQuoted { value = Self.escaped(value) }
                let words = candidate.description.withoutControls
                return words.isEmpty ? "\(value)\n" : "\(value)\t\(words.prefix(60))\n"
            }.joined()
    }

    /// The text as bash reads it as one word.
    private static func escaped(_ text: String) -> String {
        text.map { special.contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}

extension String {
    /// Whether it begins as what was typed does; the case of letters is of no matter where something was typed in lower
    /// case alone, and what was typed of a Hangul syllable may be a part of it.
    fileprivate func hasCompletionPrefix(_ typed: String) -> Bool {
        if hasPrefix(typed) { return true }
        return typed == typed.lowercased() && lowercased().hasPrefix(typed)
    }
}
