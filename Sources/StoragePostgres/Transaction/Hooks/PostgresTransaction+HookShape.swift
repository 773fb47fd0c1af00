import Foundation
import Storage

extension PostgresTransaction {
    /// What the hooks' messages look like and how they are sent, behind their keys.
    static let selectShapes = """
        SELECT key, command, payload, preset, template_format, template, body_limit,
        tls_authorities, tls_certificate, tls_key
        FROM hook
        """

    static func readShape(of hook: inout Hook, from column: inout ColumnReader) throws {
        hook.command = try JSONDecoder().decode([String].self, from: Data(try column.next(String.self).utf8))
        hook.shape.payload = try column.nextName()
        hook.shape.preset = try column.nextName()
        let format: Hook.Template.Format? = try column.nextName()
        let text: String? = try column.next()
        if let format, let text { hook.shape.template = Hook.Template(format: format, text: text) }
        hook.shape.sizeLimit = try column.next()
        var tls = Hook.TLS(authorities: try column.next(), certificate: try column.next())
        let sealedKey: Data? = try column.next()
        tls.sealedKey = sealedKey.map { Array($0) }
        hook.tls = tls == Hook.TLS() ? nil : tls
    }

    /// Writes what `readShape` reads; the hook is there already.
    func saveShape(of hook: Hook) throws {
        let command = String(decoding: try JSONEncoder().encode(hook.command), as: UTF8.self)
        post(
            """
            UPDATE hook SET command = ?, payload = ?, preset = ?, template_format = ?, template = ?, body_limit = ?,
            tls_authorities = ?, tls_certificate = ?, tls_key = ?
            WHERE id = ?
            """,
            [
                command, hook.shape.payload.rawValue, hook.shape.preset?.rawValue, hook.shape.template?.format.rawValue,
                hook.shape.template?.text, hook.shape.sizeLimit, hook.tls?.authorities, hook.tls?.certificate,
                hook.tls?.sealedKey.map { Data($0) }, hook.id,
            ]
        )
    }
}

extension ColumnReader {
    /// A choice that is kept by its name; nil for NULL.
    fileprivate mutating func nextName<Choice: RawRepresentable<String>>() throws -> Choice? {
        guard let name: String = try next() else { return nil }
        guard let choice = Choice(rawValue: name) else {
            throw StoreError(.unreadable, "this version does not know '\(name)'")
        }
        return choice
    }

    fileprivate mutating func nextName<Choice: RawRepresentable<String>>() throws -> Choice {
        guard let choice: Choice = try nextName() else {
            throw StoreError(.unreadable, "a setting of the hook is missing in the store")
        }
        return choice
    }
}
