import Recurrence
import Storage

/// The state of the store at the moment: how much waits, and how the hooks' receivers are.
///
/// The cost grows with the number of deliveries that wait: some 50 ms for a million.
struct StoreLevels: Sendable {
    private struct HookLevel: Sendable {
        var hook: Hook
        var health: HookHealth
        var backlog: HookBacklog
    }

    private let hooks: [HookLevel]
    private let overdue: Swift.Duration
    private let lastSequence: Int64
    private let setAside: [SetAsideUnit.Kind: Int]
    private let now: UTCInstant

    init(_ reader: any StoreReader, at now: UTCInstant) throws {
        let health = try reader.hookHealth()
        hooks = try reader.hooks().map { hook in
            HookLevel(hook: hook, health: health[hook.id] ?? HookHealth(), backlog: try reader.backlog(of: hook.id))
        }
        overdue = try reader.nextDueInstant().map { max(.zero, $0.duration(to: now)) } ?? .zero
        lastSequence = try reader.lastEventSequence()
        setAside = try reader.setAsideCounts()
        self.now = now
    }

    /// The ids of the hooks that there are.
    var hookIDs: Set<String> { Set(hooks.map(\.hook.id.description)) }

    func write(to text: inout PrometheusText) {
        level("taskd_due_overdue_seconds", overdue / .seconds(1), &text)
        level("taskd_event_sequence", Double(lastSequence), &text)
        text.begin(.of("taskd_set_aside"))
        for kind in SetAsideUnit.Kind.allCases {
            text.sample("taskd_set_aside", Labels([("unit", kind.rawValue)]), Double(setAside[kind] ?? 0))
        }
        eachHook("taskd_deliveries_waiting", &text) { Double($0.backlog.count) }
        eachHook("taskd_deliveries_oldest_seconds", &text) { level in
            level.backlog.oldest.map { max(.zero, $0.duration(to: now)) / .seconds(1) } ?? 0
        }
        eachHook("taskd_hook_enabled", &text) { $0.hook.isEnabled ? 1 : 0 }
        eachHook("taskd_hook_consecutive_failures", &text) { Double($0.health.consecutiveFailures) }
        text.begin(.of("taskd_hook_circuit"))
        for level in hooks {
            for circuit in HookHealth.Circuit.allCases {
                let labels = level.hook.labels + [("state", circuit.rawValue)]
                text.sample("taskd_hook_circuit", Labels(labels), level.health.circuit(at: now) == circuit ? 1 : 0)
            }
        }
    }

    private func level(_ name: String, _ value: Double, _ text: inout PrometheusText) {
        text.begin(.of(name))
        text.sample(name, Labels([]), value)
    }

    private func eachHook(_ name: String, _ text: inout PrometheusText, _ value: (HookLevel) -> Double) {
        text.begin(.of(name))
        for level in hooks { text.sample(name, Labels(level.hook.labels), value(level)) }
    }
}

extension Hook {
    fileprivate var labels: [(String, String)] { [("hook", id.description), ("sink", kind.rawValue)] }
}
