package import Basics
import Storage
import Tracing

extension Sink {
    /// Tries once to deliver a message, in a span of its own where spans are recorded; the receiver is told of it.
    ///
    /// A webhook's is that of a client by OpenTelemetry's conventions for HTTP, without what may be secret in its URL; a
    /// command's is that of a program that is run.
    package func deliver(_ message: OutgoingMessage, recordedBy spans: SpanRecorder?) async -> DeliveryOutcome {
        guard let spans else { return await deliver(message) }
        let target = message.hook.spanTarget
        return await spans.record(target.name, target.kind, in: message.trace) { span, fields in
            var message = message
            message.spanFields = fields
            span.note("taskd.hook.id", message.hook.id.description)
            span.note("taskd.hook.kind", message.hook.kind.rawValue)
            span.note("taskd.event.id", message.event.id.description)
            span.note("taskd.event.type", message.event.type.rawValue)
            span.note("taskd.delivery.attempt", message.attempt)
            for (name, value) in target.attributes { span.note(name, value) }
            if message.hook.kind == .webhook, message.attempt > 1 {
                span.note("http.request.resend_count", message.attempt - 1)
            }
            let outcome = await deliver(message)
            span.note(outcome, of: message.hook.kind)
            return outcome
        }
    }
}

extension Span {
    /// Notes how an attempt ended.
    fileprivate func note(_ outcome: DeliveryOutcome, of kind: Hook.Kind) {
        switch kind {
        case .webhook:
            note("http.response.status_code", outcome.statusCode)
            note("network.peer.address", outcome.address)
        case .command: note("process.exit.code", outcome.statusCode)
        default: break
        }
        guard outcome.kind != .delivered else { return }
        let status = kind == .webhook ? outcome.statusCode.map { "\($0)" } : nil
        note("error.type", status ?? outcome.kind.rawValue)
        setStatus(SpanStatus(code: .error, message: outcome.detail))
    }
}

/// What the span of an attempt is called, and what it says of where the attempt goes.
private struct SpanTarget {
    var name: String
    var kind: SpanKind
    var attributes: [String: any SpanAttributeConvertible] = [:]
}

extension Hook {
    fileprivate var spanTarget: SpanTarget {
        switch kind {
        case .webhook:
            var target = SpanTarget(name: "POST", kind: .client, attributes: ["http.request.method": "POST"])
            if var url = url.flatMap({ try? WebhookURL($0) }) {
                url.pathAndQuery = "/REDACTED"
                target.attributes["server.address"] = "\(url.host)"
                target.attributes["server.port"] = url.port
                target.attributes["url.full"] = url.description
            }
            return target
        case .command:
            let program = command.first.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
            return SpanTarget(
                name: program ?? "command", kind: .client,
                attributes: program.map { ["process.executable.name": $0] } ?? [:])
        default: return SpanTarget(name: "send \(kind.rawValue)", kind: .producer)
        }
    }
}
