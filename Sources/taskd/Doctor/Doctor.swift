import ArgumentParser
import Basics
import Foundation
import TaskdClient

/// `taskd doctor`: what is wrong with this machine's taskd, and how to mend it.
struct Doctor: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look for what is wrong, and say how to mend it; needs no daemon.",
        usage: "taskd doctor [--fix] [<options>]",
        discussion: """
            It looks at your settings, the store and the files beside it, the clock, the time zones, the disk, the program \
            and its completions, and, where a daemon answers, at that, your token and the hooks. Nothing is changed \
            without --fix, which does what is harmless: it takes files with secrets out of the reach of others, and \
            installs completions. Exit status: 0 nothing is broken, 1 something is.
            """
    )

    @Flag(help: "Mend what can be mended without harm.")
    var fix = false

    @OptionGroup var store: AnyStoreChoice
    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        let paths = store.paths(context)
        var findings = SettingsChecks(context: context).findings
        findings += StoreChecks(paths: paths, now: context.clock.now).findings
        findings += MachineChecks(context: context, paths: paths).findings
        if findings.contains(where: { $0.check == "settings" && $0.level == .bad }) {
            findings.append(
                .note(
                    "daemon", "not asked, as the settings are wrong", mend: "Correct the settings, and run this again.")
            )
        } else {
            findings += await daemonFindings(context, paths)
        }
        if fix { for index in findings.indices { findings[index].fix() } }
        try StandardOutput.write(client.access.json ? Self.line(findings) : Self.text(findings, context.style))
        if findings.contains(where: \.isBad) { throw ExitCode.failure }
    }

    private func daemonFindings(_ context: CommandContext, _ paths: StorePaths) async -> [Finding] {
        var findings: [Finding] = []
        do {
            try await client.withDaemon(context) { daemon in
                findings = try await DaemonChecks(
                    daemon: daemon, context: context, paths: paths, isTold: store.db != nil
                ).findings()
            }
        } catch let failure as CommandFailure where failure.exitStatus == 3 {
            findings.append(absent(failure, paths))
        } catch let failure as CommandFailure {
            let (what, how) = ProblemText.halves(failure.message)
            let isOfToken = failure.refusal?.status == 401
            findings.append(
                .bad(isOfToken ? "token" : "daemon", what, mend: failure.suggestion ?? how ?? "Run taskd status."))
        } catch {
            findings.append(.bad("daemon", "\(error)", mend: "Run taskd status."))
        }
        return findings
    }

    /// No daemon answers: whether one runs all the same, and listens elsewhere.
    private func absent(_ failure: CommandFailure, _ paths: StorePaths) -> Finding {
        let holders = StoreHolders(paths).processes
        let mend = failure.mayListenElsewhere ? nil : failure.suggestion
        guard let holder = holders.first else {
            return .note(
                "daemon", "\(failure.message); the checks of a running daemon were left out",
                mend: mend ?? "Start it: taskd serve, or systemctl start taskd; or give its address with --url.")
        }
        return .bad(
            "daemon",
            "process \(holder) has the store open, but "
                + failure.message.replacing("cannot reach the daemon at", with: "no daemon is reached at"),
            mend: mend ?? "Give its address with --url or TASKD_URL; its log names where it listens.")
    }

    private static func text(_ findings: [Finding], _ style: TextStyle) -> String {
        let bad = findings.count(where: \.isBad)
        let fixable = findings.count { $0.repair != nil && !$0.isMended && $0.level != .good }
        let verdict = bad == 0 ? "nothing is broken" : "\(bad.counted("thing")) \(bad == 1 ? "is" : "are") broken"
        return findings.map { $0.lines(style) }.joined()
            + "\(verdict)\(fixable > 0 ? "; taskd doctor --fix mends \(fixable.counted("finding"))" : "")\n"
    }

    private static func line(_ findings: [Finding]) -> String {
        var json = JSONWriter()
        json.object { json in
            json.field("ok", !findings.contains(where: \.isBad))
            json.field("findings") { json in json.array(findings) { $1.write(to: &$0) } }
        }
        return json.line
    }
}
