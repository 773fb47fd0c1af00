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
    let sign: Sign
    let signRange: Range<Int>
    var values: [Token] = []

    init(_ name: Token, _ sign: Sign, at signRange: Range<Int>) throws(FilterError) {
        guard let field = FilterField(named: name.text) else {
            let names = FilterField.allCases.map(\.rawValue) + FilterField.aliases.keys.sorted()
            throw FilterError(
                .unknownField, "there is no field \(name.text)", at: name.range,
                suggestion: NearestWord.suggestion(for: name.text, among: names))
        }
        (self.field, self.sign, self.signRange) = (field, sign, signRange)
    }

    func filter() throws(FilterError) -> TaskFilter {
        switch field {
        case .has, .no: try joined(presence)
        case .is: try joined(state)
        default: .condition(try condition())
        }
    }

    private func condition() throws(FilterError) -> FilterCondition {
        switch field {
        case .status: .status(try equality(word))
        case .priority: .priority(try comparison(word))
        case .tag: .tag(try equality(name))
        case .project: .project(try equality(project))
        case .series: .series(try equality(identifier))
        case .due: .date(.due, try comparison(FilterDate.init))
        case .start: .date(.start, try comparison(FilterDate.init))
        case .createdAt: .date(.createdAt, try comparison(FilterDate.init))
        case .updatedAt: .date(.updatedAt, try comparison(FilterDate.init))
        case .completedAt: .date(.completedAt, try comparison(FilterDate.init))
        case .title where sign != .has: .title(try equality(name))
        case .title: .words(.title, try texts(Self.searched))
        case .description: .words(.description, try texts(Self.searched))
        case .text: .words(.text, try texts(Self.searched))
        case .location: .location(try texts(name))
        case .overdue: .flag(.overdue, try truth())
        case .blocked: .flag(.blocked, try truth())
        case .recurring: .flag(.recurring, try truth())
        case .has, .no, .is: preconditionFailure("\(field) is no field of a task")
        }
    }
}
