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

    /// How many rows a statement wrote that returns none.
    var written: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// The bytes of a value; nil for NULL.
    private func value(_ row: Int, _ column: Int) throws(PostgresError) -> UnsafeRawBufferPointer? {
        guard row < count, column < Int(PQnfields(result)) else {
            throw PostgresError(.fault, "there is no column \(column) of row \(row)")
        }
        let (row, column) = (Int32(row), Int32(column))
        guard PQgetisnull(result, row, column) == 0 else { return nil }
        return UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    }

    /// An integer of 2, 4 or 8 bytes.
    func integer(_ row: Int, _ column: Int) throws(PostgresError) -> Int64? {
        guard let bytes = try value(row, column) else { return nil }
        switch bytes.count {
        case 2: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case 4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        default: throw unfit(row, column, "an integer")
        }
    }

    func boolean(_ row: Int, _ column: Int) throws(PostgresError) -> Bool? {
        guard let bytes = try value(row, column) else { return nil }
        guard bytes.count == 1 else { throw unfit(row, column, "a boolean") }
        return bytes[0] != 0
    }

    func text(_ row: Int, _ column: Int) throws(PostgresError) -> String? {
        try value(row, column).map { String(decoding: $0, as: UTF8.self) }
    }

    func bytes(_ row: Int, _ column: Int) throws(PostgresError) -> [UInt8]? {
        try value(row, column).map { Array($0) }
    }

    func uuid(_ row: Int, _ column: Int) throws(PostgresError) -> UUIDValue? {
        guard let bytes = try value(row, column) else { return nil }
        guard bytes.count == 16 else { throw unfit(row, column, "a UUID") }
        return UUIDValue(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }

    private func unfit(_ row: Int, _ column: Int, _ what: String) -> PostgresError {
        let name = PQfname(result, Int32(column)).map { String(cString: $0) } ?? "\(column)"
        return PostgresError(.fault, "column \(name) of row \(row) is not \(what)")
    }
}
