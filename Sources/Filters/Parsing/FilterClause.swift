/// A field, a relation and values, as they are written; ``filter()`` says what they mean.
struct FilterClause {
    typealias Token = FilterScanner.Token

    /// The relations as they are written, in the order in which they are looked for.
    enum Sign: CaseIterable {
        case has, notEqual, atMost, atLeast, less, greater, equal

        var text: StaticString {
            switch self {
            case .has: ":"
            case .notEqual: "!="
            case .atMost: "<="
            case .atLeast: ">="
            case .less: "<"
            case .greater: ">"
            case .equal: "="
            }
        }

        /// Whether it asks which of two values comes first.
        var isOrdering: Bool { [.less, .atMost, .greater, .atLeast].contains(self) }
    }

    let field: FilterField
    let nameRange: Range<Int>
    let sign: Sign
    let signRange: Range<Int>
    var values: [Token] = []

    init(_ name: Token, _ sign: Sign, at signRange: Range<Int>) throws(FilterError) {
        guard let field = FilterField(named: name.text) else {
            let names = FilterField.allCases.map(\.rawValue) + FilterField.aliases.keys.sorted()
            throw FilterError(
                .unknownField, "there is no field \"\(name.text)\"", at: name.range,
                suggestion: name.text.lowercased() == "p"
                    ? "priority" : NearestWord.suggestion(for: name.text, among: names))
        }
        (self.field, nameRange, self.sign, self.signRange) = (field, name.range, sign, signRange)
    }

    func filter() throws(FilterError) -> TaskFilter {
        switch field {
        case .has, .no: try joined(presence)
        case .is: try joined(state)
        case .status: .condition(.status(try equality(word)))
        case .priority: .condition(.priority(try comparison(word)))
        case .tag: .condition(.tag(try equality(name)))
        case .project: .condition(.project(try equality(project)))
        case .series: .condition(.series(try equality(identifier)))
        case .due: try date(.due)
        case .start: try date(.start)
        case .createdAt: try date(.createdAt)
        case .updatedAt: try date(.updatedAt)
        case .completedAt: try date(.completedAt)
        case .title where sign != .has: .condition(.title(try equality(name)))
        case .title: try words(.title)
        case .description: try words(.description)
        case .text: try words(.text)
        case .location: .condition(.location(try texts(name)))
        case .overdue: try flag(.overdue)
        case .blocked: try flag(.blocked)
        case .recurring: try flag(.recurring)
        }
    }

    private func date(_ field: FilterDateField) throws(FilterError) -> TaskFilter {
        .condition(.date(field, try comparison(FilterDate.init)))
    }

    private func words(_ field: FilterTextField) throws(FilterError) -> TaskFilter {
        .condition(.words(field, try texts(Self.searched)))
    }

    private func flag(_ flag: FilterFlag) throws(FilterError) -> TaskFilter {
        .condition(.flag(flag, try truth()))
    }
}
