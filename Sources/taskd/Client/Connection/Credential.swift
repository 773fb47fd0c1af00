import Foundation
import Notify
import Storage
import TaskdClient

/// The access token, and where it came from.
struct Credential: Hashable, Sendable {
    /// The token; nil when there is none to show.
    let token: String?
    /// Where it comes from; without one, why there is none.
    let origin: String
    /// How there may be one, or the right one, where that is special.
    private var remedy: String?

    /// How to mend that there is none, or that the daemon does not know it, in a sentence.
    var suggestion: String {
        remedy ?? "Give --token, TASKD_TOKEN or TASKD_TOKEN_FILE, or set TASKD_DB to the daemon's store."
    }

    /// What is wrong with a token that the daemon does not accept, and how to mend it.
    func refusal(_ detail: String) -> (what: String, how: String) {
        guard detail.hasPrefix("the token ") else {
            return ("the daemon does not know the token from \(origin)", suggestion)
        }
        let (what, how) = ProblemText.halves(detail)
        guard let name = what.firstMatch(of: /the token ".*"/) else {
            return ("the token from \(origin) \(what.dropFirst("the token ".count))", how ?? suggestion)
        }
        return ("\(name.output) (from \(origin))\(what[name.range.upperBound...])", how ?? suggestion)
    }

    /// Finds the token to show to a daemon.
    ///
    /// The token of this machine's own store is shown to this machine alone, and none goes over a network in the clear.
    ///
    /// - Throws: ``CommandFailure`` for a token that cannot be sent, or must not be.
    init(
        option: String?,
        environment: [String: String],
        file: ClientSettings.TokenFile? = nil,
        unused: String? = nil,
        for address: DaemonAddress,
        mayGoInTheClear: Bool = false
    ) throws {
        let variable = environment["TASKD_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
        let store = address.isLocal ? StorePaths(environment: environment).tokenFile : nil
        let existing = [file?.path, store].lazy.compactMap(\.self).first(where: FileManager.default.fileExists)
        let stored = existing.map { "the one in \($0)" }
        if let option {
            self.init(token: option, origin: "--token")
            let other = variable == nil ? stored : "the one of TASKD_TOKEN"
            remedy = Self.remedy("Leave --token away", other, address)
        } else if let variable {
            self.init(token: variable, origin: "TASKD_TOKEN")
            remedy = Self.remedy("Unset TASKD_TOKEN", stored, address)
        } else if let file {
            self.init(file: file.path, namedBy: file.origin)
            remedy =
                token == nil
                ? "Correct \(file.origin) or remove it, or give --token."
                : "Name another file in \(file.origin), or \(Self.asking)."
        } else if address.isLocal {
            let paths = StorePaths(environment: environment)
            self.init(file: paths.tokenFile)
            if token != nil {
                remedy =
                    "It runs on another store, it seems: set TASKD_DB to that one, or give --token. If its token is "
                    + "gone by a restore or was revoked, stop the daemon, and taskd token reset makes a new one."
            } else if !FileManager.default.fileExists(atPath: paths.tokenFile),
                FileManager.default.fileExists(atPath: paths.database)
            {
                remedy = "Give --token or TASKD_TOKEN; or stop the daemon, and taskd token reset makes a new one."
            }
        } else {
            self.init(token: nil, origin: "the token of this machine's store is not sent to other machines")
            remedy = "Give --token, TASKD_TOKEN or TASKD_TOKEN_FILE, or \(Self.asking)."
        }
        if token == nil, let unused {
            remedy = "\(unused) is sent only to an address that is set beside it; name the file there, or give --token."
        }
        guard token == nil || address.isEncrypted || address.isLocal || mayGoInTheClear else {
            throw CommandFailure.usage(
                "the token would cross the network to \(address) unencrypted",
                "Use https, or give --insecure if you trust the network.")
        }
        if let token, !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) || token.isEmpty {
            throw CommandFailure.usage(
                "the token is empty or has characters other than printable ASCII", "Check \(origin).")
        }
    }

    private static let asking = "ask whoever runs the daemon for a token (taskd token add)"

    /// How to go on where a token that was given is not accepted: by the one that is used without it, if there is one.
    private static func remedy(_ withoutIt: String, _ other: String?, _ address: DaemonAddress) -> String {
        if let other { return "\(withoutIt), so that \(other) is used, or \(asking)." }
        guard address.isLocal else { return asking.asSentence }
        return "\(withoutIt) and set TASKD_DB to the daemon's store, or \(asking)."
    }

    private init(token: String?, origin: String) {
        self.token = token
        self.origin = origin
    }

    private init(file path: String, namedBy setting: String? = nil) {
        let name = "the file \(path)" + (setting.map { " (named by \($0))" } ?? "")
        guard let handle = FileHandle(forReadingAtPath: path) else {
            let state = FileAbsence.reason(path) ?? "cannot be read: \(InputFile.reason(path))"
            self.init(token: nil, origin: "\(name) \(state)")
            return
        }
        defer { try? handle.close() }
        let bytes: Data
        do { bytes = try handle.read(upToCount: 4_096) ?? Data() } catch {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            let reason = isFolder.boolValue ? "is a folder" : "cannot be read: \(CommandFailure.reason(of: error))"
            self.init(token: nil, origin: "\(name) \(reason)")
            return
        }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        self.init(token: text.isEmpty ? nil : text, origin: name + (text.isEmpty ? " is empty" : ""))
    }
}

extension DaemonAddress {
    /// Whether what is sent to it stays on this machine.
    var isLocal: Bool {
        host.lowercased() == "localhost" || IPAddress(host).map(ListenAddresses.isOfThisMachine) ?? false
    }
}
