/// Reads a filter by recursive descent.
///
/// The grammar:
///
///     filter     = and *( "or" and )
///     and        = not *( [ "and" ] not )
///     not        = "not" not / "(" filter ")" / condition
///     condition  = field relation value / field relation "(" value *( "," value ) ")" / word / quoted
///     relation   = ":" / "=" / "!=" / "<" / "<=" / ">" / ">="
struct FilterParser {
    var scanner: FilterScanner
    private var depth = 0
    private var terms = 0

    init(_ text: String) {
        // One byte more than is accepted tells that the text is too long.
        scanner = FilterScanner(Array(text.utf8.prefix(TaskFilter.Bounds.length + 1)))
    }

    mutating func filter() throws(FilterError) -> TaskFilter {
        let most = TaskFilter.Bounds.length
        guard scanner.count <= most else {
            throw FilterError(.limit, "a filter has at most \(most) bytes", at: most..<scanner.count)
        }
        let filter = try disjunction()
        scanner.skipSpace()
        guard scanner.isAtEnd else { throw unexpected() }
        return filter
    }

    private mutating func disjunction() throws(FilterError) -> TaskFilter {
        var parts = [try conjunction()]
        while skipKeyword("or") { parts.append(try conjunction()) }
        return .any(parts)
    }

    private mutating func conjunction() throws(FilterError) -> TaskFilter {
        var parts = [try negation()]
        while skipKeyword("and") || isAtCondition { parts.append(try negation()) }
        return .all(parts)
    }

    private mutating func negation() throws(FilterError) -> TaskFilter {
        scanner.skipSpace()
        let start = scanner.position
        if skipKeyword("not") {
            try descend(from: start)
            defer { depth -= 1 }
            return .not(try negation())
        }
        guard scanner.skip("(") else { return try condition() }
        try descend(from: start)
        defer { depth -= 1 }
        let filter = try disjunction()
        scanner.skipSpace()
        guard scanner.skip(")") else {
            throw scanner.isAtEnd
                ? FilterError(.syntax, "the parenthesis is not closed", at: start..<start + 1) : unexpected()
        }
        return filter
    }

    private mutating func descend(from start: Int) throws(FilterError) {
        depth += 1
        guard depth <= TaskFilter.Bounds.depth else {
            let reason = "parentheses and \"not\" may be nested at most \(TaskFilter.Bounds.depth) deep"
            throw FilterError(.limit, reason, at: start..<scanner.position)
        }
    }

    /// Counts a condition, or a value of one.
    mutating func countTerm(_ range: Range<Int>) throws(FilterError) {
        terms += 1
        guard terms <= TaskFilter.Bounds.terms else {
            throw FilterError(
                .limit, "a filter has at most \(TaskFilter.Bounds.terms) conditions and values", at: range)
        }
    }

    /// Whether something follows that is neither the end nor `or`.
    private var isAtCondition: Bool {
        var ahead = self
        ahead.scanner.skipSpace()
        guard let byte = ahead.scanner.peek, byte != UInt8(ascii: ")") else { return false }
        return !ahead.skipKeyword("or")
    }

    private mutating func skipKeyword(_ keyword: String) -> Bool {
        var ahead = scanner
        ahead.skipSpace()
        guard ahead.word(endingAtColon: true).text.lowercased() == keyword else { return false }
        scanner = ahead
        return true
    }

    static func isKeyword(_ text: String) -> Bool { ["and", "or", "not"].contains(text.lowercased()) }

    /// The error that something stands where it cannot.
    func unexpected(_ expectation: String? = nil) -> FilterError {
        let range = scanner.characterRange
        guard !range.isEmpty else {
            return FilterError(.syntax, "the filter ends where \(expectation ?? "a condition") is expected", at: range)
        }
        let found = scanner.peek.map { $0 < 0x20 || $0 == 0x7F } == true ? "control character" : scanner.text(range)
        let way =
            found == ","
            ? "write several values in parentheses, such as tag:(home, work)" : "quote a text with such characters"
        let detail = expectation.map { "; \($0) is expected" } ?? "; \(way)"
        return FilterError(.syntax, "unexpected \(found)\(detail)", at: range)
    }
}
