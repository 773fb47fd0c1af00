import Foundation

/// Where a daemon listens.
struct DaemonAddress: Hashable, Sendable, CustomStringConvertible {
    /// Where it listens unless it was told otherwise.
    static let standard = "http://127.0.0.1:7373"

    /// The address without a slash at its end.
    let description: String

    /// - Throws: ``CommandFailure`` unless the text is an `http` or `https` address of a host.
    init(_ text: String?) throws {
        let text = text ?? Self.standard
        guard text.utf8.count <= 2_048, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = url.host(), !host.isEmpty,
            url.query() == nil, url.fragment() == nil, url.user() == nil
        else {
            throw CommandFailure.usage("\"\(text.prefix(200))\" is no address of a daemon, such as \(Self.standard)")
        }
        var address = text
        while address.hasSuffix("/") { address.removeLast() }
        description = address
    }
}
