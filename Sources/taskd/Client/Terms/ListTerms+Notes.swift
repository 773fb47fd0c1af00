import Filters

/// Words of a list that look like conditions, and are looked for: they are told where nothing is found.
extension ListTerms {
    /// Why a word such as `priorty:high` or `due.before:today` is no condition; nil for one that does not look like any.
    static func unread(_ term: String) -> String? {
        let typed =
            TermArguments.field(term) ?? TermArguments.comparison(term).map { ($0.name, $0.value) }
        guard let (name, value) = typed, name.count > 2, !value.hasPrefix("/"),
            name.allSatisfy({ $0.isLetter || $0 == "." || $0 == "_" })
        else { return nil }
        let reason = "there is no field \"\(name.shown)\""
        let parts = name.split { ".".contains($0) || $0 == "_" }.map(String.init)
        if parts.count == 2, isKnown(parts[0]) {
            let sign = [
                "before": "<", "below": "<", "until": "<=", "by": "<=", "after": ">", "above": ">", "from": ">=",
            ]
            return "\(reason); did you mean '\(parts[0])\(sign[parts[1]] ?? ":")\(value.shown)'?"
        }
        let names = ordered.union(["tag", "project", "status", "title", "text", "description", "location"])
        return NearestName.of(name, among: names.sorted()).map { "\(reason); did you mean \($0):\(value.shown)?" }
            ?? "\(reason); taskd help filters tells what there is"
    }

    /// That a day or a priority by itself is a word to look for, with the term that was most likely meant.
    var conditionsAmongWords: [String] {
        let phrases = words.count > 1 ? [words.joined(separator: " ")] + words : words
        return phrases.compactMap { phrase in
            PriorityArgument(rawValue: phrase.lowercased()).map { (phrase, "p:\($0.rawValue)") }
                ?? (days.isDay(phrase) ? (phrase, "due:\(phrase)") : nil)
        }.prefix(1).map { words, term in
            "\"\(words.shown)\" is looked for as \(words.contains(" ") ? "words" : "a word"); did you mean "
                + "\(term.contains(" ") ? "'\(term.shown)'" : term.shown)?"
        }
    }

    /// That words behind a day, such as those of `due:fri 5pm` without quotation marks, are no part of it, with all of it as
    /// one term.
    func timesBehindDays(_ terms: [String]) -> [String] {
        terms.enumerated().compactMap { place, term in
            let typed = TermArguments.field(term) ?? TermArguments.comparison(term).map { ($0.name, $0.value) }
            guard let (name, value) = typed, Self.timeFields.contains(name) else { return nil }
            let following = terms[(place + 1)...].prefix(while: words.contains).prefix(Self.maxWordsOfTime)
            let counts = (1...Self.maxWordsOfTime).reversed().filter { $0 <= following.count }
            let time = counts.lazy.map { following.prefix($0).joined(separator: " ") }
                .first { days.isTime("\(value) \($0)") }
            return time.map {
                "\"\($0.shown)\" is looked for as \($0.contains(" ") ? "words" : "a word"); "
                    + "did you mean '\(term.shown) \($0.shown)'?"
            }
        }
    }

    /// How many words a time behind a day has at most.
    private static let maxWordsOfTime = 4

    /// That a filter such as `overdue or tag:home`, or the `or` between terms, is looked for as words.
    var filtersAmongWords: [String] {
        words.compactMap { word in
            let parts = word.lowercased().split(separator: " ").map(String.init)
            guard parts.contains(where: ["and", "or", "not"].contains) else { return nil }
            if parts.count == 1 {
                return
                    "\"\(word.shown)\" is looked for as a word; a filter has it, such as --where 'overdue or tag:home'"
            }
            guard (try? TaskFilter(word)) != nil else { return nil }
            return "\"\(word.shown)\" is looked for as words; did you mean --where '\(word.shown)'?"
        }
    }
}
