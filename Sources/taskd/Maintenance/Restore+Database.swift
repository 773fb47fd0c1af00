import Foundation
import Storage

#if POSTGRES
    import StoragePostgres
#endif

extension Restore {
    /// Restores a database on a server, which then is a copy: nothing goes off from it until a node adopts it.
    func restoreDatabase(_ paths: StorePaths, _ context: CommandContext) async throws {
        #if POSTGRES
            try refuseFolder()
            let suffix = SetAside.suffix(at: context.clock.now, of: [paths.keyFile])
            let isKeyNew = try prepareKey(paths)
            do {
                let (contents, aside) = try await DatabaseBackup.load(
                    file, into: paths, replaces: replace, in: context)
                if isKeyNew {
                    try FileManager.default.createDirectory(
                        atPath: paths.folder, withIntermediateDirectories: true,
                        attributes: [.posixPermissions: 0o700])
                    try installKey(paths, suffix)
                }
                guard store.json else {
                    let tasks = (contents.counts["task"] ?? 0).counted("task")
                    let option = store.choice.db == nil ? "" : " --db URI"
                    var lines = ["restored: \(paths.shown)  \(tasks), events up to \(contents.lastSequence)"]
                    if let aside { lines.append("What was there is now the schema \(aside).") }
                    lines += missingFiles(paths, option)
                    lines.append("Run taskd check\(option) to verify that every row can be read.")
                    lines.append(
                        "Nothing goes off from it until a node is started with taskd serve\(option) --adopt-store; "
                            + "reminders due before now will then be reported as missed, not fired.")
                    return try StandardOutput.write(lines.joined(separator: "\n") + "\n")
                }
                try StandardOutput.write(
                    json(
                        of: paths.shown, upTo: contents.lastSequence, replaced: aside, missing: 0, isKeyNew: isKeyNew,
                        paths))
            } catch let error as StoreError {
                throw CommandFailure.failed(error.description)
            }
        #else
            throw CommandFailure.failed("this build of taskd has no PostgreSQL", "Name a file with --db.")
        #endif
    }
}
