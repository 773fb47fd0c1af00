import GRDB
import GRDBSQLite

/// A statement of a connection's cache, spoken to in SQLite's own terms.
///
/// A firing runs some ten statements, and taskd is measured by its firings: values go to SQLite and come from it
/// without a box, a dictionary or an array between. It is used on the connection's own thread, one user at a time.
struct PreparedStatement {
    // Owns the handle.
    private let statement: Statement
    private let handle: OpaquePointer

    init(_ statement: Statement) {
        self.statement = statement
        handle = statement.sqliteStatement
    }

    /// Runs the statement for what it changes.
    ///
    /// - Returns: How many rows it changed.
    @discardableResult
    func run<each Value: ColumnValue>(_ values: repeat (each Value)?) throws -> Int {
        var index: Int32 = 0
        repeat try bind(each values, at: &index)
        return try finish()
    }

    /// Binds one parameter, counted from 1.
    ///
    /// What runs for each firing binds this way and ends with ``finish()``: the compiler knows each type, which it does
    /// not of the elements of a parameter pack.
    @inline(__always)
    func bind(_ value: (some ColumnValue)?, at index: Int32) throws {
        try check(value?.bind(to: handle, at: index) ?? sqlite3_bind_null(handle, index))
    }

    /// Runs the statement with what was bound, and with text that is passed as it lies in memory.
    @discardableResult
    func finish(text: [UInt8], at index: Int32) throws -> Int {
        try text.withUnsafeBytes { bytes in
            // Valid until the statement is reset, and forgotten then.
            defer { sqlite3_bind_null(handle, index) }
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            try check(sqlite3_bind_text(handle, index, start, Int32(bytes.count), nil))
            return try finish()
        }
    }

    /// Runs the statement for its rows; each is read while SQLite holds it.
    func rows<each Value: ColumnValue, Element>(
        _ values: repeat (each Value)?,
        read: (inout ColumnReader) throws -> Element
    ) throws -> [Element] {
        var index: Int32 = 0
        repeat try bind(each values, at: &index)
        return try rows(read)
    }

    /// Binds a list whose types and length are not known to the compiler.
    func bind(_ arguments: Arguments) throws {
        var index: Int32 = 0
        for argument in arguments {
            index += 1
            try check(argument?.bind(to: handle, at: index) ?? sqlite3_bind_null(handle, index))
        }
    }

    /// Runs the statement with what was bound, and tells how many rows it changed.
    @discardableResult
    func finish() throws -> Int {
        defer { sqlite3_reset(handle) }
        while try step() {}
        return Int(sqlite3_changes(sqlite3_db_handle(handle)))
    }

    /// Runs the statement with what was bound, for its rows.
    func rows<Element>(_ read: (inout ColumnReader) throws -> Element) throws -> [Element] {
        defer { sqlite3_reset(handle) }
        var elements: [Element] = []
        while try step() {
            var column = ColumnReader(handle)
            elements.append(try read(&column))
        }
        return elements
    }

    /// Runs the statement with what was bound, row by row until `read` returns false.
    func each(_ read: (inout ColumnReader) throws -> Bool) throws {
        defer { sqlite3_reset(handle) }
        while try step() {
            var column = ColumnReader(handle)
            if try !read(&column) { return }
        }
    }

    /// Runs the statement for the rows of one key, each read while SQLite holds it.
    func each(of key: Int64, _ read: (inout ColumnReader) throws -> Void) throws {
        try bind(key, at: 1)
        try each { column in
            try read(&column)
            return true
        }
    }

    private func bind(_ value: (some ColumnValue)?, at index: inout Int32) throws {
        index += 1
        try bind(value, at: index)
    }

    private func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw error(code)
    }

    private func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw error(code) }
    }

    private func error(_ code: Int32) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))),
            sql: statement.sql
        )
    }
}
