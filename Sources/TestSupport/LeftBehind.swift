package import Foundation

/// What test processes that were killed have left behind: servers that go on, file systems, and their folders.
///
/// Each folder has the number of its process in its name. The next process that makes one clears those of processes that
/// are gone.
package enum LeftBehind {
    /// What a folder is for.
    package enum Kind: String, CaseIterable {
        /// A PostgreSQL server, which goes before the file system that it may have its data on.
        case postgres
        /// A file system of its own.
        case disk

        fileprivate var prefix: String { "taskd-\(rawValue)-" }
    }

    private static let isCleared: Void = clear(parent)
    private static var parent: String { FileManager.default.temporaryDirectory.path }

    /// The path of a folder that is still to be made, in the temporary folder; what was left behind there is cleared first.
    static func newFolder(_ kind: Kind) -> String {
        isCleared
        return newFolder(kind, of: getpid(), in: parent)
    }

    /// The path of a folder of a process, which is still to be made.
    package static func newFolder(_ kind: Kind, of process: pid_t, in parent: String) -> String {
        "\(parent)/\(kind.prefix)\(process)-\(UUID().uuidString.prefix(8))"
    }

    /// Ends and removes what belongs to processes that are gone.
    package static func clear(_ parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for kind in Kind.allCases {
            for name in names where name.hasPrefix(kind.prefix) {
                let number = name.dropFirst(kind.prefix.count).prefix { $0 != "-" }
                guard let process = pid_t(number), isGone(process) else { continue }
                switch kind {
                case .postgres: end(serverIn: "\(parent)/\(name)")
                case .disk: SmallDisk.remove("\(parent)/\(name)")
                }
            }
        }
    }

    private static func isGone(_ process: pid_t) -> Bool { kill(process, 0) != 0 && errno == ESRCH }

    private static func end(serverIn folder: String) {
        let file = try? String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
        if let process = file?.split(separator: "\n").first.flatMap({ pid_t($0) }),
            // Another one may have its number by now.
            let command = FileManager.default.contents(atPath: "/proc/\(process)/cmdline"),
            command.range(of: Data("\(folder)/data".utf8)) != nil
        {
            kill(process, SIGQUIT)
            for _ in 0..<500 where !isGone(process) { poll(nil, 0, 20) }
        }
        try? FileManager.default.removeItem(atPath: folder)
    }
}
