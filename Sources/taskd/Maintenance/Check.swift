import ArgumentParser
import Foundation
import Notify
import Scheduler
import Storage
import StorageSQLite

/// `taskd check`: whether a store is whole, and what it keeps follows from what people meant.
struct Check: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a store without changing it; exits with 1 if anything is wrong.",
        usage: "taskd check [<options>]",
        discussion: """
            Finds damage in the file, gaps in the event log that retention does not explain, tasks that cannot be \
            read, rows that are set aside, derived times that do not match their local times, tasks that are not \
            found by their words, series without their next occurrence, reminders and deliveries in impossible \
            states, statistics that a recount does not confirm, contents of attachments that are missing or damaged, and \
            secrets that the key beside the store does not open. The daemon may be running. If the daemon has a \
            TASKD_DAY_START, set it here too, else times of tasks with a date alone seem wrong.
            """
    )

    @OptionGroup var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let paths = try store.paths(context)
        let report = try StoreError.asFailure { try inspect(paths, context) }
        if store.json {
            try StandardOutput.write(report.json(of: paths.database) + [UInt8(ascii: "\n")])
        } else {
            try StandardOutput.write(report.text(of: paths.database))
        }
        if !report.isClean { throw ExitCode.failure }
    }

    private func inspect(_ paths: StorePaths, _ context: CommandContext) throws -> CheckReport {
        let snapshot = try StoreSnapshot(path: paths.database)
        defer { try? snapshot.close() }
        var report = CheckReport()
        if try snapshot.isOlder() {
            report.notes.append("last written by an older taskd; start the daemon once to have its contents checked")
            report.add(try snapshot.faults())
            return report
        }
        report.add(try snapshot.faults())
        report.counts = try snapshot.counts()
        // Where pages are damaged, what is read from them says nothing.
        guard !report.faults.contains(where: { $0.kind == .damage }) else { return report }
        try snapshot.read { try report.addSetAside(in: $0) }
        let commands = TaskCommands(zones: context.zones, configuration: try configuration(context))
        try inspectTasks(of: snapshot, TaskInspection(commands: commands, now: context.clock.now), &report)
        try inspectSeries(of: snapshot, commands, context, &report)
        try inspectHooks(of: snapshot, paths, &report)
        report.add(try snapshot.searchFaults())
        report.add(try snapshot.statisticsFaults())
        try inspectContents(of: snapshot, ContentFolder(ofStoreAt: paths.database), &report)
        return report
    }

    private func inspectTasks(
        of snapshot: StoreSnapshot,
        _ inspection: TaskInspection,
        _ report: inout CheckReport
    ) throws {
        let progress = CheckProgress(total: report.counts["task"] ?? 0)
        var (cursor, count): (StoreCursor?, Int) = (nil, 0)
        repeat {
            let (entries, next) = try snapshot.tasks(after: cursor, limit: 500)
            for entry in entries { try inspect(entry, inspection, snapshot, &report) }
            (cursor, count) = (next, count + entries.count)
            progress.note(count)
        } while cursor != nil
    }

    private func inspect(
        _ entry: StoreSnapshot.Entry,
        _ inspection: TaskInspection,
        _ snapshot: StoreSnapshot,
        _ report: inout CheckReport
    ) throws {
        switch entry {
        case .failure(let fault):
            report.add([StoreFault(.unreadable, "task row \(fault.key)", fault.reason)])
        case .success(let task):
            if let setAside = task.setAside, !setAside.unreadableFields.isEmpty {
                // Nothing follows from what is not known. Where it was noted, it is listed as set aside.
                guard setAside.since == nil else { return }
                return report.add([StoreFault(.unreadable, "task \(task.id)", setAside.reason)])
            }
            do {
                let faults = try snapshot.read { try inspection.faults(of: task, in: $0) }
                report.add(faults.map { StoreFault(StoreFault.Kind($0.kind), "task \(task.id)", $0.detail) })
            } catch {
                report.add([StoreFault(.unreadable, "task \(task.id)", "\(error)")])
            }
        }
    }

    /// Looks at every series that is active; of one that has ended nothing is to come.
    private func inspectSeries(
        of snapshot: StoreSnapshot,
        _ commands: TaskCommands,
        _ context: CommandContext,
        _ report: inout CheckReport
    ) throws {
        var cursor: StoreCursor?
        repeat {
            let page = try snapshot.read { try $0.activeSeries(inZone: nil, after: cursor, limit: 500) }
            for id in page.series { inspect(id, commands, context, snapshot, &report) }
            cursor = page.next
        } while cursor != nil
    }

    private func inspect(
        _ id: SeriesID,
        _ commands: TaskCommands,
        _ context: CommandContext,
        _ snapshot: StoreSnapshot,
        _ report: inout CheckReport
    ) {
        do {
            let faults: [(kind: String, detail: String)] = try snapshot.read { reader in
                // A daemon beside the check may have removed it meanwhile.
                guard let series = try reader.series(id) else { return [] }
                // Nor may it have looked at the series later than the time that the check goes by.
                return try TaskInspection(commands: commands, now: context.clock.now).faults(of: series, in: reader)
            }
            report.add(faults.map { StoreFault(StoreFault.Kind($0.kind), "series \(id)", $0.detail) })
        } catch {
            report.add([StoreFault(.unreadable, "series \(id)", "\(error)")])
        }
    }

    /// Looks whether each content of an attachment is there, whole and unchanged; its file is read.
    private func inspectContents(
        of snapshot: StoreSnapshot, _ folder: ContentFolder, _ report: inout CheckReport
    ) throws {
        var last: ContentDigest?
        repeat {
            let page = try snapshot.read { try $0.contents(after: last, limit: 500, unused: false) }
            for content in page.contents {
                guard let fault = folder.fault(of: content) else { continue }
                // A daemon beside the check may have removed it meanwhile.
                guard try snapshot.read({ try $0.hasContent(content.digest) }) else { continue }
                report.add([StoreFault(.content, "file \(folder.file(of: content.digest))", fault)])
            }
            last = page.last
        } while last != nil
        let unnamed = try folder.shards().flatMap(folder.digests).count { digest in
            try !snapshot.read { try $0.hasContent(digest) }
        }
        guard unnamed > 0 else { return }
        report.notes.append(
            "\(unnamed.counted("file")) in \(folder.path) belong to no attachment; the daemon "
                + "removes them")
    }

    private func inspectHooks(of snapshot: StoreSnapshot, _ paths: StorePaths, _ report: inout CheckReport) throws {
        let hooks = try snapshot.read { try $0.hooks() }
        let sealed = hooks.filter { !$0.sealedSecrets.isEmpty || $0.tls?.sealedKey != nil }
        guard !sealed.isEmpty else { return }
        guard FileManager.default.fileExists(atPath: paths.keyFile) else {
            report.add([
                StoreFault(.secret, "file \(paths.keyFile)", "missing; the hooks' secrets cannot be opened without it")
            ])
            return
        }
        do {
            let box = SecretBox(key: try SecretKeyFile(path: paths.keyFile).loadOrCreate())
            for hook in sealed {
                report.add(box.faults(of: hook).map { StoreFault(.secret, "hook \(hook.id)", $0) })
            }
        } catch let error as NotifyError {
            report.add([StoreFault(.secret, "file \(paths.keyFile)", "\(error)")])
        }
    }

    /// How the daemon reads what people leave unsaid, as far as derived values follow from it.
    private func configuration(_ context: CommandContext) throws -> SchedulerConfiguration {
        let text = context.environment["TASKD_DAY_START"].flatMap { $0.isEmpty ? nil : $0 } ?? "09:00"
        guard let dayStart = ServeConfiguration.dayStart(text) else {
            throw CommandFailure.usage("TASKD_DAY_START is not a time of day: \"\(text)\"", "Write it as 09:00.")
        }
        return SchedulerConfiguration(dayStart: dayStart)
    }
}

extension ContentFolder {
    /// What is wrong with the file of a content; nil when nothing is.
    fileprivate func fault(of content: StoredContent) -> String? {
        guard let size = size(of: content.digest) else { return "is missing" }
        guard size == content.size else { return "has \(size) bytes instead of \(content.size)" }
        return digestOfFile(content.digest) == content.digest ? nil : "does not match the SHA-256 in its name"
    }
}
