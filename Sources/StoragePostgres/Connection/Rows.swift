import CLibPQ
import Storage

/// The rows that a statement led to, in the binary form of the server.
// @unchecked: the result is never changed once it is here, and libpq keeps nothing of its own for reading one, so that any
// thread may read it; it is freed with the last who has it.
final class Rows: @unchecked Sendable {
    private let result: OpaquePointer

    /// Takes a result, which it frees in the end.
    init(taking result: OpaquePointer) {
        self.result = result
    }

    deinit {
        PQclear(result)
    }

    /// How many rows there are.
    var count: Int { Int(PQntuples(result)) }

    /// How many rows a statement wrote, also one that returns them; 0 for one that only reads.
    var written: Int {
        guard let status = PQcmdStatus(result), let count = PQcmdTuples(result) else { return 0 }
        // INSERT, UPDATE, DELETE and MERGE say how many they wrote, SELECT how many it read.
        return status.pointee == CChar(bitPattern: UInt8(ascii: "S")) ? 0 : Int(String(cString: count)) ?? 0
    }

    /// Whether a COMMIT took place: that of a transaction which had failed rolls it back, and is no error.
    var isCommit: Bool { PQcmdStatus(result).map { String(cString: $0) } == "COMMIT" }

    /// The bytes of a value; nil for NULL.
    func value(_ row: Int, _ column: Int) throws(PostgresError) -> UnsafeRawBufferPointer? {
        guard row < count, column < Int(PQnfields(result)) else {
            throw PostgresError(.fault, "there is no column \(column) of row \(row)")
        }
        let (row, column) = (Int32(row), Int32(column))
        guard PQgetisnull(result, row, column) == 0 else { return nil }
        return UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    }

    /// A value of a type; nil for NULL.
    func value<Value: ColumnValue>(
        _ type: Value.Type, _ row: Int, _ column: Int
    ) throws(PostgresError) -> Value? {
        guard let bytes = try value(row, column) else { return nil }
        guard let value = Value(from: bytes) else {
            let name = PQfname(result, Int32(column)).map { String(cString: $0) } ?? "\(column)"
            throw PostgresError(.fault, "column \(name) of row \(row) is not of the type \(type)")
        }
        return value
    }
}
