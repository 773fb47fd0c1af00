import Foundation
import Notify
import TaskdClient

/// The access token, and where it came from.
struct Credential: Hashable, Sendable {
    /// The token; nil when there is none to show.
    let token: String?
    /// Where it was looked for, in words for the message that it was refused.
    let origin: String

    /// Finds the token to show to a daemon.
    ///
    /// The token of this machine's own store is shown to this machine alone, and none goes over a network in the clear.
    ///
    /// - Throws: ``CommandFailure`` for a token that cannot be sent, or must not be.
    init(
        option: String?,
        environment: [String: String],
        for address: DaemonAddress,
        mayGoInTheClear: Bool = false
    ) throws {
        if let option {
            self.init(token: option, origin: "it was given with --token")
        } else if let token = environment["TASKD_TOKEN"], !token.isEmpty {
            self.init(token: token, origin: "it was read from TASKD_TOKEN")
        } else if address.isLocal {
            self.init(file: StorePaths(environment: environment).tokenFile)
        } else {
            self.init(
                token: nil,
                origin: "this machine's own is not sent to another one; give --token or TASKD_TOKEN")
        }
        guard token == nil || address.isEncrypted || address.isLocal || mayGoInTheClear else {
            throw CommandFailure.usage(
                "others on the network could read the token on its way to \(address)",
                "Use https, or give --insecure if you trust the network.")
        }
        if let token, !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) || token.isEmpty {
            throw CommandFailure.usage("the token has characters that no token has", "Check it: \(origin).")
        }
    }

    private init(token: String?, origin: String) {
        self.token = token
        self.origin = origin
    }

    private init(file path: String) {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            let state = FileManager.default.fileExists(atPath: path) ? "may not be read" : "does not exist"
            self.init(token: nil, origin: "the file \(path) \(state); give --token or TASKD_TOKEN")
            return
        }
        defer { try? handle.close() }
        let bytes = (try? handle.read(upToCount: 4_096)) ?? Data()
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        self.init(token: text.isEmpty ? nil : text, origin: "it was read from the file \(path)")
    }
}

extension DaemonAddress {
    /// Whether what is sent to it stays on this machine.
    var isLocal: Bool {
        host.lowercased() == "localhost" || IPAddress(host).map(ListenAddresses.isOfThisMachine) ?? false
    }
}
