/// The terms of `taskd list`, which people write where a filter is expected: they are told the filter for the same.
extension FilterParser {
    /// Refuses a term such as `p:high`, `due:<fri`, `due:none` and `due:week`; the scanner stands behind its sign.
    func refuseTerm(_ name: FilterScanner.Token, _ sign: FilterClause.Sign) throws(FilterError) {
        let isPriority = name.text.lowercased() == "p"
        guard let field = isPriority ? .priority : FilterField(named: name.text) else { return }
        var ahead = scanner
        ahead.skipSpace()
        let relation: StaticString? =
            sign == .has
            ? ["<=", ">=", "<", ">", "="].first { (relation: StaticString) in ahead.skip(relation) } : sign.text
        ahead.skipSpace()
        let value = ahead.word(endingAtColon: false).text.lowercased()
        let meant: String? =
            switch field {
            case .priority: Self.priority(relation, value, isShort: isPriority, isTerm: isPriority || sign == .has)
            case .due, .start, .createdAt, .updatedAt, .completedAt:
                sign == .has ? Self.date(field, relation, value) : nil
            default: nil
            }
        guard let meant, (try? TaskFilter(meant)) != nil else { return }
        let range = name.range.lowerBound..<ahead.position
        throw FilterError(
            .syntax, "\(scanner.text(range)) is a term of taskd list, and no filter", at: range, suggestion: meant)
    }

    private static let priorities = ["1": "urgent", "2": "high", "3": "medium", "4": "low"]

    /// A priority, of which `p:high+` has those above it, too.
    private static func priority(
        _ relation: StaticString?, _ value: String, isShort: Bool, isTerm: Bool
    ) -> String? {
        let isUpward = value.hasSuffix("+")
        let name = isUpward ? String(value.dropLast()) : value
        // What filters have, too, is no term.
        guard isTerm, isShort || relation != nil || isUpward || priorities[name] != nil else { return nil }
        let sign = isUpward ? " >= " : relation.map { " \($0) " } ?? ":"
        return "priority\(sign)\(priorities[name] ?? name)"
    }

    /// A day with a relation, or one of the words that terms have for days; nil for what filters have, too.
    private static func date(_ field: FilterField, _ relation: StaticString?, _ value: String) -> String? {
        let name = field.rawValue
        if let relation { return "\(name) \(relation) \(value)" }
        return switch value {
        case "none": "no:\(name)"
        case "any": "has:\(name)"
        case "week": "(\(name) >= startOfWeek and \(name) <= endOfWeek)"
        case "month": "(\(name) >= startOfMonth and \(name) <= endOfMonth)"
        default: nil
        }
    }
}
