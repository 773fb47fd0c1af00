import Foundation
import Storage

/// The order of a list of tasks in SQL, and the places in it.
///
/// A list is read in sections, one after the other, so that each is in the order of an index where there is one: the tasks
/// that have a time, and those that have none, which come last in either direction; of open tasks those of each priority.
struct TaskOrder {
    /// A part of the order.
    private struct Term {
        /// What it is ordered by.
        var expression: String
        /// The same as something that is never NULL, for a place.
        var place: String
        /// Whether the greatest comes first.
        var isDescending = false
        /// Whether it is bytes, and not an integer.
        var isBytes = false

        init(_ expression: String, place: String? = nil, isDescending: Bool = false, isBytes: Bool = false) {
            (self.expression, self.place) = (expression, place ?? expression)
            (self.isDescending, self.isBytes) = (isDescending, isBytes)
        }

        var text: String { isDescending ? "\(expression) DESC" : expression }
        /// What follows a place.
        var comparison: String { isDescending ? "<" : ">" }
    }

    /// A part of the list.
    struct Section {
        /// What holds for its tasks; nil for nothing.
        fileprivate(set) var condition: String?
        /// What the first part of the order can be in it.
        fileprivate var values: ClosedRange<Int64> = .min ... .max
        /// Whether that is one and the same.
        fileprivate var isOfOneValue: Bool { values.lowerBound == values.upperBound }
    }

    /// The instant of what has none.
    private static let never = Int64.max
    private static let last = never.description

    private let terms: [Term]
    /// The parts of the list, in their order.
    let sections: [Section]
    /// The table of tasks, and what it is joined with.
    let tables: String

    /// - Parameters:
    ///   - sort: The order that is asked for.
    ///   - isOpen: Whether only open tasks are in the list: none of them was completed.
    init(_ sort: [TaskQuery.Sort], isOpen: Bool = false) {
        let sort = isOpen ? sort.filter { $0.key != .completedAt } : sort
        let isByTitle = sort.contains { $0.key == .title }
        // As those that are equal in all else were made.
        terms = sort.enumerated().map { Self.term($1, isFirst: $0 == 0) } + [Term("task.key")]
        sections = Self.sections(sort.first, isOpen: isOpen)
        tables = isByTitle ? "task JOIN task_search ON task_search.key = task.key" : "task"
    }

    private static func sections(_ first: TaskQuery.Sort?, isOpen: Bool) -> [Section] {
        switch (first?.key, first?.isDescending) {
        case (.due, true):
            [
                Section(condition: "\(TaskRow.dueOrder) < \(last)", values: .min...(never - 1)),
                Section(condition: "\(TaskRow.dueOrder) = \(last)", values: never...never),
            ]
        case (.completedAt, _):
            [
                Section(condition: "completed_at IS NOT NULL", values: .min...(never - 1)),
                Section(condition: "completed_at IS NULL", values: never...never),
            ]
        case (.sortOrder, _):
            [
                Section(condition: "sort_order IS NOT NULL", values: .min...(never - 1)),
                Section(condition: "sort_order IS NULL", values: never...never),
            ]
        case (.priority, true) where isOpen:
            TaskPriority.choices.indices.reversed().map { code in
                Section(condition: "priority = \(code)", values: Int64(code)...Int64(code))
            }
        default: [Section()]
        }
    }

    /// What the place of a row is made of, as columns.
    var selection: String {
        terms.enumerated().map { "\($1.isBytes ? "encode(\($1.place), 'hex')" : $1.place) AS \(Self.name(ofTerm: $0))" }
            .joined(separator: ", ")
    }

    /// What a column of ``selection`` is called.
    private static func name(ofTerm index: Int) -> String { "place\(index)" }

    /// What stands behind ORDER BY in a section.
    func text(in section: Section) -> String { terms(in: section).map(\.text).joined(separator: ", ") }

    private func terms(in section: Section) -> ArraySlice<Term> {
        section.isOfOneValue ? terms.dropFirst() : terms[...]
    }

    /// Reads the place of a row from the columns of ``selection``.
    func cursor(from column: inout ColumnReader) throws -> StoreCursor {
        let values = try terms.map { term in
            term.isBytes ? "x" + (try column.next(String.self)) : try column.next(Int64.self).description
        }
        return StoreCursor(values.joined(separator: ","))
    }

    /// The sections from a place on, with what holds for the rows behind it.
    ///
    /// - Throws: ``StoreError`` with code `.invalidCursor` where it is no place in this order.
    func sections(
        behind cursor: StoreCursor?
    ) throws -> [(section: Section, condition: String?, values: Arguments)] {
        guard let cursor else { return sections.map { ($0, $0.condition, []) } }
        let values = try values(of: cursor)
        let first = sections.firstIndex { section in
            (values[0] as? Int64).map { section.values.contains($0) } ?? true
        }
        guard let first else { throw StoreError.foreignCursor }
        return sections[first...].enumerated().map { index, section in
            guard index == 0 else { return (section, section.condition, []) }
            let terms = terms(in: section)
            let (condition, arguments) = Self.condition(behind: values.suffix(terms.count), terms)
            return (section, [section.condition, condition].compactMap(\.self).joined(separator: " AND "), arguments)
        }
    }

    private static func condition(
        behind values: Arguments.SubSequence, _ terms: ArraySlice<Term>
    ) -> (condition: String, values: Arguments) {
        var (condition, arguments): (String, Arguments) = ("", [])
        for (term, value) in zip(terms, values).reversed() {
            let (expression, comparison) = (term.expression, term.comparison)
            guard !condition.isEmpty else {
                (condition, arguments) = ("\(expression) \(comparison) ?", [value])
                continue
            }
            // By the first part an index is entered; the server does not see that from the alternatives alone.
            condition = "\(expression) \(comparison)= ? AND (\(expression) \(comparison) ? OR (\(condition)))"
            arguments = [value, value] + arguments
        }
        return ("(\(condition))", arguments)
    }

    private func values(of cursor: StoreCursor) throws -> Arguments {
        let texts = cursor.description.split(separator: ",", omittingEmptySubsequences: false)
        let values = zip(terms, texts).compactMap { term, text -> (any ParameterValue)? in
            term.isBytes ? Data(hexadecimal: text) : Int64(text)
        }
        guard texts.count == terms.count, values.count == terms.count else { throw StoreError.foreignCursor }
        return values
    }

    private static func term(_ sort: TaskQuery.Sort, isFirst: Bool) -> Term {
        let isDescending = sort.isDescending
        return switch sort.key {
        // What has no such time comes last in either direction: in the first place by sections.
        case .due where !isDescending: Term(TaskRow.dueOrder)
        case .due where isFirst: Term(TaskRow.dueOrder, isDescending: true)
        case .due: Term("coalesce(-due_at, \(last))")
        case .completedAt where isFirst:
            Term("completed_at", place: "coalesce(completed_at, \(last))", isDescending: isDescending)
        case .completedAt: Term("coalesce(\(isDescending ? "-" : "")completed_at, \(last))")
        case .sortOrder where isFirst:
            Term("sort_order", place: "coalesce(sort_order, \(last))", isDescending: isDescending)
        // Minus the least integer is none: no number has that as its key.
        case .sortOrder: Term("coalesce(\(isDescending ? "-" : "")sort_order, \(last))")
        case .priority: Term("priority", isDescending: isDescending)
        case .title: Term("title_key", isDescending: isDescending, isBytes: true)
        case .createdAt: Term("created_at", isDescending: isDescending)
        case .updatedAt: Term("updated_at", isDescending: isDescending)
        }
    }
}

extension Data {
    /// The bytes that a text in a cursor stands for: `x` and hexadecimal digits, two for each.
    fileprivate init?(hexadecimal text: Substring) {
        let digits = text.dropFirst().compactMap(\.hexDigitValue)
        guard text.first == "x", digits.count == text.count - 1, digits.count.isMultiple(of: 2) else { return nil }
        self.init(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
