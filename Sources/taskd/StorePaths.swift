import ArgumentParser
import Foundation

/// Where a store's database is, and the files that lie beside it.
struct StorePaths: Hashable, Sendable {
    /// The SQLite file.
    let database: String

    /// The admin token that the first start writes, readable by its owner only.
    var tokenFile: String { database + ".token" }

    /// The key that seals the secrets of hooks, readable by its owner only.
    var keyFile: String { database + ".key" }

    /// Where a daemon that crashes leaves its mark for the next one.
    var crashFile: String { database + ".crash" }

    /// Refuses an empty path as an option, with which a shell variable that is not set would mean another store, and the
    /// URI of another engine.
    static func check(_ database: String?) throws {
        guard database != "" else { throw ValidationError("--db must not be empty.") }
        if let reason = database.flatMap({ StorePaths(database: $0).foreignEngine }) {
            throw ValidationError("--db \(reason).")
        }
    }

    /// Why the database cannot be opened, where it is named by the URI of another engine; nil for a path.
    var foreignEngine: String? {
        guard let colon = database.firstRange(of: "://"), case let scheme = database[..<colon.lowerBound],
            scheme.first?.isLetter == true,
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return nil }
        // The rest may hold a password.
        return "is a \(scheme):// URI, but this build stores in files alone; give the path of a file"
    }

    /// The files of a database at a given path.
    init(database: String) {
        self.database = database
    }

    /// The files of the database that the environment names: `TASKD_DB`, or else the user's data folder (XDG Base
    /// Directory Specification, which has a relative `XDG_DATA_HOME` ignored).
    init(environment: [String: String]) {
        if let path = environment["TASKD_DB"], !path.isEmpty {
            self.init(database: path)
        } else if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
            self.init(database: "\(folder)/taskd/taskd.db")
        } else {
            let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
            self.init(database: "\(home)/.local/share/taskd/taskd.db")
        }
    }
}

extension StorePaths {
    /// The bytes of the database with its log; nil where there is none.
    var bytes: Int? {
        let sizes = ["", "-wal"].map { suffix -> Int? in
            var status = stat()
            return stat(database + suffix, &status) == 0 ? Int(status.st_size) : nil
        }
        return sizes[0].map { $0 + (sizes[1] ?? 0) }
    }

    /// The bytes that its file system has left for whoever asks; nil where there is no folder.
    var freeBytes: Int? {
        var status = statvfs()
        let folder = URL(fileURLWithPath: database).deletingLastPathComponent().path
        return statvfs(folder, &status) == 0 ? Int(status.f_bavail) * Int(status.f_frsize) : nil
    }
}
