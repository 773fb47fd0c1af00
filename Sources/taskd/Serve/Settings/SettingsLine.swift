/// A line of a settings file that is no YAML, and what its writer most likely left away.
struct SettingsLine {
    private let text: Substring
    private let number: Int

    /// What is wrong with the first line at fault, with how to write it; nil where no line by itself tells.
    ///
    /// - Parameters:
    ///   - text: The file, which is not valid as a whole.
    ///   - last: The line at which that was noticed, behind which none is looked at.
    /// - Returns: The words.
    static func fault(in text: String, through last: Int) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(last)
        var before = ""
        for (index, text) in lines.enumerated() {
            let line = SettingsLine(text: text, number: index + 1)
            if let fault = line.fault(behind: before) { return fault }
            if !line.words.isEmpty { before = line.words }
        }
        return nil
    }

    /// The line without the spaces around it; nothing for a comment.
    private var words: String {
        let words = String(text).trimmingSpaces
        return words.hasPrefix("#") ? "" : words
    }

    private func fault(behind before: String) -> String? {
        if text.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") {
            return "line \(number) begins with a tab; write spaces"
        }
        return withoutColon(behind: before) ?? unquoted
    }

    /// A line with neither a colon nor what makes it a part of the one before it.
    private func withoutColon(behind before: String) -> String? {
        guard let first = words.first, first.isLetter, !words.contains(":"),
            before.last.map({ !":,[{|>-".contains($0) }) ?? true
        else { return nil }
        return "line \(number) has no colon; write a setting on each line, such as zone: Europe/Berlin"
    }

    /// A value that begins with a sign which YAML gives a meaning, where it is plainly meant to be text.
    private var unquoted: String? {
        guard let match = words.wholeMatch(of: /([A-Za-z]+):\s+(\S.*)/), let first = match.output.2.first else {
            return nil
        }
        let value = match.output.2
        let isList = first == "[" && value.contains(/\][^\s#]/)
        guard "*&!%@`".contains(first) || isList else { return nil }
        return "line \(number) needs quotation marks: \(match.output.1): \"\(value)\""
    }
}
