import Recurrence
import Storage

/// Whether the rules of a series go along when the whole of it moves.
///
/// What DTSTART implies goes along; a day or a time that a rule names does not, and neither does the length of months.
/// UNTIL, the end of the series, added dates and exceptions move by themselves, so the rules are compared without them,
/// and on clocks that nobody sets.
struct RuleShift {
    /// Where the slots of a rule and what it gives from its moved start on part.
    enum Difference: Hashable, CustomStringConvertible {
        /// A slot comes here, and the rule does not give it.
        case notGiven(CivilTime)
        /// The rule gives this one, and no slot comes here.
        case notMoved(CivilTime)

        /// What is wrong with the move.
        var description: String {
            switch self {
            case .notGiven(let slot): "moves an occurrence to \(slot), which the rule does not give"
            case .notMoved(let slot): "leaves \(slot), which the rule gives, without an occurrence"
            }
        }
    }

    /// How many slots of a rule are compared at most.
    private static let maxCompared = 1_000
    /// How many of them beyond the frontier, and for how long: beyond that a rule repeats itself.
    private static let (maxBeyond, daysBeyond) = (64, 4_000)

    let move: SlotMove
    /// The greatest slot that was born, as it was before the move.
    let frontier: CivilTime
    let sets: RuleSets

    /// The first difference between the slots of a rule and what it gives from its moved start on; nil for none.
    ///
    /// - Throws: `RecurrenceError` when the rule makes no sense from there on.
    func difference(of rule: Series.Rule, from start: CivilTime) throws -> Difference? {
        let text = rule.text.withoutRuleParts("UNTIL")
        // The most common ones have nothing but what DTSTART implies, of days that are all alike.
        guard try !RecurrenceRule(text).isPlainStep else { return nil }
        let (slots, end) = try compared(Series.Rule(text, start: rule.start))
        let moved = slots.compactMap { move($0) }
        let last = move(end)
        var given = try set(of: Series.Rule(text, start: start)).occurrences.lazy.map(\.start)
            .prefix { slot in last.map { slot <= $0 } ?? true }.makeIterator()
        for slot in moved {
            guard let next = given.next(), next <= slot else { return .notGiven(slot) }
            if next < slot { return .notMoved(next) }
        }
        return given.next().map { .notMoved($0) }
    }

    /// The slots of a rule that are looked at, and up to where they are all of them.
    private func compared(_ rule: Series.Rule) throws -> (slots: [CivilTime], end: CivilTime) {
        let farthest = max(frontier, rule.start).advanced(bySeconds: Self.daysBeyond * 86_400) ?? .date(.latest)
        var (slots, beyond): ([CivilTime], Int) = ([], 0)
        for slot in try set(of: rule).occurrences.lazy.map(\.start) {
            guard slot <= farthest else { break }
            slots.append(slot)
            if slot > frontier { beyond += 1 }
            if slots.count == Self.maxCompared || beyond == Self.maxBeyond { return (slots, slot) }
        }
        return (slots, farthest)
    }

    private func set(of rule: Series.Rule) throws -> RecurrenceSet {
        try sets.set(RuleSets.Definition(start: rule.start, rules: [rule]), zone: .utc)
    }
}

extension RecurrenceRule {
    /// Whether it steps from its start by equal days or times, and says nothing else.
    fileprivate var isPlainStep: Bool { frequency <= .weekly && !description.contains(";BY") }
}
