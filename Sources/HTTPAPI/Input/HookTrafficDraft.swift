import Notify
import Recurrence
import Scheduler
import Storage

/// What a client says of how a hook's deliveries follow each other, which tasks it wants, and what its requests carry.
///
/// A field that is missing stays as it was, and one that is null becomes what a new hook has.
struct HookTrafficDraft: Sendable {
    private var edits: [@Sendable (inout Hook) throws -> Void] = []
    private(set) var headers: [HeaderDraft]?

    init(_ reader: inout ObjectReader) {
        readFilter(&reader)
        readBounds(&reader)
        readTimes(&reader)
        headers = Self.headers(&reader)
    }

    /// Changes a hook as the client wants it, all but its headers.
    func apply(to hook: inout Hook) throws {
        for edit in edits { try edit(&hook) }
    }

    private mutating func set<Value: Sendable>(
        _ field: any WritableKeyPath<Hook, Value> & Sendable,
        to value: Value?,
        or standard: Value,
        _ name: String,
        _ reader: ObjectReader
    ) {
        guard reader.holds(name) else { return }
        edits.append { $0[keyPath: field] = value ?? standard }
    }

    private mutating func readFilter(_ reader: inout ObjectReader) {
        let tags = reader.strings("tags", atMost: EventFilter.maxTags)?.map(\.inNormalForm)
        for (index, tag) in (tags ?? []).enumerated() {
            guard let complaint = TextLength.complaint(about: tag, atMost: TaskDraft.Bounds.tagLength) else { continue }
            reader.collector.add("/tags/\(index)", complaint)
        }
        set(\.filter.tags, to: tags, or: [], "tags", reader)
        let priorities = reader.strings("priorities", atMost: EventFilter.maxTags)?.enumerated().compactMap {
            index, text in
            let priority = TaskPriority(rawValue: text)
            if priority == nil {
                let names = TaskPriority.allCases.map(\.rawValue).joined(separator: ", ")
                reader.collector.add("/priorities/\(index)", "must be one of \(names)")
            }
            return priority
        }
        set(\.filter.priorities, to: priorities, or: [], "priorities", reader)
    }

    private mutating func readBounds(_ reader: inout ObjectReader) {
        let ordering = reader.choice("ordering", Hook.Ordering.self)
        set(\.traffic.ordering, to: ordering, or: .parallel, "ordering", reader)
        let concurrency = reader.integer("concurrency", in: Hook.Traffic.permittedConcurrency)
        set(\.traffic.concurrency, to: concurrency, or: nil, "concurrency", reader)
        guard reader.holds("rateLimit") else { return }
        guard var limit = reader.object("rateLimit") else {
            edits.append { $0.traffic.rateLimit = nil }
            return
        }
        let rate = limit.number("perSecond")
        if let rate, !Hook.RateLimit.permittedRates.contains(rate) {
            limit.collector.add("/rateLimit/perSecond", "must be from 0.0001 to 10000")
        }
        let burst = limit.integer("burst", in: Hook.RateLimit.permittedBursts)
        limit.finish()
        edits.append { hook in
            guard let rate = rate ?? hook.traffic.rateLimit?.perSecond else {
                throw Problem([InputProblem(pointer: "/rateLimit/perSecond", detail: "is missing")])
            }
            hook.traffic.rateLimit = Hook.RateLimit(
                perSecond: rate,
                burst: burst ?? hook.traffic.rateLimit?.burst ?? 1
            )
        }
    }

    private mutating func readTimes(_ reader: inout ObjectReader) {
        let expiry = reader.string("expires").flatMap {
            reader.exactDuration($0, at: "/expires", .seconds(1)...Hook.Traffic.maxExpiry)
        }
        set(\.traffic.expiry, to: expiry, or: nil, "expires", reader)
        let most = Hook.Traffic.permittedWaitCount.upperBound
        let texts = reader.strings("retrySchedule", atMost: most)
        if let texts, !Hook.Traffic.permittedWaitCount.contains(texts.count) {
            reader.collector.add(
                "/retrySchedule", "must have 1 to \(most) elements")
        }
        let waits = texts?.enumerated().compactMap { index, text in
            reader.exactDuration(text, at: "/retrySchedule/\(index)", .zero...Hook.Traffic.maxWait)
        }
        set(\.traffic.retryWaits, to: waits, or: nil, "retrySchedule", reader)
    }
}

extension ObjectReader {
    fileprivate mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let number = integer(name) else { return nil }
        if !range.contains(number) {
            collector.add(pointer(to: name), "must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// An ISO 8601 duration that is the same everywhere: a day in it has 24 hours.
    func exactDuration(
        _ text: String,
        at pointer: String,
        _ range: ClosedRange<Swift.Duration>
    ) -> Swift.Duration? {
        do throws(RecurrenceError) {
            let read = try CalendarDuration(text)
            let duration = Swift.Duration.seconds(read.days * 86_400 + read.seconds)
            if range.contains(duration) { return duration }
            let bounds = [range.lowerBound, range.upperBound].map {
                CalendarDuration(seconds: Int($0.components.seconds))
            }
            collector.add(pointer, "must be from \(bounds[0]) to \(bounds[1])")
        } catch {
            collector.add(pointer, error.description)
        }
        return nil
    }
}
