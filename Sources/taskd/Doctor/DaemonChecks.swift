import Foundation
import Recurrence
import TaskdClient

/// The daemon that answers, the token that it lets in, and its hooks.
struct DaemonChecks {
    /// How far the daemon's clock may be from this machine's, in seconds.
    private static let clockPatience = 5.0
    /// How long before a token's end it is told of.
    private static let tokenPatience = Swift.Duration.seconds(14 * 86_400)
    /// Of how many hooks the names are looked up.
    private static let maxHosts = 20

    let daemon: DaemonClient
    let context: CommandContext
    let paths: StorePaths
    /// Whether `--db` says which store it is.
    let isTold: Bool

    /// - Throws: `DaemonError` where no daemon answers.
    func findings() async throws -> [Finding] {
        let token: TokenView
        do {
            token = try await daemon.get("tokens/self").decode()
        } catch DaemonError.invalidResponse(let reason) {
            return [notTaskd(reason)]
        } catch DaemonError.refused(let problem) where problem.status == 404 || problem.status == 405 {
            return [notTaskd("status \(problem.status)")]
        }
        var findings = check(token, reaching: try await reach(of: token))
        guard token.scopes.contains("read"), token.reach == "everything" else { return findings }
        let status: StatusView = try await daemon.get("status").decode()
        findings += check(status) + database(status.store)
        if token.scopes.contains("hooks") || token.scopes.contains("admin") { findings += try await hooks() }
        return findings
    }

    private func notTaskd(_ reason: String) -> Finding {
        .bad(
            "port", "another program answers at \(daemon.address): \(reason)",
            mend: "Give the daemon's address with --url, or another port to taskd serve --listen.")
    }

    /// What a token reaches, a project by its name.
    private func reach(of token: TokenView) async throws -> String {
        guard let project = token.projectId, token.scopes.contains("read") else { return token.reach }
        return try await context.projectNames(daemon)[project].map { "project \"\($0)\"" } ?? token.reach
    }

    private func check(_ token: TokenView, reaching reach: String) -> [Finding] {
        var findings: [Finding] = []
        let missing = ["read", "write"].filter { !token.scopes.contains($0) }
        if !missing.isEmpty || token.reach != "everything" {
            let limits =
                (missing.isEmpty ? [] : ["may not \(missing.joined(separator: " nor "))"])
                + (token.reach == "everything" ? [] : ["reaches \(reach) alone"])
            let mends =
                (missing.isEmpty || token.reach != "everything" ? [] : ["taskd token edit changes its scopes"]) + [
                    "taskd token add makes another"
                ]
            findings.append(
                .note(
                    "token", "\"\(token.name)\" \(limits.joined(separator: " and "))",
                    mend: "For more, \(mends.joined(separator: ", and "))."))
        } else {
            findings.append(.good("token", "\"\(token.name)\" may \(token.scopes.joined(separator: ", "))"))
        }
        if let end = token.expiresAt.flatMap({ UTCInstant($0) }),
            context.clock.now.duration(to: end) < Self.tokenPatience
        {
            findings.append(
                .note("token", "\"\(token.name)\" ends at \(end)", mend: "taskd token edit --expires gives it longer."))
        }
        return findings
    }

    private func check(_ status: StatusView) -> [Finding] {
        var findings: [Finding] = status.troubles.map { trouble in
            let isCopy = trouble.contains("--adopt-store")
            return .bad(
                "daemon", trouble,
                mend: isCopy
                    ? "If it is to fire from now on, restart the daemon once: taskd serve --adopt-store."
                    : "taskd status shows more, the daemon's log all of it.")
        }
        if findings.isEmpty { findings = [.good("daemon", "taskd \(status.version) at \(daemon.address), fires")] }
        if status.version != Taskd.version {
            findings.append(
                .note(
                    "version", "the daemon is taskd \(status.version), this is \(Taskd.version)",
                    mend: "Restart the daemon after an upgrade: systemctl restart taskd."))
        }
        if let theirs = UTCInstant(status.now) {
            let apart = abs(Double(theirs.millisecondsSinceEpoch - context.clock.now.millisecondsSinceEpoch) / 1_000)
            if apart > Self.clockPatience {
                findings.append(
                    .bad(
                        "clock", "the daemon's clock is \(StatusView.span(apart)) from this machine's",
                        mend: "Set both: timedatectl set-ntp true."))
            }
        }
        if status.setAside > 0 {
            findings.append(
                .bad("rows", "\(status.setAside.counted("row")) cannot be read", mend: "taskd check lists them."))
        }
        if let theirs = status.store.path, daemon.address.isLocal, !isOurs(theirs) {
            findings.append(
                .note(
                    "store",
                    """
                    the daemon's is \(theirs), and this is about \(paths.shown); backup, check and token go to that of \
                    --db, else of TASKD_DB
                    """,
                    mend: theirs.hasPrefix("/")
                        ? (isTold ? "Give --db '\(theirs)'." : "export TASKD_DB='\(theirs)'")
                        : "Set TASKD_DB to it, from the root folder on."))
        }
        return findings
    }

    /// The problems that the daemon reports of its database server; none for a store in a file.
    private func database(_ store: StatusView.Store) -> [Finding] {
        guard store.engine == "postgresql" else { return [] }
        guard let told = store.findings else {
            return [
                .note(
                    "database", "the token may not know how the server of the store is kept",
                    mend: "Ask with a token that has the scope admin.")
            ]
        }
        guard !told.isEmpty else { return [.good("database", "the server of the store is kept well")] }
        return told.map { finding in
            let text = "\(finding.check): \(finding.text)"
            return finding.isBad
                ? .bad("database", text, mend: finding.mend) : .note("database", text, mend: finding.mend)
        }
    }

    /// Whether the daemon's store is the one of the settings; what folder a relative path counts from only it knows.
    private func isOurs(_ path: String) -> Bool {
        guard path.hasPrefix("/") else { return !StoreHolders(paths).processes.isEmpty }
        func resolved(_ path: String) -> URL { URL(fileURLWithPath: path).resolvingSymlinksInPath() }
        return resolved(path) == resolved(paths.database)
    }

    private func hooks() async throws -> [Finding] {
        let all: ListPage<HookView> = try await daemon.get("hooks", [.shortHandles]).decode()
        let webhooks = all.items.filter { $0.enabled && $0.url != nil }
        var (findings, known): ([Finding], [String: Bool]) = ([], [:])
        for hook in webhooks {
            guard let text = hook.url, let url = URL(string: text), let host = url.host() else { continue }
            let name = hook.shownHandle
            let isHere = host == "localhost" || host == "127.0.0.1" || host == "::1" || host == "[::1]"
            if url.scheme == "http", !isHere {
                findings.append(
                    .note(
                        "hook", "\(name) sends to \(host) unencrypted",
                        mend: "Replace it by one with https: taskd hook add, and taskd hook remove \(name)"))
            }
            // Only the daemon's own machine knows what the daemon finds.
            guard daemon.address.isLocal, known[host] != nil || known.count < Self.maxHosts else { continue }
            if known[host] == nil { known[host] = Self.isKnown(host) }
            if known[host] == false {
                findings.append(
                    .bad(
                        "hook", "\(name) sends to \(host), for which this machine finds no address",
                        mend: """
                            Look with getent hosts \(host). Where other names have none either, mend this machine's DNS; what \
                            waits is sent then. Where the URL is wrong: taskd hook add, and taskd hook remove \(name)
                            """
                    ))
            }
        }
        return findings.isEmpty ? [.good("hooks", "\(webhooks.count.counted("webhook")) enabled")] : findings
    }

    /// Whether a name has an address, as far as that is found out within a second or two.
    private static func isKnown(_ host: String) -> Bool {
        setenv("RES_OPTIONS", "timeout:1 attempts:1", 0)
        var found: UnsafeMutablePointer<addrinfo>?
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        defer { if let found { freeaddrinfo(found) } }
        // Only what is sure to be unknown counts; a resolver that does not answer says nothing about the name.
        return getaddrinfo(name, nil, nil, &found) != EAI_NONAME
    }
}
