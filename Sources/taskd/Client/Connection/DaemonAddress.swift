import Foundation
import Notify

/// Where a daemon listens.
struct DaemonAddress: Hashable, Sendable, CustomStringConvertible {
    /// Where it listens unless it was told otherwise.
    static let standard = "http://127.0.0.1:7373"

    /// The address without a slash at its end.
    let description: String
    /// Whether what is sent to it cannot be read on the way, since it is encrypted.
    let isEncrypted: Bool
    /// Whether what is sent to it stays on this machine.
    let isLocal: Bool

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
        isEncrypted = scheme == "https"
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        isLocal = name.lowercased() == "localhost" || IPAddress(name).map(ListenAddresses.isOfThisMachine) ?? false
    }
}
