import Basics
import GRDB
import GRDBSQLite
import Storage

/// A handle is kept as its number, so that an index has those with one beginning side by side.
extension Handle: ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        number.bind(to: statement, at: index)
    }

    init?(from value: OpaquePointer) {
        guard let number = Int64(from: value) else { return nil }
        self.init(number: number)
    }
}

/// The function of SQL that gives the number of an id's handle.
enum HandleFunction {
    static let name = "handle_of"

    /// `handle_of(id)`: the number; NULL of what is no id.
    static let function = DatabaseFunction(name, argumentCount: 1, pure: true) { values in
        guard case .blob(let bytes) = values[0].storage, let id = UUIDValue(bytes: bytes) else { return nil }
        return Handle(high: id.high, low: id.low).number
    }
}
