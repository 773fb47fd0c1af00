import Basics
import TaskdClient

/// An answer as a program sees it: a list of items, or one thing, which is then the only item.
struct MachineAnswer {
    let whole: JSONValue
    let items: [JSONValue]
    private let isPage: Bool

    init(_ whole: JSONValue) {
        self.whole = whole
        let page = whole["items"]?.array
        isPage = page != nil
        items = page ?? whole.array ?? [whole]
    }

    /// The same answer with other items.
    func replacing(items: [JSONValue]) -> JSONValue {
        if isPage, case .object(let members) = whole {
            return .object(members.mapValues { $0 == "items" ? .array(items) : $1 })
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
