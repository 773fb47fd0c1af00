package import InMemoryTracing
package import Tracing

/// A tracer that keeps its spans, and passes places on by the header `traceparent` as real ones do.
package struct RecordingTracer: Tracer {
    private let tracer = InMemoryTracer(
        idGenerator: .init(
            nextTraceID: { Self.digits(UInt64.random(in: 1 ... .max)) + Self.digits(UInt64.random(in: 1 ... .max)) },
            nextSpanID: { Self.digits(UInt64.random(in: 1 ... .max)) }))

    package init() {}

    /// The spans that have ended, in the order of their ends.
    package var spans: [RecordedSpan] { tracer.finishedSpans.map(RecordedSpan.init) }

    package func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> InstrumentationContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> InMemorySpan {
        tracer.startSpan(
            operationName, context: context(), ofKind: kind, at: instant(), function: function, file: fileID, line: line
        )
    }

    package func forceFlush() { tracer.forceFlush() }

    package func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        let parts = extractor.extract(key: "traceparent", from: carrier)?.split(separator: "-").map(String.init) ?? []
        guard parts.count == 4 else { return }
        context.inMemorySpanContext = InMemorySpanContext(traceID: parts[1], spanID: parts[2], parentSpanID: nil)
    }

    package func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let span = context.inMemorySpanContext else { return }
        injector.inject("00-\(span.traceID)-\(span.spanID)-01", forKey: "traceparent", into: &carrier)
    }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// A span that has ended.
package struct RecordedSpan: Sendable {
    package let operationName: String
    package let kind: SpanKind
    package let traceID: String
    package let spanID: String
    package let parentSpanID: String?
    /// Whether what it is about went wrong.
    package let isError: Bool
    private let attributes: SpanAttributes

    fileprivate init(_ span: FinishedInMemorySpan) {
        (operationName, kind) = (span.operationName, span.kind)
        (traceID, spanID, parentSpanID) = (span.traceID, span.spanID, span.parentSpanID)
        isError = span.status?.code == .error
        attributes = span.attributes
    }

    /// What an attribute is set to, as text; nil for one that is not set.
    package func text(_ name: String) -> String? {
        switch attributes.get(name)?.toSpanAttribute() {
        case .string(let text): text
        case .int32(let number): "\(number)"
        case .int64(let number): "\(number)"
        default: nil
        }
    }
}
