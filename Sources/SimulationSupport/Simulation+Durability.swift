import Foundation
import Recurrence
import Storage
import StorageSQLite
import TestSupport

extension Simulation {
    private var path: String { folder.url.resolvingSymlinksInPath().path + "/tasks.db" }

    var file: SQLiteStore {
        get throws {
            guard let running else { throw SimulationFailure("no store is open") }
            return running.file
        }
    }

    func open() async throws {
        while running == nil {
            do {
                let file = try SQLiteStore(deterministic: path)
                running = (file, file)
                running = (file, try await rig.plant(file))
            } catch let error as StoreError {
                try? running?.file.close()
                running = nil
                try recover(from: error)
            }
        }
    }

    /// Stops the daemon, in good order or by a power cut, and starts it again.
    func restart() async throws {
        if chance(2) {
            disk.cutPower(after: 0)
        }
        try? running?.file.close()
        running = nil
        if disk.isDead { revive() }
        try await open()
        try await checkLog()
    }

    /// Does something to the store until it is done, whatever the disk does meanwhile.
    ///
    /// What failed must have left nothing; what a power cut caught may be there whole, or not at all.
    ///
    /// - Parameters:
    ///   - isOneCommit: Whether it is one transaction, not several of which some may be done.
    ///   - body: What is done.
    /// - Throws: ``SimulationFailure`` where something is kept that failed, and what `body` itself throws.
    func insist(isOneCommit: Bool = true, _ body: @Sendable (any Store) async throws -> Void) async throws {
        while true {
            guard let running else { throw SimulationFailure("no store is open") }
            do {
                try await body(running.store)
                return
            } catch let error as StoreError where error.isOfWholeStore {
                try recover(from: error)
                guard self.running == nil else {
                    let last = try await self.running?.file.read { try $0.lastEventSequence() }
                    guard last == lastSequence || !isOneCommit else {
                        throw SimulationFailure("a write that failed (\(error)) was kept")
                    }
                    continue
                }
                try await open()
                let last = try await file.read { try $0.lastEventSequence() }
                if last > lastSequence { return }
            }
        }
    }

    /// After an error: a fault is over, a power cut is followed by a restart.
    private func recover(from error: StoreError) throws {
        guard disk.isDead else {
            narrate("the disk failed: \(error)")
            tally.faults += 1
            guard tally.faults < 10_000 else { throw SimulationFailure("the store cannot be used: \(error)") }
            disk.heal()
            return
        }
        try? running?.file.close()
        running = nil
        revive()
    }

    private func revive() {
        narrate("the power was cut")
        tally.powerCuts += 1
        disk.restart(seed: generator.next())
    }

    /// Reads the log on, which must neither have lost what was acknowledged nor leave a gap.
    ///
    /// - Returns: The events that are new.
    @discardableResult
    func checkLog() async throws -> [Event] {
        let after = lastSequence
        let (events, last) = try await file.read { reader in
            (try reader.events(after: after, limit: 100_000), try reader.lastEventSequence())
        }
        guard last >= lastSequence else {
            throw SimulationFailure("the events after \(last) are lost; \(lastSequence) was acknowledged")
        }
        for event in events {
            lastSequence += 1
            guard event.sequence == lastSequence else {
                throw SimulationFailure("the log has a gap: \(event.sequence) stands where \(lastSequence) should")
            }
            guard seenEvents.insert(event.id).inserted else {
                throw SimulationFailure("two events are called \(event.id)")
            }
        }
        return events
    }
}
