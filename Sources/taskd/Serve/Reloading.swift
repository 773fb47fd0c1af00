import Basics
import HTTPAPI
import Logging
import Notify
import Recurrence
import ServiceLifecycle
import UnixSignals

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What of the daemon may change while it runs: reads the settings again on SIGHUP, and the certificate when its files
/// have changed.
struct Reloading: Service {
    /// How often the files of the certificate are looked at.
    private static let pause = Swift.Duration.seconds(30)

    let settings: ServeConfiguration
    let reread: @Sendable () throws -> ServeConfiguration
    let log: DaemonLog
    let network: Locked<NetworkPolicy>
    let targets: TargetGuard
    let programs: Locked<CommandAllowList>
    let certificate: ServerCertificate?
    let supervisor: Systemd
    let clock: CorrectedClock
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await reloadOnSignals() }
                group.addTask { await watchCertificate() }
            }
        }
    }

    private func reloadOnSignals() async {
        for await _ in await UnixSignalsSequence(trapping: .sighup) {
            supervisor.notify(.reloading)
            reload()
            supervisor.notify(.ready)
        }
    }

    /// Takes over what may change; all stays as it was where something is wrong.
    private func reload() {
        let new: ServeConfiguration
        do { new = try reread() } catch {
            // The lines that are indented tell whoever types a command what to type instead.
            let errors = String(describing: error).split(separator: "\n").filter { !$0.hasPrefix(" ") }
                .joined(separator: "; ")
            logger.error("the settings are not read again, since some are wrong", metadata: ["errors": "\(errors)"])
            return
        }
        log.set(new.logLevel)
        network.withLock { $0 = new.network }
        targets.open(new.allowList)
        programs.withLock { $0 = new.commands.allowed }
        reloadCertificate()
        let pending = new.differences(from: settings)
        logger.notice(
            "the settings were read again",
            metadata: pending.isEmpty ? [:] : ["at the next start": "\(pending.joined(separator: ", "))"])
    }

    private func watchCertificate() async {
        guard let certificate, let files = settings.tls else { return }
        warnOfEnd(certificate)
        var known = files.states
        while !Task.isCancelled {
            try? await clock.steady.wait(for: Self.pause)
            let states = files.states
            if states == known { continue }
            known = states
            reloadCertificate()
        }
    }

    private func reloadCertificate() {
        guard let certificate else { return }
        do {
            try certificate.reload()
            logger.info("the certificate was read again", metadata: ["valid until": "\(certificate.end)"])
            warnOfEnd(certificate)
        } catch {
            logger.error("the certificate stays as it was", metadata: ["error": "\(error)"])
        }
    }

    private func warnOfEnd(_ certificate: ServerCertificate) {
        let left = clock.now.duration(to: certificate.end)
        if left < .seconds(14 * 86_400) {
            logger.warning("the certificate ends soon", metadata: ["valid until": "\(certificate.end)"])
        }
    }
}

extension ServeConfiguration {
    /// The settings that hold otherwise only from the next start on.
    fileprivate func differences(from other: ServeConfiguration) -> [String] {
        Setting.all.filter { !$0.isReloaded && settings[$0] != other.settings[$0] }.map(\.name)
    }
}

extension TLSFiles {
    /// What changes when a file is written or replaced.
    fileprivate var states: [[Int]] {
        [certificate, key].map { path in
            var status = stat()
            guard stat(path, &status) == 0 else { return [] }
            return [Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        }
    }
}
