import ArgumentParser
import Foundation

/// Where a store's database is, and the files that lie beside it.
struct StorePaths: Hashable, Sendable {
    /// The SQLite file; for a store on a server what the names of the files begin with that a node has of its own.
    let database: String
    /// The server that the store is on, as libpq is told, with a password maybe; nil for a file.
    let server: String?

    /// The admin token that the first start writes, readable by its owner only.
    var tokenFile: String { database + ".token" }

    /// The key that seals the secrets of hooks, readable by its owner only.
    var keyFile: String { database + ".key" }

    /// Where the store is, without a password.
    var shown: String { server.map { Self.withoutPassword($0) } ?? database }

    /// A URI with stars for the password that it may hold, in the place where users stand or as a parameter.
    static func withoutPassword(_ uri: String) -> String {
        guard let scheme = uri.firstRange(of: "://") else { return uri }
        var rest = String(uri[scheme.upperBound...])
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        if let at = rest[..<end].lastIndex(of: "@"), let colon = rest[..<at].firstIndex(of: ":") {
            rest.replaceSubrange(rest.index(after: colon)..<at, with: "***")
        }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return uri[..<scheme.upperBound] + rest }
        let parameters = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { parameter in
            let name = parameter.prefix { $0 != "=" }
            return name.lowercased().hasSuffix("password") ? "\(name)=***" : String(parameter)
        }
        return "\(uri[..<scheme.upperBound])\(parts[0])?\(parameters.joined(separator: "&"))"
    }

    /// Where a daemon that crashes leaves its mark for the next one.
    var crashFile: String { database + ".crash" }

    /// Refuses what no daemon can serve, as an option, and an empty path, with which a shell variable that is not set would
    /// mean another store.
    func checkForServing() throws {
        guard database != "" else { throw Self.emptyPath }
        if let reason = reasonNotToServe { throw ValidationError("--db \(reason).") }
    }

    private static let emptyPath = ValidationError("--db must not be empty.")

    /// That of the URI by which the database is named, whatever engine it is of; nil for a path.
    private var scheme: String? {
        let name = server ?? database
        guard let colon = name.firstRange(of: "://"), case let scheme = name[..<colon.lowerBound],
            scheme.first?.isLetter == true,
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return nil }
        return String(scheme)
    }

    /// Why a daemon cannot serve the store; nil where it can.
    var reasonNotToServe: String? {
        #if POSTGRES
            guard server == nil else { return nil }
            return scheme.map { "is a \($0):// URI; give the path of a file, or a postgresql:// URI" }
        #else
            return scheme.map { "is a \($0):// URI, but this build stores in files alone; give the path of a file" }
        #endif
    }

    /// The files of a database.
    ///
    /// - Parameters:
    ///   - database: A path, or the URI of a PostgreSQL database.
    ///   - files: What the names of a node's own files begin with, where the database is on a server.
    init(database: String, files: String = StorePaths.files(ProcessInfo.processInfo.environment)) {
        let isServer = ["postgresql://", "postgres://"].contains { database.hasPrefix($0) }
        (self.database, server) = isServer ? (files, database) : (database, nil)
    }

    /// The folder of the files.
    var folder: String { (database as NSString).deletingLastPathComponent }

    /// The files of the database that the environment names: `TASKD_DB`, or else the user's data folder (XDG Base
    /// Directory Specification, which has a relative `XDG_DATA_HOME` ignored).
    init(environment: [String: String]) {
        if let path = environment["TASKD_DB"], !path.isEmpty {
            self.init(database: path, files: Self.files(environment))
        } else {
            self.init(database: "\(Self.folder(environment))/taskd.db")
        }
    }

    /// The files of the database that an option names, or else the environment.
    init(option database: String?, _ environment: [String: String]) {
        self = database.map { StorePaths(database: $0) } ?? StorePaths(environment: environment)
    }

    private static func folder(_ environment: [String: String]) -> String {
        if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return "\(folder)/taskd" }
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
        return "\(home)/.local/share/taskd"
    }

    private static func files(_ environment: [String: String]) -> String { "\(folder(environment))/postgres" }
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
