import Foundation
import Storage

/// A column of a copied table, with how the form that back ends have in common is made of it and it of that.
struct CopiedColumn: Hashable, Sendable {
    /// What the server keeps it as, by the numbers of types (pg_type.dat).
    enum Kind: UInt32 {
        case boolean = 16
        case bytes = 17
        case bigint = 20
        case smallint = 21
        case text = 25
        case double = 701
        case bigints = 1016
        case uuid = 2950
    }

    let table: String
    let name: String
    let kind: Kind

    /// The columns that are two here and one text elsewhere.
    private static let blockers = "task_before.blockers"
    /// The second one.
    static let areBlockersThere = "task_before.are_blockers_there"
    /// Lists of keys within JSON, which have brackets elsewhere.
    private static let former = "statistic_task.former"

    /// Reads the type of a column by its number; nil for one that only stands for another.
    init?(_ table: String, _ name: String, type: UInt32) throws {
        let whole = "\(table).\(name)"
        if whole == Self.areBlockersThere { return nil }
        guard let kind = whole == Self.blockers ? .text : Kind(rawValue: type) else {
            throw StoreError(.unavailable, "the column \(whole) is of a type that cannot be copied (\(type))")
        }
        (self.table, self.name, self.kind) = (table, name, kind)
    }

    var quoted: String { "\"\(name)\"" }

    /// What gives its value in the common form.
    var reading: String {
        switch (kind, "\(table).\(name)") {
        case (.bigints, _): "array_to_json(\(quoted))::text"
        case (_, Self.blockers):
            """
            (SELECT string_agg(CASE WHEN is_there THEN '' ELSE '-' END || upper(replace(id::text, '-', '')), ''
                ORDER BY place)
            FROM unnest(blockers, are_blockers_there) WITH ORDINALITY AS image (id, is_there, place))
            """
        case (_, Self.former): #"regexp_replace(former, '"in":"([0-9,]*)"', '"in":"[\1]"', 'g')"#
        default: quoted
        }
    }

    /// The columns that it is written to, with what gives their values of the one that is given.
    var writing: [(column: String, expression: String)] {
        let given = "given.\(quoted)"
        switch (kind, "\(table).\(name)") {
        case (.bigints, _):
            return [
                (
                    quoted,
                    """
                    CASE WHEN \(given) IS NOT NULL
                    THEN ARRAY(SELECT json_array_elements_text(\(given)::json)::bigint) END
                    """
                )
            ]
        case (_, Self.blockers):
            let image = "regexp_matches(\(given), '(-?)([0-9A-F]{32})', 'g') WITH ORDINALITY AS image (part, place)"
            return [
                (quoted, "(SELECT array_agg(part[2]::uuid ORDER BY place) FROM \(image))"),
                ("are_blockers_there", "(SELECT array_agg(part[1] = '' ORDER BY place) FROM \(image))"),
            ]
        case (_, Self.former):
            return [(quoted, #"regexp_replace(\#(given), '"in":"\[([0-9,]*)\]"', '"in":"\1"', 'g')"#)]
        default: return [(quoted, given)]
        }
    }

    /// Reads a value, which ``reading`` has given.
    func value(in rows: Rows, _ row: Int, _ column: Int) throws -> CopiedValue {
        switch kind {
        case .boolean: try rows.value(Bool.self, row, column).map { .integer($0 ? 1 : 0) } ?? .null
        case .bigint, .smallint: try rows.value(Int64.self, row, column).map { .integer($0) } ?? .null
        case .double: try rows.value(Double.self, row, column).map { .real($0) } ?? .null
        case .text, .bigints: try rows.value(String.self, row, column).map { .text($0) } ?? .null
        case .bytes, .uuid: try rows.value(row, column).map { .bytes(Array($0)) } ?? .null
        }
    }

    /// One value as a parameter.
    func parameter(_ value: CopiedValue) throws -> any ParameterValue {
        switch kind {
        case .boolean: try boolean(value)
        case .bigint, .smallint: try integer(value)
        case .double: try real(value)
        case .text, .bigints: try text(value)
        case .bytes: try bytes(value)
        case .uuid: try uuid(value)
        }
    }

    /// The values of many rows as one parameter.
    func parameter(_ values: some Sequence<CopiedValue>) throws -> any ParameterValue {
        switch kind {
        case .boolean: try values.map(boolean)
        case .bigint, .smallint: try values.map(integer)
        case .double: try values.map(real)
        case .text, .bigints: try values.map(text)
        case .bytes: try values.map(bytes)
        case .uuid: try values.map(uuid)
        }
    }

    private func boolean(_ value: CopiedValue) throws -> Bool? { try integer(value).map { $0 != 0 } }

    private func integer(_ value: CopiedValue) throws -> Int64? {
        switch value {
        case .null: nil
        case .integer(let integer): integer
        default: throw mismatch
        }
    }

    private func real(_ value: CopiedValue) throws -> Double? {
        switch value {
        case .null: nil
        case .real(let real): real
        default: throw mismatch
        }
    }

    private func text(_ value: CopiedValue) throws -> String? {
        switch value {
        case .null: nil
        case .text(let text): text
        default: throw mismatch
        }
    }

    private func bytes(_ value: CopiedValue) throws -> Data? {
        switch value {
        case .null: nil
        case .bytes(let bytes): Data(bytes)
        default: throw mismatch
        }
    }

    private func uuid(_ value: CopiedValue) throws -> UUIDValue? {
        guard let bytes = try bytes(value) else { return nil }
        guard let uuid = UUIDValue(bytes: bytes) else { throw mismatch }
        return uuid
    }

    private var mismatch: StoreError {
        StoreError(.unreadable, "\(table).\(name) holds a value of another kind; run taskd check on the store")
    }
}
