import Basics
import Foundation
import Notify
import Scheduler
import Storage
import StorageSQLite

#if POSTGRES
    import StoragePostgres
#endif

/// Looks for all that is wrong with a store.
struct StoreCheck: Sendable {
    let paths: StorePaths
    /// How what people leave unsaid is read, as far as derived values follow from it.
    let commands: TaskCommands
    let clock: any UTCClock

    /// Looks at all of the store.
    ///
    /// - Returns: What was found.
    /// - Throws: ``StoreError`` where it cannot be looked at.
    func report() async throws -> CheckReport {
        #if POSTGRES
            if let server = paths.server {
                return try await PostgresInspection.inspect(
                    PostgresStore.Configuration(conninfo: server, node: "check"), clock: clock.steady
                ) { try inspect($0) }
            }
        #endif
        let snapshot = try StoreSnapshot(path: paths.database)
        defer { try? snapshot.close() }
        return try inspect(snapshot)
    }

    private func inspect(_ store: any InspectedStore) throws -> CheckReport {
        // What it lacks is no damage.
        if let refusal = try store.unfinishedCopy() { throw refusal }
        var report = CheckReport()
        if try store.isOlder() {
            report.notes.append("last written by an older taskd; start the daemon once to have its contents checked")
            report.add(try store.faults())
            return report
        }
        report.add(try store.faults())
        report.counts = try store.counts()
        // Where pages are damaged, what is read from them says nothing.
        guard paths.server != nil || !report.faults.contains(where: { $0.kind == .damage }) else { return report }
        try store.read { try report.addSetAside(in: $0) }
        try inspectTasks(of: store, TaskInspection(commands: commands, now: clock.now), &report)
        try inspectSeries(of: store, &report)
        try inspectHooks(of: store, &report)
        report.add(try store.searchFaults())
        report.add(try store.statisticsFaults())
        try inspectContents(of: store, &report)
        return report
    }

    private func inspectTasks(
        of snapshot: any InspectedStore,
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
        _ entry: Result<TaskItem, StoreFault.Unreadable>,
        _ inspection: TaskInspection,
        _ snapshot: any InspectedStore,
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
        of snapshot: any InspectedStore,
        _ report: inout CheckReport
    ) throws {
        var cursor: StoreCursor?
        repeat {
            let page = try snapshot.read { try $0.activeSeries(inZone: nil, after: cursor, limit: 500) }
            for id in page.series { inspect(id, snapshot, &report) }
            cursor = page.next
        } while cursor != nil
    }

    private func inspect(
        _ id: SeriesID,
        _ snapshot: any InspectedStore,
        _ report: inout CheckReport
    ) {
        do {
            let faults: [(kind: String, detail: String)] = try snapshot.read { reader in
                // A daemon beside the check may have removed it meanwhile.
                guard let series = try reader.series(id) else { return [] }
                // Nor may it have looked at the series later than the time that the check goes by.
                return try TaskInspection(commands: commands, now: clock.now).faults(of: series, in: reader)
            }
            report.add(faults.map { StoreFault(StoreFault.Kind($0.kind), "series \(id)", $0.detail) })
        } catch {
            report.add([StoreFault(.unreadable, "series \(id)", "\(error)")])
        }
    }

    /// Looks whether each content of an attachment is there, whole and unchanged; all of its bytes are read.
    private func inspectContents(of store: any InspectedStore, _ report: inout CheckReport) throws {
        var last: ContentDigest?
        repeat {
            let page = try store.read { try $0.contents(after: last, limit: 500, unused: false) }
            for content in page.contents {
                guard let fault = try store.fault(of: content) else { continue }
                // A daemon beside the check may have removed it meanwhile.
                guard try store.read({ try $0.hasContent(content.digest) }) else { continue }
                report.add([fault])
            }
            last = page.last
        } while last != nil
        if let unnamed = try store.unnamedContents() { report.notes.append(unnamed) }
    }

    private func inspectHooks(of snapshot: any InspectedStore, _ report: inout CheckReport) throws {
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
}
