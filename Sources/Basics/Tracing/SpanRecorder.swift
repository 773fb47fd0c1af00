package import Tracing

/// Records spans where a program has a tracer; where it has none, there is no recorder, and nothing is done for spans.
package struct SpanRecorder: Sendable {
    /// The header that places are passed on in.
    package static let header = "traceparent"

    private let tracer: any Tracer

    /// Takes a tracer; nil where there is none.
    ///
    /// - Parameter tracer: The tracer; nil for the one that the program has bootstrapped by now.
    package init?(_ tracer: (any Tracer)? = nil) {
        let tracer = tracer ?? InstrumentationSystem.tracer
        if tracer is NoOpTracer { return nil }
        self.tracer = tracer
    }

    /// Does something in a span of its own, which ends with it.
    ///
    /// - Parameters:
    ///   - name: What the span is called: one of few, without ids.
    ///   - kind: On which side of which boundary it lies.
    ///   - parent: What it is a part of; nil for what the task does already, or else a trace of its own.
    ///   - body: What is done, with the span and its place, which is ``TraceParent/current`` meanwhile.
    /// - Returns: What `body` returns.
    package func record<Value: Sendable>(
        _ name: String, _ kind: SpanKind, in parent: TraceParent? = nil,
        _ body: (any Span, [String: String]) async throws -> Value
    ) async rethrows -> Value {
        try await record(name, kind, from: parent.map { [Self.header: $0.description] } ?? [:], body)
    }

    /// Does something in a span of its own, whose parent is named by the header fields of a request, by their lower-case names.
    package func record<Value: Sendable>(
        _ name: String, _ kind: SpanKind, from fields: [String: String],
        _ body: (any Span, [String: String]) async throws -> Value
    ) async rethrows -> Value {
        var context = InstrumentationContext.current ?? .topLevel
        tracer.extract(fields, into: &context, using: FieldCarrier())
        let span: any Span = tracer.startSpan(name, context: context, ofKind: kind)
        defer { span.end() }
        var passedOn: [String: String] = [:]
        tracer.inject(span.context, into: &passedOn, using: FieldCarrier())
        // A tracer that passes places on in another way leaves those that came as they are.
        let place = passedOn[Self.header].flatMap { TraceParent($0) } ?? fields[Self.header].flatMap { TraceParent($0) }
        do {
            return try await InstrumentationContext.$current.withValue(span.context) {
                try await TraceParent.$current.withValue(place ?? .current) { try await body(span, passedOn) }
            }
        } catch {
            span.recordError(error)
            span.setStatus(SpanStatus(code: .error))
            throw error
        }
    }
}

/// Reads and writes places in a dictionary of header fields, by their lower-case names.
private struct FieldCarrier: Injector, Extractor {
    func extract(key: String, from fields: [String: String]) -> String? { fields[key.lowercased()] }

    func inject(_ value: String, forKey key: String, into fields: inout [String: String]) {
        fields[key.lowercased()] = value
    }
}

extension Span {
    /// Sets an attribute; nil for one that is not known.
    package func note(_ name: String, _ value: (any SpanAttributeConvertible)?) {
        guard let value else { return }
        updateAttributes { $0.set(name, value: value.toSpanAttribute()) }
    }
}
