import Basics
import TaskdClient

/// An answer as a program sees it: a list of items, or one thing, which is then the only item.
struct MachineAnswer {
    let whole: JSONValue
    let items: [JSONValue]
    /// The members that have the items: of a list, also of what is to come beside it, or of what several operations came to.
    private let lists: [String]

    init(_ whole: JSONValue) {
        self.whole = whole
        lists = ["planned", "items", "results"].filter { whole[$0]?.array != nil }
        items = lists.isEmpty ? whole.array ?? [whole] : lists.flatMap { whole[$0]?.array ?? [] }
    }

    /// The same answer with other items, as many.
    func replacing(items: [JSONValue]) -> JSONValue {
        guard !lists.isEmpty, case .object(let members) = whole else {
            return whole.array == nil ? items.first ?? .null : .array(items)
        }
        var rest = items[...]
        let parts = lists.reduce(into: [String: [JSONValue]]()) { parts, list in
            let count = whole[list]?.array?.count ?? 0
            parts[list] = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return .object(members.mapValues { name, value in parts[name].map { .array($0) } ?? value })
    }
}

extension DaemonResponse {
    /// The answer as a value.
    ///
    /// - Throws: ``CommandFailure`` where it is not JSON.
    func value() throws -> JSONValue {
        do {
            return try JSONValue(json: body)
        } catch {
            throw CommandFailure.failed("the response is not from a taskd of this version: \(error)")
        }
    }
}
