import CLibPQ

/// How a server is reached, taken apart so that other programs can be told without a password in the list of processes.
struct ConnectionParts {
    /// All but the password, in the `key=value` form of libpq.
    let conninfo: String
    /// The password; nil where none was given.
    let password: String?

    /// Reads a URI or the `key=value` form.
    ///
    /// - Throws: ``PostgresError``, without what was given.
    init(_ text: String) throws(PostgresError) {
        guard let options = PQconninfoParse(text, nil) else {
            throw PostgresError(.fault, "the URI of the database cannot be read")
        }
        defer { PQconninfoFree(options) }
        var (parts, password): ([String], String?) = ([], nil)
        var option = options
        while let keyword = option.pointee.keyword {
            defer { option += 1 }
            guard let value = option.pointee.val.map({ String(cString: $0) }) else { continue }
            switch String(cString: keyword) {
            case "password": password = value
            case "sslpassword":
                throw PostgresError(
                    .fault, "pg_dump and pg_restore cannot be told the password of a TLS key; use a key without one")
            case let name: parts.append("\(name)='\(Self.escaped(value))'")
            }
        }
        (conninfo, self.password) = (parts.joined(separator: " "), password)
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    }
}
