import Foundation
import GRDB
import Storage

/// How the rows of a copied table are packed in a file.
extension CopiedTable {
    /// The key that two columns are packed in (``DeliveryKey``).
    private static let packedKeys = ["delivery": "key", "delivery_body": "delivery_key", "attempt": "delivery_key"]
    private static let packedColumns = ["hook_key", "event_seq"]

    private var packedKey: String? { Self.packedKeys[name] }

    /// The columns that are copied of those that stand in the file.
    func columns(of stored: [String]) -> [String] {
        stored.filter { $0 != packedKey } + (packedKey == nil ? [] : Self.packedColumns)
    }

    /// The rows behind a key, which is passed as many values as the key has columns, and then how many.
    func selection(_ columns: [String], isBehindKey: Bool) -> String {
        let stored = stored(key).joined(separator: ", ")
        let behind = isBehindKey ? "WHERE (\(stored)) > (\(values(of: key).joined(separator: ", ")))" : ""
        return "SELECT \(expressions(columns)) FROM \(name) \(behind) ORDER BY \(stored) LIMIT ?"
    }

    /// The key of the last row.
    var lastKey: String {
        let order = stored(key).map { "\($0) DESC" }.joined(separator: ", ")
        return "SELECT \(expressions(key)) FROM \(name) ORDER BY \(order) LIMIT 1"
    }

    /// Writes a row, which is passed a value for each column.
    func insertion(_ columns: [String]) -> String {
        var entries = Array(zip(stored(columns), values(of: columns)))
        switch name {
        case "task_tag":
            // What a task's tags are listed by.
            let task = "FROM task WHERE key = ?\((columns.firstIndex(of: "task_key") ?? 0) + 1)"
            entries.append(("due_order", "(SELECT \(TagRow.dueOrder(of: "task")) \(task))"))
            entries.append(("task_priority", "(SELECT priority \(task))"))
        case CopiedTable.progress.name: entries.append(("begun_after", "0"))
        default: break
        }
        return """
            INSERT INTO \(name) (\(entries.map(\.0).joined(separator: ", ")))
            VALUES (\(entries.map(\.1).joined(separator: ", ")))
            """
    }

    /// What gives the columns.
    private func expressions(_ columns: [String]) -> String {
        columns.map { column in
            switch (packedKey, column) {
            case (let packed?, "hook_key"): "\(packed) >> \(DeliveryKey.sequenceBits)"
            case (let packed?, "event_seq"): "\(packed) & \(DeliveryKey.maxSequence)"
            default: "\"\(column)\""
            }
        }.joined(separator: ", ")
    }

    /// The columns in the file, of which one stands for the two that are packed in it.
    private func stored(_ columns: [String]) -> [String] {
        let columns = columns.map { "\"\($0)\"" }
        guard let packedKey else { return columns }
        return [packedKey] + columns.dropFirst(Self.packedColumns.count)
    }

    /// The parameters for columns, of which the first two are one where they are packed.
    private func values(of columns: [String]) -> [String] {
        let places = columns.indices.map { "?\($0 + 1)" }
        guard packedKey != nil else { return places }
        return ["(\(places[0]) << \(DeliveryKey.sequenceBits)) | \(places[1])"] + places.dropFirst(2)
    }
}

extension CopiedValue {
    init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .null: .null
            case .int64(let integer): .integer(integer)
            case .double(let real): .real(real)
            case .string(let text): .text(text)
            case .blob(let data): .bytes(Array(data))
            }
    }

    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let integer): integer.databaseValue
        case .real(let real): real.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): Data(bytes).databaseValue
        }
    }
}
