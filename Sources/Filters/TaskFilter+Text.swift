extension TaskFilter: CustomStringConvertible {
    /// The filter as text, from which the same filter is read.
    public var description: String {
        switch self {
        case .condition(let condition): condition.description
        case .not(let filter): "not \(filter.operand)"
        case .and(let parts): parts.map(\.operand).joined(separator: " and ")
        case .or(let parts):
            parts.map { if case .or = $0 { $0.operand } else { $0.description } }.joined(separator: " or ")
        }
    }

    /// The text of a part of an and, or of what is negated.
    private var operand: String {
        switch self {
        case .condition, .not: description
        case .and, .or: "(\(description))"
        }
    }
}

extension FilterCondition: CustomStringConvertible {
    /// The condition as text.
    public var description: String {
        switch self {
        case .status(let comparison): comparison.text(of: "status") { $0.rawValue }
        case .priority(let comparison): comparison.text(of: "priority") { $0.rawValue }
        case .tag(let comparison): comparison.text(of: "tag") { $0.filterText }
        case .project(let comparison): comparison.text(of: "project") { $0.description }
        case .series(let comparison): comparison.text(of: "series") { $0.filterText }
        case .date(let field, let comparison): comparison.text(of: field.rawValue) { $0.description }
        case .title(let comparison): comparison.text(of: "title", equalSign: " = ") { $0.quotedFilterText }
        case .words(let field, let values): FilterComparison(.equal, values).text(of: field.rawValue) { $0.filterText }
        case .location(let values): FilterComparison(.equal, values).text(of: "location") { $0.filterText }
        case .flag(let flag, let isSet): "\(flag.rawValue):\(isSet)"
        case .presence(let field, let isThere): "\(isThere ? "has" : "no"):\(field.rawValue)"
        }
    }
}

extension FilterComparison {
    fileprivate func text(of field: String, equalSign: String = ":", _ text: (Value) -> String) -> String {
        let list = values.count == 1 ? text(values[0]) : "(\(values.map(text).joined(separator: ", ")))"
        return field + (relation == .equal ? equalSign : " \(relation.rawValue) ") + list
    }
}

extension FilterProject: CustomStringConvertible {
    /// The project as text: a name in quotation marks, an id without.
    public var description: String {
        let suffix = includesChildren ? "/*" : ""
        switch name {
        case .name(let name): return name.quotedFilterText + suffix
        case .id(let id): return id + suffix
        }
    }
}

extension FilterDate: CustomStringConvertible {
    /// The date as text.
    public var description: String {
        switch self {
        case .civil(let civil): "\(civil)"
        case .instant(let instant): "\(instant)"
        case .relative(let base, let steps): base.rawValue + steps.map(\.description).joined()
        }
    }
}

extension FilterDate.Step: CustomStringConvertible {
    /// The step as text, such as `+3d`.
    public var description: String { "\(count < 0 ? "-" : "+")\(count.magnitude)\(unit.rawValue)" }
}

extension String {
    /// The text as a value: as it is where it is a plain word, else in quotation marks.
    fileprivate var filterText: String {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...: true
            default: false
            }
        }
        return isPlain && !isEmpty && !FilterParser.isKeyword(self) ? self : quotedFilterText
    }

    fileprivate var quotedFilterText: String {
        "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
