import Foundation
import Storage

/// The order of a list of tasks in SQL, and the places in it.
struct TaskOrder {
    /// A part of it: something that is never NULL.
    private struct Term {
        /// What it rises by.
        var expression: String
        /// Whether the greatest comes first: only of what cannot be negated.
        var isDescending = false
        /// Whether it is bytes, and not an integer.
        var isBytes = false

        var text: String { isDescending ? "\(expression) DESC" : expression }
        /// What follows a place.
        var comparison: String { isDescending ? "<" : ">" }
    }

    private let terms: [Term]
    /// The table of tasks, and what it is joined with.
    let tables: String

    init(_ sort: [TaskQuery.Sort]) {
        let isByTitle = sort.contains { $0.key == .title }
        // As those that are equal in all else were made; the key is that of the index by which titles are in order.
        terms = sort.map(Self.term) + [Term(expression: isByTitle ? "task_search.key" : "task.key")]
        tables = isByTitle ? "task JOIN task_search ON task_search.key = task.key" : "task"
    }

    /// What the place of a row is made of, as columns.
    var selection: String { terms.map { $0.isBytes ? "hex(\($0.expression))" : $0.expression }.joined(separator: ", ") }

    /// What stands behind ORDER BY.
    var text: String { terms.map(\.text).joined(separator: ", ") }

    /// Reads the place of a row from the columns of ``selection``.
    func cursor(from column: inout ColumnReader) throws -> StoreCursor {
        let values = try terms.map { term in
            term.isBytes ? "x" + (try column.next(String.self)) : try column.next(Int64.self).description
        }
        return StoreCursor(values.joined(separator: ","))
    }

    /// What holds for the rows behind a place.
    ///
    /// - Throws: ``StoreError`` with code `.invalidCursor` where it is no place in this order.
    func condition(behind cursor: StoreCursor) throws -> (condition: String, values: Arguments) {
        let values = try values(of: cursor)
        guard terms.contains(where: \.isDescending) else {
            let marks = terms.map { _ in "?" }.joined(separator: ", ")
            return ("(\(terms.map(\.expression).joined(separator: ", "))) > (\(marks))", values)
        }
        // By the first part an index is entered; SQLite does not see that from the alternatives.
        var (condition, arguments) = ("\(terms[terms.count - 1].expression) > ?", [values[terms.count - 1]])
        for (term, value) in zip(terms, values).dropLast().reversed() {
            condition = """
                \(term.expression) \(term.comparison)= ? AND (\(term.expression) \(term.comparison) ? OR (\(condition)))
                """
            arguments = [value, value] + arguments
        }
        return ("(\(condition))", arguments)
    }

    private func values(of cursor: StoreCursor) throws -> Arguments {
        let texts = cursor.description.split(separator: ",", omittingEmptySubsequences: false)
        let values = zip(terms, texts).compactMap { term, text -> (any ColumnValue)? in
            term.isBytes ? Data(hexadecimal: text) : Int64(text)
        }
        guard texts.count == terms.count, values.count == terms.count else { throw StoreError.foreignCursor }
        return values
    }

    private static func term(_ sort: TaskQuery.Sort) -> Term {
        let last = "9223372036854775807"
        return switch (sort.key, sort.isDescending) {
        case (.due, false): Term(expression: TaskRow.dueOrder)
        case (.due, true): Term(expression: "coalesce(-due_at, \(last))")
        case (.priority, false): Term(expression: "priority")
        case (.priority, true): Term(expression: "-priority")
        case (.title, _): Term(expression: "title_key", isDescending: sort.isDescending, isBytes: true)
        case (.createdAt, false): Term(expression: "created_at")
        case (.createdAt, true): Term(expression: "-created_at")
        case (.updatedAt, false): Term(expression: "updated_at")
        case (.updatedAt, true): Term(expression: "-updated_at")
        case (.completedAt, false): Term(expression: "coalesce(completed_at, \(last))")
        case (.completedAt, true): Term(expression: "coalesce(-completed_at, \(last))")
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
