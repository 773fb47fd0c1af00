import Basics
import Recurrence

/// What is permitted for a field, as far as it can be said of that field alone.
package struct FieldRule<Value>: Sendable {
    /// Notes what is wrong with a value, by its JSON Pointer.
    package typealias Check = @Sendable (_ value: Value, _ pointer: String, _ problems: inout [InputProblem]) -> Void

    /// Whether a new resource must have the field, and none may be without it.
    package var isRequired = false
    /// Whether every resource has it once it is stored, even if a new one may lack it.
    package var isAnswered = false
    /// How many elements a list may have; of a longer one nothing else is looked at.
    package let maxCount: Int
    /// What the field is, in a sentence of the API's description.
    package var role: String?
    /// What is permitted, as a schema can say it, beside what the type permits.
    package let narrow: @Sendable (Schema) -> Schema
    /// Notes what is wrong with a value.
    package let check: Check

    /// - Parameters:
    ///   - role: What the field is, in a sentence of the API's description.
    ///   - maxCount: How many elements a list may have.
    ///   - narrow: What is permitted, as a schema can say it.
    ///   - check: Notes what is wrong with a value.
    package init(
        role: String? = nil, maxCount: Int = .max, narrow: @escaping @Sendable (Schema) -> Schema,
        check: @escaping Check
    ) {
        (self.role, self.maxCount, self.narrow, self.check) = (role, maxCount, narrow, check)
    }

    /// The same where a schema can say no more than the type does.
    package init(role: String? = nil, maxCount: Int = .max, check: @escaping Check = { _, _, _ in }) {
        self.init(role: role, maxCount: maxCount, narrow: { $0 }, check: check)
    }

    /// Everything that the value's type can hold.
    package static var any: FieldRule { FieldRule() }

    /// Notes what is wrong with a value, and, unless it is too long a list, with what it consists of.
    package func check(_ value: Value, at pointer: String, noting problems: inout [InputProblem])
    where Value: FieldValue {
        let count = problems.count
        check(value, pointer, &problems)
        if problems.count == count { value.check(at: pointer, noting: &problems) }
    }

    /// The same rule for a field that must be there.
    package var required: FieldRule {
        var rule = self
        rule.isRequired = true
        return rule
    }

    /// The same rule for a field that the server fills in where a client does not.
    package var answered: FieldRule {
        var rule = self
        rule.isAnswered = true
        return rule
    }

    /// The same rule for a field that is described.
    package func described(_ role: String) -> FieldRule {
        var rule = self
        rule.role = role
        return rule
    }
}

extension FieldRule where Value == String {
    /// A text of so many Unicode scalars; one that must have any must have more than white space.
    package static func text(_ length: ClosedRange<Int>) -> FieldRule {
        FieldRule(narrow: { $0.limited(to: length) }) { $2.check($0, $1, length) }
    }
}

extension FieldRule where Value == String? {
    /// A text of at most so many Unicode scalars.
    package static func text(atMost limit: Int) -> FieldRule {
        FieldRule(narrow: { $0.limited(to: 0...limit) }) { $2.check($0 ?? "", $1, 0...limit) }
    }
}

extension FieldRule where Value == String? {
    /// A text of so many Unicode scalars, where there is one.
    package static func text(_ length: ClosedRange<Int>) -> FieldRule {
        FieldRule(narrow: { $0.limited(to: length) }) { if let text = $0 { $2.check(text, $1, length) } }
    }
}

extension FieldRule where Value == [String] {
    /// A list of at most so many texts of such a length.
    ///
    /// - Parameters:
    ///   - count: How many at most.
    ///   - length: How many Unicode scalars each has.
    ///   - key: What two of them may not have in common; nil where they may be the same.
    /// - Returns: The rule.
    package static func texts(
        atMost count: Int, each length: ClosedRange<Int>, uniqueBy key: (@Sendable (String) -> String)? = nil
    ) -> FieldRule {
        FieldRule(
            maxCount: count, narrow: { $0.counted(0...count).eachItem { $0.limited(to: length) } }
        ) { texts, pointer, problems in
            guard problems.check(count: texts.count, pointer, atMost: count) else { return }
            var seen: Set<String> = []
            for (index, text) in texts.enumerated() where problems.count < InputProblem.maxReported {
                problems.check(text, "\(pointer)/\(index)", length)
                if let key, !seen.insert(key(text)).inserted {
                    problems.append("\(pointer)/\(index)", "is a duplicate; remove it")
                }
            }
        }
    }
}

extension FieldRule {
    /// A list of at most so many elements.
    package static func list<Element>(atMost count: Int) -> FieldRule where Value == [Element] {
        FieldRule(maxCount: count, narrow: { $0.counted(0...count) }) {
            _ = $2.check(count: $0.count, $1, atMost: count)
        }
    }

    /// A list of so many elements.
    package static func list<Element>(_ count: ClosedRange<Int>) -> FieldRule where Value == [Element] {
        FieldRule(maxCount: count.upperBound, narrow: { $0.counted(count) }) { list, pointer, problems in
            if !count.contains(list.count) {
                problems.append(pointer, "must have \(count.lowerBound) to \(count.upperBound) items")
            }
        }
    }
}

extension FieldRule where Value == [TaskID] {
    /// A list of at most so many ids, each different from the others.
    package static func different(atMost count: Int) -> FieldRule {
        FieldRule(
            maxCount: count, narrow: { $0.counted(0...count).with("uniqueItems", .bool(true)) }
        ) { ids, pointer, problems in
            guard problems.check(count: ids.count, pointer, atMost: count) else { return }
            problems.check(unique: ids, pointer)
        }
    }
}

extension FieldRule where Value == Int {
    /// A percentage.
    package static var percentage: FieldRule {
        FieldRule(narrow: { $0.between(0, 100) }) { value, pointer, problems in
            if !(0...100).contains(value) { problems.append(pointer, "must be a percentage, 0 to 100") }
        }
    }
}

extension FieldRule where Value == Int {
    /// A number between two others, both included.
    package static func within(_ range: ClosedRange<Int>) -> FieldRule {
        FieldRule(narrow: FieldRule<Int?>.within(range).narrow) { FieldRule<Int?>.within(range).check($0, $1, &$2) }
    }
}

extension FieldRule where Value == Int? {
    /// A number between two others, both included.
    package static func within(_ range: ClosedRange<Int>) -> FieldRule {
        FieldRule(
            narrow: { $0.between(Double(range.lowerBound), Double(range.upperBound)) }
        ) { value, pointer, problems in
            guard let value, !range.contains(value) else { return }
            problems.append(pointer, "must be \(range.lowerBound) to \(range.upperBound)")
        }
    }
}

extension FieldRule where Value == Swift.Duration? {
    /// A time between two others, both included.
    package static func within(_ range: ClosedRange<Swift.Duration>) -> FieldRule {
        FieldRule { value, pointer, problems in
            if let complaint = value.flatMap(range.complaint) { problems.append(pointer, complaint) }
        }
    }
}

extension FieldRule where Value == Double? {
    /// A number between two whole numbers, both included.
    package static func within(_ range: ClosedRange<Int>) -> FieldRule {
        FieldRule(
            narrow: { $0.between(Double(range.lowerBound), Double(range.upperBound)) }
        ) { value, pointer, problems in
            guard let value, !(Double(range.lowerBound)...Double(range.upperBound)).contains(value) else { return }
            problems.append(pointer, "must be \(range.lowerBound) to \(range.upperBound)")
        }
    }
}

extension FieldRule where Value == CalendarDuration? {
    /// A duration of at least a second and at most so many days.
    package static func positive(days limit: Int) -> FieldRule {
        FieldRule { value, pointer, problems in
            guard let value else { return }
            let isPositive = value.days >= 0 && value.seconds >= 0 && (value.days > 0 || value.seconds > 0)
            // Both are small: no text gives more than a hundred years, but a program can set anything.
            guard isPositive, value.days <= limit, value.seconds <= 86_400 * (limit - value.days) else {
                return problems.append(
                    pointer,
                    "must be a positive duration of at most \(CalendarDuration(days: limit)), such as PT1H30M")
            }
        }
    }
}

extension [InputProblem] {
    /// Notes what is wrong with a text of such a length.
    package mutating func check(_ text: String, _ pointer: String, _ length: ClosedRange<Int>) {
        if let complaint = TextLength.complaint(about: text, atMost: length.upperBound) {
            append(pointer, complaint)
        } else if length.lowerBound > 0, text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
            append(pointer, "must not be empty")
        }
    }

    /// Notes each value of a list that stood in it before; nil is none.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - pointer: The list.
    ///   - member: Where the value stands in its element, such as `/id`; empty where it is the element.
    package mutating func check<Value: Hashable>(unique values: [Value?], _ pointer: String, member: String = "") {
        // Most lists are shorter, and what follows looks generic types up while a task is created.
        guard values.count > 1 else { return }
        var seen: Set<Value> = []
        for case (let index, let value?) in values.enumerated() where !seen.insert(value).inserted {
            append("\(pointer)/\(index)\(member)", "is a duplicate; remove it")
        }
    }

    /// Whether a list has no more elements than it may have; notes it where it has more.
    package mutating func check(count: Int, _ pointer: String, atMost limit: Int) -> Bool {
        if count > limit { append(pointer, "must have at most \(limit) items, not \(count)") }
        return count <= limit
    }
}
