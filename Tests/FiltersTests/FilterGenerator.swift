import LiteralRecurrence
import Recurrence

@testable import Filters

/// Draws filters as they are read; one seed gives the same ones on every machine.
struct FilterGenerator {
    private var numbers: SplitMix64

    init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    mutating func filter(depth: Int = 4) -> TaskFilter {
        switch number(0...(depth > 0 ? 4 : 1)) {
        case 0, 1: .condition(condition())
        case 2: .not(filter(depth: depth - 1))
        case 3: .all((0...number(1...3)).map { _ in filter(depth: depth - 1) })
        default: .any((0...number(1...3)).map { _ in filter(depth: depth - 1) })
        }
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

    private mutating func condition() -> FilterCondition {
        switch number(0...10) {
        case 0: .status(equality { $0.pick(FilterStatus.allCases) })
        case 1: .priority(comparison { $0.pick(FilterPriority.allCases) })
        case 2: .tag(equality { $0.text() })
        case 3: .project(equality { $0.project() })
        case 4: .series(equality { $0.identifier() })
        case 5: .date(pick(FilterDateField.allCases), comparison { $0.date() })
        case 6: .title(equality { $0.text() })
        case 7: .words(pick(FilterTextField.allCases), equality { $0.text() }.values)
        case 8: .location(equality { $0.text() }.values)
        case 9: .flag(pick(FilterFlag.allCases), pick([true, false]))
        default: .presence(pick(FilterPresence.allCases), pick([true, false]))
        }
    }

    private mutating func equality<Value>(_ value: (inout Self) -> Value) -> FilterComparison<Value> {
        FilterComparison(pick([.equal, .notEqual]), (0..<number(1...3)).map { _ in value(&self) })
    }

    private mutating func comparison<Value>(_ value: (inout Self) -> Value) -> FilterComparison<Value> {
        guard number(0...1) == 0 else { return equality(value) }
        return FilterComparison(pick([.less, .atMost, .greater, .atLeast]), [value(&self)])
    }

    private mutating func text() -> String {
        let letters = "abzAZ09 -_:()<>=!,\"\\/*%'\t\né집📅".map { String($0) }
        return pick(["and", "x", "OR", "overdue", "세금", "7"]) + (0..<number(0...5)).map { _ in pick(letters) }.joined()
    }

    private mutating func identifier() -> String {
        let hex = "0123456789abcdef".map { String($0) }
        return [8, 4, 4, 4, 12].map { count in (0..<count).map { _ in pick(hex) }.joined() }.joined(separator: "-")
    }

    private mutating func project() -> FilterProject {
        FilterProject(number(0...1) == 0 ? .name(text()) : .id(identifier()), includesChildren: number(0...1) == 0)
    }

    private mutating func date() -> FilterDate {
        switch number(0...3) {
        case 0: return .civil(.date(CivilDate(daysSinceEpoch: number(-10_000...60_000))))
        case 1: return .civil(.dateTime(CivilDateTime(secondsSinceEpoch: number(0...4_000_000_000))))
        case 2: return .instant(UTCInstant(millisecondsSinceEpoch: Int64(number(0...4_000_000_000_000))))
        default:
            let base = pick(FilterDate.Base.allCases)
            let units = FilterDate.Step.Unit.allCases.filter { base == .moment || !$0.isElapsed }
            return .relative(base, (0..<number(0...4)).map { _ in .init(number(-99_999...99_999), pick(units)) })
        }
    }
}
