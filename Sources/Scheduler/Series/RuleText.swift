import Recurrence

/// Changes of single parts of a rule's text; the rest stays as it was written.
extension String {
    /// The parts of an RRULE.
    private var ruleParts: [Substring] {
        (lowercased().hasPrefix("rrule:") ? dropFirst("rrule:".count) : self[...]).split(separator: ";")
    }

    /// The rule without some of its parts.
    func withoutRuleParts(_ names: String...) -> String {
        ruleParts.filter { part in !names.contains { part.isRulePart($0) } }.joined(separator: ";")
    }

    /// The rule with another value of a part, which comes last where the rule did not have it.
    func settingRulePart(_ name: String, to value: some CustomStringConvertible) -> String {
        let parts = ruleParts
        guard parts.contains(where: { $0.isRulePart(name) }) else {
            return (parts + ["\(name)=\(value)"]).joined(separator: ";")
        }
        return parts.map { $0.isRulePart(name) ? "\(name)=\(value)" : String($0) }.joined(separator: ";")
    }
}

extension Substring {
    fileprivate func isRulePart(_ name: String) -> Bool {
        uppercased().hasPrefix(name + "=")
    }
}
