extension FilterParser {
    /// A condition; the scanner stands on its first byte, or at the end.
    mutating func condition() throws(FilterError) -> TaskFilter {
        if scanner.skip("\"") { return try words(in: try scanner.quoted()) }
        let name = scanner.word(endingAtColon: true)
        let behindName = scanner
        scanner.skipSpace()
        let signStart = scanner.position
        guard let sign = FilterClause.Sign.allCases.first(where: { scanner.skip($0.text) }) else {
            scanner = behindName
            return try bareWord(name)
        }
        guard !name.text.isEmpty else { throw lackingField(sign, at: signStart..<scanner.position) }
        try refuseTerm(name, sign)
        var clause = try FilterClause(name, sign, at: signStart..<scanner.position)
        try readValues(of: &clause)
        let filter = try clause.filter()
        if case .condition(.date) = filter {
            try refuseLostStep(behind: clause)
            try refuseTime(behind: clause)
        }
        return filter
    }

    /// The error for a sign without a field, which is often one that other languages have.
    private func lackingField(_ sign: FilterClause.Sign, at range: Range<Int>) -> FilterError {
        if sign == .has, scanner.text(0..<range.lowerBound).lowercased().hasSuffix("not") {
            return FilterError(.syntax, "behind not stands a condition, without a colon", at: range, suggestion: "not")
        }
        return FilterError(.syntax, "a field is expected before \(sign.text)", at: range)
    }

    /// A word by itself: a flag, or words to look for.
    private mutating func bareWord(_ word: FilterScanner.Token) throws(FilterError) -> TaskFilter {
        guard !word.text.isEmpty else {
            if scanner.peek == UInt8(ascii: "!"), beginsCondition(behind: "!") {
                throw FilterError(.syntax, "! is written not", at: scanner.characterRange, suggestion: "not")
            }
            throw unexpected(scanner.isAtEnd ? "a condition" : nil)
        }
        guard !Self.isKeyword(word.text) else {
            throw FilterError(.syntax, "a condition is expected before \(word.text)", at: word.range)
        }
        guard let flag = FilterFlag(word: word.text) else {
            try refuseSentence(beginningWith: word)
            try refuseVerb(behind: word)
            return try words(in: word)
        }
        try refuseValue(behind: word)
        try countTerm(word.range)
        return .condition(.flag(flag, true))
    }

    /// `recurring false` and `recurring is false` would look for the words.
    private func refuseValue(behind flag: FilterScanner.Token) throws(FilterError) {
        var ahead = scanner
        ahead.skipSpace()
        var value = ahead.word(endingAtColon: true)
        if value.text.lowercased() == "is" {
            ahead.skipSpace()
            value = ahead.word(endingAtColon: true)
        }
        guard ["true", "false"].contains(value.text.lowercased()), ahead.peek != UInt8(ascii: ":") else { return }
        throw FilterError(
            .syntax, "\(value.text) behind \(flag.text) is a word to look for, and no value of it",
            at: flag.range.lowerBound..<value.range.upperBound,
            suggestion: "\(flag.text.lowercased()):\(value.text.lowercased())")
    }

    /// Whether something follows a sign at once, as what it would negate does.
    private func beginsCondition(behind sign: StaticString) -> Bool {
        var ahead = scanner
        return ahead.skip(sign) && (ahead.peek == UInt8(ascii: "(") || !ahead.word(endingAtColon: true).text.isEmpty)
    }

    private mutating func words(in token: FilterScanner.Token) throws(FilterError) -> TaskFilter {
        try countTerm(token.range)
        return .condition(.words(.text, [try FilterClause.searched(token)]))
    }

    private mutating func readValues(of clause: inout FilterClause) throws(FilterError) {
        scanner.skipSpace()
        let start = scanner.position
        guard scanner.skip("(") else { return try readValue(of: &clause) }
        guard !clause.sign.isOrdering else {
            throw FilterError(.comparison, "\(clause.sign.text) takes one value, not a list", at: start..<start + 1)
        }
        repeat {
            scanner.skipSpace()
            try readValue(of: &clause)
            scanner.skipSpace()
        } while scanner.skip(",")
        guard scanner.skip(")") else {
            throw scanner.isAtEnd
                ? FilterError(.syntax, "the list is not closed", at: start..<start + 1)
                : unexpected("a comma or a closing parenthesis")
        }
    }

    private mutating func readValue(of clause: inout FilterClause) throws(FilterError) {
        var token = scanner.skip("\"") ? try scanner.quoted() : scanner.word(endingAtColon: false)
        guard token.isQuoted || !token.text.isEmpty else {
            if clause.sign == .equal, scanner.peek == UInt8(ascii: "=") {
                throw FilterError(.syntax, "== is written =", at: scanner.characterRange, suggestion: "=")
            }
            throw unexpected("a value of \(clause.field.rawValue)")
        }
        guard token.isQuoted || !Self.isKeyword(token.text) else {
            throw FilterError(
                .syntax, "a value is expected before \(token.text)", at: token.range, suggestion: "\"\(token.text)\"")
        }
        if clause.field == .project {
            token.isWithChildren = token.isQuoted ? scanner.skip("/*") : token.text.hasSuffix("/*")
            if token.isWithChildren, !token.isQuoted { token.text.removeLast(2) }
        }
        try refuseAbsence(token, of: clause)
        try countTerm(token.range)
        clause.values.append(token)
    }

    /// Refuses `due = null` and `due != none` with what asks whether there is a value.
    private func refuseAbsence(_ token: FilterScanner.Token, of clause: FilterClause) throws(FilterError) {
        let isDate = [.due, .start, .completedAt].contains(clause.field)
        guard isDate, !token.isQuoted, Self.absences.contains(token.text.lowercased()), clause.values.isEmpty,
            [.equal, .notEqual, .has].contains(clause.sign)
        else { return }
        throw FilterError(
            .value, "\"\(token.text)\" is not a date", at: clause.nameRange.lowerBound..<token.range.upperBound,
            suggestion: "\(clause.sign == .notEqual ? "has" : "no"):\(clause.field.rawValue)")
    }

    /// With a space for the plus sign, as an address has it that was not encoded, `today+3d` would be a search for `3d`.
    private func refuseLostStep(behind clause: FilterClause) throws(FilterError) {
        var ahead = scanner
        ahead.skipSpace()
        var word = ahead.word(endingAtColon: true)
        let start = word.range.lowerBound
        guard let date = clause.values.last else { return }
        var sign = "+"
        if word.text == "+" || word.text == "-" {
            sign = word.text
            ahead.skipSpace()
            word = ahead.word(endingAtColon: true)
        } else if word.text.hasPrefix("+") || word.text.hasPrefix("-") {
            sign = ""
        }
        guard FilterDate.steps(sign + word.text)?.isEmpty == false else { return }
        throw FilterError(
            .syntax, "join a step to its date with + or -; in a URL write + as %2B", at: start..<word.range.upperBound,
            suggestion: "\(date.text)\(sign)\(word.text)")
    }

    /// A time of day, or another day, behind a date would be looked for as a word, and no task would have it.
    private func refuseTime(behind clause: FilterClause) throws(FilterError) {
        var ahead = scanner
        ahead.skipSpace()
        let word = ahead.word(endingAtColon: false)
        guard let date = clause.values.last, FilterDate.looksLikeTime(word.text) else { return }
        ahead.skipSpace()
        // With a sign behind it, it is the field of the next condition.
        guard !FilterClause.Sign.allCases.contains(where: { ahead.skip($0.text) }) else { return }
        throw FilterError(
            .syntax,
            "\(word.text) behind the date \(date.text) is a word to look for; write a time as 2026-11-27T17:00, or quote "
                + "the word", at: word.range)
    }

    /// What other languages say for a value that is missing.
    private static let absences: Set = ["null", "none", "nil", "empty"]

    /// `due is today` would look for three words.
    private func refuseSentence(beginningWith word: FilterScanner.Token) throws(FilterError) {
        guard let field = FilterField(named: word.text) else { return }
        var ahead = scanner
        ahead.skipSpace()
        let verb = ahead.word(endingAtColon: true)
        if verb.text.lowercased() == "is", let (isNegated, end) = absence(from: ahead),
            FilterPresence(word: field.rawValue) != nil
        {
            throw FilterError(
                .syntax, "\(word.text) is … looks for these words", at: word.range.lowerBound..<end,
                suggestion: "\(isNegated ? "has" : "no"):\(field.rawValue)")
        }
        guard verb.text.lowercased() == "is", ahead.peek.map({ $0 != UInt8(ascii: ":") }) == true else { return }
        throw FilterError(
            .syntax, "\(word.text) is … looks for these words; write \(field.rawValue) = …", at: verb.range,
            suggestion: "=")
    }

    /// `title contains rent` and `due before friday` would look for three words.
    private func refuseVerb(behind word: FilterScanner.Token) throws(FilterError) {
        guard let field = FilterField(named: word.text) else { return }
        var ahead = scanner
        ahead.skipSpace()
        let verb = ahead.word(endingAtColon: true).text.lowercased()
        guard let sign = field.sign(of: verb) else { return }
        ahead.skipSpace()
        let start = ahead.position
        guard (try? ahead.skip("\"") ? ahead.quoted() : ahead.word(endingAtColon: false)) != nil, ahead.position > start
        else { return }
        let value = ahead.text(start..<ahead.position)
        // "within 3d" is until then.
        let filters = [value, "+\(value)"].map { "\(field.rawValue)\(sign)\($0)" }
        guard let meant = filters.first(where: { (try? TaskFilter($0)) != nil }) else { return }
        throw FilterError(
            .syntax, "\(word.text) \(verb) … looks for these words",
            at: word.range.lowerBound..<ahead.position, suggestion: meant)
    }

    /// Whether "not" stands before a word for a value that is missing, and where that ends; nil where there is no such word.
    private func absence(from start: FilterScanner) -> (isNegated: Bool, end: Int)? {
        var ahead = start
        ahead.skipSpace()
        var value = ahead.word(endingAtColon: true)
        let isNegated = value.text.lowercased() == "not"
        if isNegated {
            ahead.skipSpace()
            value = ahead.word(endingAtColon: true)
        }
        return Self.absences.contains(value.text.lowercased()) ? (isNegated, value.range.upperBound) : nil
    }
}
