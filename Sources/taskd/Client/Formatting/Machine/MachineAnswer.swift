import Basics
import TaskdClient

/// An answer as a program sees it: a list of items, or one thing, which is then the only item.
struct MachineAnswer {
    let whole: JSONValue
    let items: [JSONValue]
    /// The member that has the items: of a list, or of what several operations came to; nil where there is none.
    private let list: String?

    init(_ whole: JSONValue) {
        self.whole = whole
        let list = ["items", "results"].first { whole[$0]?.array != nil }
        self.list = list
        items = list.flatMap { whole[$0]?.array } ?? whole.array ?? [whole]
    }

    /// The same answer with other items.
    func replacing(items: [JSONValue]) -> JSONValue {
        if let list, case .object(let members) = whole {
            return .object(members.mapValues { $0 == list ? .array(items) : $1 })
        }
        return whole.array == nil ? items.first ?? .null : .array(items)
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
