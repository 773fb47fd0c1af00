import Foundation

/// The task that was touched last from a terminal: what `.` means there.
struct LastTouched: Sendable {
    /// The file that keeps it; nil where it is not kept: off a terminal two scripts would mean each other's tasks.
    let path: String?

    /// Kept beside the state of other programs, by the name of the terminal.
    init(environment: [String: String], terminal: String?) {
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let folder = state ?? environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.local/state" : nil }
        let name = terminal?.split(separator: "/").joined(separator: "-")
        path = folder.flatMap { folder in name.map { "\(folder)/taskd/last-\($0)" } }
    }

    /// Its id; nil where there is none.
    var id: String? {
        guard let path, let data = FileManager.default.contents(atPath: path), data.count <= 64 else { return nil }
        let text = String(decoding: data, as: UTF8.self).trimmingSpaces
        return text.isEmpty ? nil : text
    }

    /// Keeps an id; where that cannot be, `.` means nothing later.
    func keep(_ id: String) {
        guard let path else { return }
        let folder = (path as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        _ = FileManager.default.createFile(atPath: path, contents: Data("\(id)\n".utf8))
    }
}
