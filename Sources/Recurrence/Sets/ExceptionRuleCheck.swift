/// Makes sure that EXRULE leaves something of each rule that one can find by looking.
///
/// An EXRULE may take away all that a rule gives, for ever. Who then asked for the next occurrence would walk to the
/// year 9999, so what leaves nothing is told apart once, when the set is made.
struct ExceptionRuleCheck {
    /// A set with exception rules.
    let set: CompiledSet
    let rules: [RecurrenceRule]
    let exceptionRules: [RecurrenceRule]

    /// How many members are looked at, more than five hundred years have days; each exception rule costs a look.
    private static let maximumLooks = 200_000

    /// The rules of which something is left.
    func remainingRules() throws(RecurrenceError) -> [CompiledRule] {
        var remaining: [CompiledRule] = []
        var looks = Self.maximumLooks
        for (rule, compiled) in zip(rules, set.rules) {
            if exceptionRules.contains(rule.withoutEnd) { continue }
            if try isLeft(compiled, &looks) { remaining.append(compiled) }
        }
        return remaining
    }

    private func isLeft(_ rule: CompiledRule, _ looks: inout Int) throws(RecurrenceError) -> Bool {
        var cursor = ExceptionCursor(set, from: .min / 8)
        var members = MergedStreams([rule], added: [], reading: set.reading, from: .instant(.min / 8))
        while looks > 0 {
            guard let member = members.next() else { return false }
            if !cursor.removes(member) { return true }
            looks -= exceptionRules.count
        }
        throw RecurrenceError(
            code: .limit,
            message: "the exception rules exclude every occurrence that was examined; remove or narrow an EXRULE",
            part: "EXRULE")
    }
}

extension RecurrenceRule {
    /// The rule without COUNT and UNTIL.
    fileprivate var withoutEnd: RecurrenceRule {
        var rule = self
        (rule.count, rule.until) = (nil, nil)
        return rule
    }
}
