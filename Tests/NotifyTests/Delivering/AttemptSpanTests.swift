import Basics
import Notify
import Recurrence
import Storage
import TestSupport
import Testing
import Tracing

/// What a receiver is told of the trace that an attempt belongs to, and what is recorded of it.
@Suite(.timeLimit(.minutes(10))) struct AttemptSpanTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let cause = TraceParent("00-\(trace)-00f067aa0ba902b7-00")

    private func traces(of receiver: WebhookReceiver) throws -> [TraceParent] {
        try receiver.requests.map { try #require($0.headers["traceparent"].flatMap { TraceParent($0) }) }
    }

    @Test func `every attempt is a span of its own in the trace of the change`() async throws {
        let harness = try LoopHarness()
        let receiver = try await WebhookReceiver.start(answers: [.status(500)])
        let hook = try await harness.addHook(1, url: receiver.url)
        try await TraceParent.$current.withValue(Self.cause) { try await harness.append(1...1) }
        let loop = harness.start(try harness.webhookSink())
        let next = try #require(try await harness.delivery(of: hook, attempts: 1)?.nextAttemptAt)
        await harness.sleep(until: next)
        _ = try await harness.allDelivered(1, of: hook)
        loop.cancel()
        await loop.value
        let traces = try traces(of: receiver)
        #expect(traces.map(\.traceID) == [Self.trace, Self.trace])
        #expect(Set(traces.map(\.parentID)).count == 2 && traces.allSatisfy { $0.parentID != Self.cause?.parentID })
        #expect(traces.allSatisfy { $0.description.hasSuffix("-00") }, "whether it is recorded is the caller's to say")
        #expect(receiver.requests[0].body == receiver.requests[1].body)
        try await receiver.stop()
    }

    @Test func `an event without a trace has one of its own, whose id is the event's`() async throws {
        let fixture = try SinkFixture()
        let receiver = try await WebhookReceiver.start()
        for _ in 1...2 { _ = try await fixture.deliver(to: receiver) }
        let traces = try traces(of: receiver)
        let id = Event.numbered(7).id.description.dropFirst("evt_".count)
        #expect(traces.map(\.traceID) == [String(id), String(id)])
        #expect(Set(traces.map(\.parentID)).count == 2)
        for request in receiver.requests {
            try WebhookVerifier(secrets: [fixture.secret])
                .verify(request.webhookHeaders(), body: request.body, at: fixture.clock.now)
        }
        try await receiver.stop()
    }

    @Test func `a header that the hook has itself stays`() async throws {
        let fixture = try SinkFixture()
        let receiver = try await WebhookReceiver.start()
        var hook = try fixture.hook(receiver.url)
        hook.headers = [HookHeader(name: "TraceParent", value: .plain("mine"))]
        _ = await fixture.sink.deliver(OutgoingMessage(hook: hook, event: .numbered(1), attempt: 1, trace: Self.cause))
        #expect(receiver.requests.map { $0.headers["traceparent"] } == ["mine"])
        try await receiver.stop()
    }

    @Test func `a tracer records each attempt as a client's, without what is secret in the URL`() async throws {
        let tracer = RecordingTracer()
        let fixture = try SinkFixture()
        let receiver = try await WebhookReceiver.start(answers: [.status(503)])
        let hook = try fixture.hook(receiver.url + "?key=secret")
        for attempt in 1...2 {
            let message = OutgoingMessage(hook: hook, event: .numbered(7), attempt: attempt, trace: Self.cause)
            _ = await fixture.sink.deliver(message, recordedBy: SpanRecorder(tracer))
        }
        let spans = tracer.spans
        #expect(spans.map(\.operationName) == ["POST", "POST"] && spans.allSatisfy { $0.kind == .client })
        #expect(spans.allSatisfy { $0.traceID == Self.trace && $0.parentSpanID == Self.cause?.parentID })
        #expect(spans.map { $0.text("http.response.status_code") } == ["503", "204"])
        #expect(spans.map { $0.text("error.type") } == ["503", nil])
        #expect(spans.map(\.isError) == [true, false])
        #expect(spans.map { $0.text("http.request.resend_count") } == [nil, "1"])
        #expect(spans[0].text("url.full") == "http://127.0.0.1:\(receiver.port)/REDACTED")
        #expect(spans[0].text("server.port") == "\(receiver.port)")
        #expect(spans[0].text("taskd.event.type") == "task.created")
        #expect(try traces(of: receiver).map(\.parentID) == spans.map(\.spanID))
        try await receiver.stop()
    }

    @Test func `a program that is run is a span too`() async throws {
        let tracer = RecordingTracer()
        var configuration = CommandConfiguration()
        configuration.allowed = try CommandAllowList("/bin/sh")
        var hook = Hook(id: .numbered(1), kind: .command, now: .noon)
        hook.command = ["/bin/sh", "-c", "echo $TRACEPARENT; exit 75"]
        let sink = CommandSink(configuration: configuration, clock: TestClock(.noon))
        let message = OutgoingMessage(hook: hook, event: .numbered(7), attempt: 1, trace: Self.cause)
        let outcome = await sink.deliver(message, recordedBy: SpanRecorder(tracer))
        let span = try #require(tracer.spans.first)
        #expect(span.operationName == "sh" && span.text("process.executable.name") == "sh")
        #expect(span.text("process.exit.code") == "75" && span.text("error.type") == "later")
        #expect(outcome.responseExcerpt?.contains("00-\(Self.trace)-\(span.spanID)-01") == true)
    }
}
