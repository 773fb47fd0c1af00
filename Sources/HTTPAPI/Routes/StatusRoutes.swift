import Basics
import HTTPTypes
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// `/v1/status`: how the daemon does, in one answer for people; what may wait in millions is not counted for it.
struct StatusRoutes<Time: UTCClock>: Sendable {
    /// How many hooks are named that are in trouble.
    private static var maxHooks: Int { 100 }

    let store: any Store
    let clock: Time
    /// Why nothing is fired; nil when all is well.
    let refusal: @Sendable () async -> String?
    let heartbeat: LoopHeartbeat?
    let storeTrouble: @Sendable () -> String?
    let backupAge: @Sendable (UTCInstant) -> Swift.Duration?
    let version: String
    let facts: ServerFacts

    func add(to routes: ScopedRoutes) {
        routes.add(.readStatus) { _, context in try await answer(context) }
    }

    private struct Levels: Sendable {
        var complaint: String?
        var overdue: Swift.Duration
        var lastSequence: Int64
        var setAside: Int
        var hooks: [(hook: Hook, health: HookHealth)]
    }

    private func answer(_ context: APIContext) async throws -> Response {
        let (heartbeat, now, steady) = (heartbeat, clock.now, clock.steady.now)
        let levels = try await store.read { reader in
            let health = try reader.hookHealth()
            return Levels(
                complaint: try heartbeat?.complaint(reader, at: now, steady),
                overdue: try reader.nextDueInstant().map { max(.zero, $0.duration(to: now)) } ?? .zero,
                lastSequence: try reader.lastEventSequence(),
                setAside: try reader.setAsideCounts().values.reduce(0, +),
                hooks: try reader.hooks().map { ($0, health[$0.id] ?? HookHealth()) })
        }
        let scopes = context.token?.scopes ?? []
        // The reason names files, which are nobody's business but those who administer the server.
        let mayKnow = scopes.contains(.admin)
        let reason = await refusal().map { mayKnow ? $0 : "the store is not this daemon's own; see its log" }
        let findings = mayKnow ? await facts.keeping()?.findings ?? [] : []
        let complaint = reason ?? storeTrouble() ?? levels.complaint
        return APIResponse { json in
            json.field("version", version)
            json.field("startedAt", facts.startedAt)
            json.field("now", now)
            json.field("firing", complaint == nil)
            json.field("reason", complaint)
            json.field("lagSeconds", levels.overdue / .seconds(1))
            json.field("timeZone", facts.zone)
            json.field("zoneData", facts.zoneData)
            json.field("lastSeq", levels.lastSequence)
            json.field("setAside", levels.setAside)
            json.field("hooks") { json in
                write(levels.hooks, at: now, showsTargets: mayKnow || scopes.contains(.hooks), to: &json)
            }
            json.field("store") { json in
                json.object { json in
                    let room = facts.room()
                    json.field("engine", facts.engine)
                    json.field("bytes", room?.used)
                    json.field("freeBytes", room?.free)
                    if mayKnow {
                        json.field("path", facts.store)
                        json.field("findings") { json in json.array(findings) { $1.write(to: &$0) } }
                    }
                }
            }
            json.field("backup") { json in
                json.object { json in
                    json.field("ageSeconds", backupAge(now).map { max(.zero, $0) / .seconds(1) })
                    json.field("intervalSeconds", facts.backupInterval.map { $0 / .seconds(1) })
                    if mayKnow { json.field("path", facts.backups) }
                }
            }
        }.response
    }

    private func write(
        _ hooks: [(hook: Hook, health: HookHealth)], at now: UTCInstant, showsTargets: Bool, to json: inout JSONWriter
    ) {
        let troubled = hooks.filter { hook, health in
            hook.isEnabled ? health.consecutiveFailures > 0 : hook.disabledReason != nil
        }
        json.object { json in
            json.field("enabled", hooks.filter(\.hook.isEnabled).count)
            json.field("disabled", hooks.filter { !$0.hook.isEnabled }.count)
            json.field("failing") { json in
                json.array(troubled.prefix(Self.maxHooks)) { json, entry in
                    let (hook, health) = entry
                    json.object { json in
                        json.field("id", hook.id.description)
                        json.field("kind", hook.kind.rawValue)
                        json.field("enabled", hook.isEnabled)
                        json.field("disabledReason", hook.disabledReason)
                        json.field("circuit", health.circuit(at: now).rawValue)
                        json.field("consecutiveFailures", health.consecutiveFailures)
                        json.field("failingSince", health.failingSince)
                        json.field("lastSuccessAt", health.lastSuccessAt)
                        if showsTargets { json.field("target", hook.url ?? hook.command.first) }
                    }
                }
            }
        }
    }
}

extension StoreKeeping.Finding {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("check", check)
            json.field("isBad", isBad)
            json.field("text", text)
            json.field("mend", mend)
        }
    }
}
