package import Filters
package import Recurrence

/// A hook, the key of its row, and what the text of its filter says.
package struct KeyedHook: Sendable {
    package var key: Int64
    package var hook: Hook
    package var filter: TaskFilter?

    package init(key: Int64, hook: Hook, filter: TaskFilter?) {
        (self.key, self.hook, self.filter) = (key, hook, filter)
    }
}

/// The filter of a hook, for the events of one transaction.
package final class HookFilter {
    private let filter: TaskFilter
    private let zone: ZoneRules
    /// The filter at the instant of the last event: those of a transaction mostly have the same.
    private var resolved: (filter: ResolvedFilter, at: UTCInstant)?

    package init(_ filter: TaskFilter, zone: ZoneRules) {
        (self.filter, self.zone) = (filter, zone)
    }

    /// Whether the filter selects the task that an event is about, as the event has it; what is about none passes.
    package func admits(_ draft: EventDraft, in projects: any ProjectReader) throws -> Bool {
        guard let subject = draft.subject else { return true }
        guard let task = subject.item else { return false }
        return try task.matches(resolved(at: draft.timestamp), in: projects)
    }

    private func resolved(at now: UTCInstant) -> ResolvedFilter {
        if let resolved, resolved.at == now { return resolved.filter }
        let filter = filter.resolved(now: now, zone: zone)
        resolved = (filter, now)
        return filter
    }
}
