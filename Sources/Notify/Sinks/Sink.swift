public import Basics
public import Storage

/// Where deliveries go: one kind of hook.
public protocol Sink: Sendable {
    /// How deliveries to one hook may be sent beside each other.
    var pace: SinkLimits { get }

    /// Where the next one to send should run; nil for Swift's own threads, which is the default.
    func nextExecutor() -> (any TaskExecutor)?

    /// Tries once to deliver a message.
    ///
    /// Returns in bounded time, and soon after the task is cancelled. It never throws: whatever went wrong is an
    /// outcome, and the delivery loop decides what follows from it.
    func deliver(_ message: OutgoingMessage) async -> DeliveryOutcome
}

extension Sink {
    /// Swift's own threads.
    public func nextExecutor() -> (any TaskExecutor)? { nil }
}

/// How deliveries to one hook may be sent beside each other.
public struct SinkLimits: Hashable, Sendable {
    /// How many batches of one hook may be in flight at once, at least 1.
    public var concurrency: Int
    /// How many deliveries a batch may hold, at least 1; they are sent one after the other, in order.
    public var batchSize: Int

    /// Makes a pace.
    public init(concurrency: Int, batchSize: Int) {
        precondition(concurrency > 0 && batchSize > 0, "a pace lets something through")
        self.concurrency = concurrency
        self.batchSize = batchSize
    }
}

/// One event in flight to one hook.
public struct OutgoingMessage: Hashable, Sendable {
    /// Where it goes.
    public let hook: Hook
    /// What is sent.
    public let event: Event
    /// Counts the attempts, from 1.
    public let attempt: Int
    /// What is sent, where an earlier attempt has frozen it.
    public let body: DeliveryBody
    /// The trace that the event was recorded in; nil for none.
    public let trace: TraceParent?
    /// How the tracer of the program passes the span of the attempt on; empty without one.
    package var spanFields: [String: String] = [:]

    /// Makes a message from its parts.
    public init(
        hook: Hook, event: Event, attempt: Int, body: DeliveryBody = .open, trace: TraceParent? = nil
    ) {
        self.trace = trace
        self.hook = hook
        self.event = event
        self.attempt = attempt
        self.body = body
    }

    /// What tells the receiver which trace the attempt is a span of, by the names of header fields: other values each time that
    /// it is asked for.
    ///
    /// An event that belongs to no trace has one of its own, whose id is the event's: its attempts, at all hooks, are spans of
    /// that.
    public var traceFields: [String: String] {
        guard spanFields.isEmpty else { return spanFields }
        let id = event.id.uuid
        return [SpanRecorder.header: (trace?.child ?? .root(high: id.high, low: id.low)).description]
    }
}
