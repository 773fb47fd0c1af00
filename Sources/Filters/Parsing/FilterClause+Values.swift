extension FilterClause {
    // MARK: Relations

    /// Any relation to values that are ordered.
    func comparison<Value>(
        _ read: (Token) throws(FilterError) -> Value
    ) throws(FilterError) -> FilterComparison<Value> {
        var meant: [Value] = []
        for value in values { meant.append(try read(value)) }
        return FilterComparison(relation(), meant)
    }

    private func relation<Value>() -> FilterComparison<Value>.Relation {
        switch sign {
        case .has, .equal: .equal
        case .notEqual: .notEqual
        case .atMost: .atMost
        case .atLeast: .atLeast
        case .less: .less
        case .greater: .greater
        }
    }

    /// A relation to values that are equal or not.
    func equality<Value>(
        _ read: (Token) throws(FilterError) -> Value
    ) throws(FilterError) -> FilterComparison<Value> {
        guard !sign.isOrdering else {
            let reason = "\(field.rawValue) has no order; use = or !="
            throw FilterError(.comparison, reason, at: signRange)
        }
        return try comparison(read)
    }

    /// Texts behind a colon, the only sign that looks into texts.
    func texts(_ read: (Token) throws(FilterError) -> String) throws(FilterError) -> [String] {
        guard sign == .has else {
            let name = field.rawValue
            let reason = "\(name) cannot be compared; write \(name):word, or not \(name):word"
            throw FilterError(.comparison, reason, at: signRange, suggestion: ":")
        }
        return try comparison(read).values
    }

    /// A condition for each value, all of which must hold.
    func joined(_ read: (Token) throws(FilterError) -> FilterCondition) throws(FilterError) -> TaskFilter {
        guard sign == .has else {
            throw FilterError(
                .comparison, "\(field.rawValue) must be followed by a colon", at: signRange, suggestion: ":")
        }
        return .all(try comparison(read).values.map { .condition($0) })
    }

    /// Whether something is to hold.
    func truth() throws(FilterError) -> Bool {
        let wanted = try equality { token throws(FilterError) in
            guard let value = Bool(token.text.lowercased()) else { throw unknownValue(token, ["true", "false"]) }
            return value
        }
        guard values.count == 1, let value = wanted.values.first else {
            throw FilterError(.value, "\(field.rawValue) must be true or false, not a list", at: signRange)
        }
        return value == (wanted.relation == .equal)
    }

    // MARK: Values

    /// One of a few words.
    func word<Word: FilterWord>(_ token: Token) throws(FilterError) -> Word {
        guard let word = Word(word: token.text) else { throw unknownValue(token, Word.allCases.map(\.rawValue)) }
        return word
    }

    /// A text that is not empty.
    func name(_ token: Token) throws(FilterError) -> String {
        guard !token.text.isEmpty else {
            throw FilterError(.value, "\(field.rawValue) must not be empty", at: token.range)
        }
        return token.text
    }

    func project(_ token: Token) throws(FilterError) -> FilterProject {
        let name = try name(token)
        let id = token.isQuoted ? nil : Self.identifier(in: name)
        return FilterProject(id.map { .id($0) } ?? .name(name), includesChildren: token.isWithChildren)
    }

    func identifier(_ token: Token) throws(FilterError) -> String {
        guard let id = Self.identifier(in: token.text) else {
            throw FilterError(.value, "\(field.rawValue) must be an id (a UUID)", at: token.range)
        }
        return id
    }

    /// The lower-case text of a UUID.
    private static func identifier(in text: String) -> String? {
        let text = text.lowercased()
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [8, 4, 4, 4, 12] else { return nil }
        let isHex = parts.joined().allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return isHex ? text : nil
    }

    /// A field that is to be there, or to be missing, by any of its names.
    func presence(_ token: Token) throws(FilterError) -> FilterCondition {
        guard let word = FilterPresence(word: FilterField(named: token.text)?.rawValue ?? token.text) else {
            throw unknownValue(token, FilterPresence.allCases.map(\.shown))
        }
        return .presence(word, field == .has)
    }

    /// What is to hold of the task: a flag, or that it is open or closed.
    func state(_ token: Token) throws(FilterError) -> FilterCondition {
        if let flag = FilterFlag(word: token.text) { return .flag(flag, true) }
        guard let status = FilterStatus(word: token.text), [.open, .closed].contains(status) else {
            throw unknownValue(token, FilterFlag.allCases.map(\.rawValue) + ["open", "closed"])
        }
        return .status(FilterComparison(.equal, [status]))
    }

    /// A text in which there is a word to look for.
    static func searched(_ token: Token) throws(FilterError) -> String {
        guard token.text.unicodeScalars.contains(where: isOfWord) else {
            let meant = token.isQuoted ? nil : ["&": "and", "&&": "and", "|": "or", "||": "or"][token.text]
            let reason = meant.map { "\(token.text) is written \($0)" } ?? "there is no word to look for in this text"
            throw FilterError(meant == nil ? .value : .syntax, reason, at: token.range, suggestion: meant)
        }
        return token.text
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        case .decimalNumber, .letterNumber, .otherNumber: true
        // An emoji is a word of its own.
        case .otherSymbol: true
        default: false
        }
    }

    /// What people say for a value that there is.
    private static let others = [
        "done": ["completed", "closed"], "todo": ["open"], "late": ["overdue"], "repeats": ["recurring"],
        "p1": ["urgent"], "p2": ["high"], "p3": ["medium"], "p4": ["low"],
    ]

    private func unknownValue(_ token: Token, _ values: [String]) -> FilterError {
        FilterError(
            .value, "\(field.rawValue) must be one of \(values.joined(separator: ", ")), not \"\(token.text)\"",
            at: token.range,
            suggestion: NearestWord.suggestion(for: token.text, among: values)
                ?? Self.others[token.text.lowercased()].flatMap { meant in meant.first(where: values.contains) })
    }
}
