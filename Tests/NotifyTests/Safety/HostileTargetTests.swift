import Basics
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

/// No hostile URL and no hostile answer of a resolver makes the sink connect to anything.
@Suite struct HostileTargetTests {
    private static let name = "hooks.example"

    private func attempt(
        _ url: String,
        answer: [String] = ["127.0.0.1"],
        allowing list: String = ""
    ) async throws -> (outcome: DeliveryOutcome, connections: Int) {
        let receiver = try await WebhookReceiver.start()
        let fixture = try SinkFixture(allowing: list, names: [Self.name: answer])
        let message = try fixture.message(to: url.replacing("{port}", with: "\(receiver.port)"))
        let outcome = await fixture.sink.deliver(message)
        try await receiver.stop()
        return (outcome, receiver.connections)
    }

    @Test func `there are many of them`() {
        let urls = (HostileURLs.malformed + HostileURLs.closed).map(\.url)
        let answers = HostileURLs.answers.map(\.addresses)
        #expect(Set(urls).count == urls.count && Set(answers).count == answers.count)
        #expect(urls.count + answers.count >= 250)
    }

    @Test(arguments: HostileURLs.malformed)
    func `a URL in a doubtful spelling is refused before anybody is asked`(hostile: HostileURLs.Case) async throws {
        let (outcome, connections) = try await attempt(hostile.url, allowing: "0.0.0.0/0,::/0")
        #expect(outcome.kind == .misconfigured)
        #expect(outcome.detail?.contains(hostile.phrase) == true, "\(outcome.detail ?? "")")
        #expect(connections == 0)
        #expect(outcome.address == nil)
    }

    @Test(arguments: HostileURLs.closed)
    func `a closed address is not connected to`(hostile: HostileURLs.Case) async throws {
        let (outcome, connections) = try await attempt(hostile.url)
        #expect(outcome.kind == .denied)
        #expect(outcome.detail?.contains(hostile.phrase) == true, "\(outcome.detail ?? "")")
        #expect(connections == 0)
    }

    @Test(arguments: HostileURLs.answers)
    func `one bad address spoils a resolver's answer`(answer: HostileURLs.Answer) async throws {
        let (outcome, connections) = try await attempt("http://\(Self.name):{port}/", answer: answer.addresses)
        #expect(outcome.kind == (answer.addresses.isEmpty ? .unresolved : .denied))
        #expect(outcome.detail?.contains(answer.phrase) == true, "\(outcome.detail ?? "")")
        #expect(connections == 0)
    }

    @Test(arguments: HostileURLs.closed.filter { $0.phrase.contains("metadata") }.map(\.url))
    func `whatever is opened, the metadata of clouds stays shut`(url: String) async throws {
        let host = url.dropFirst(7).prefix { $0 != "/" }
        let list = "0.0.0.0/0,::/0," + (host.hasPrefix("[") ? "" : host)
        #expect(try await attempt(url, allowing: list).outcome.kind == .denied)
    }

    @Test func `a name that answers otherwise the second time finds nothing`() async throws {
        let receiver = try await WebhookReceiver.start()
        let asked = Locked(0)
        let policy = AddressPolicy(allowing: try HookAllowList("127.0.0.1"))
        let targets = TargetGuard(policy: policy) { _ in
            asked.withLock { $0 += 1 }
            let answers = ["127.0.0.1", "169.254.169.254", "127.0.0.2", "10.0.0.1"]
            return [IPAddress(answers[asked.withLock { $0 } - 1])].compactMap(\.self)
        }
        let fixture = try SinkFixture()
        let sink = WebhookSink(targets: targets, secrets: fixture.box, clock: fixture.clock, userAgent: "taskd/test")
        let message = try fixture.message(to: "http://rebinding.example:\(receiver.port)/")
        #expect(await sink.deliver(message).kind == .delivered)
        #expect(asked.withLock { $0 } == 1)
        for _ in 2...4 { #expect(await sink.deliver(message).kind == .denied) }
        #expect(asked.withLock { $0 } == 4)
        #expect(receiver.requests.map { $0.headers["host"] } == ["rebinding.example:\(receiver.port)"])
        try await receiver.stop()
        try await sink.shutdown()
    }

    @Test func `a resolver that does not answer is given up on after five seconds`() async throws {
        let targets = TargetGuard(policy: AddressPolicy()) { _ in
            let never = WakeSignal()
            await never.wait()
            throw CancellationError()
        }
        let fixture = try SinkFixture()
        let sink = WebhookSink(targets: targets, secrets: fixture.box, clock: fixture.clock, userAgent: "taskd/test")
        let message = try fixture.message(to: "http://slow.example/")
        async let outcome = sink.deliver(message)
        await fixture.clock.waitForSleeper(until: .noon(plus: 5))
        fixture.clock.set(to: .noon(plus: 5))
        #expect(await outcome.kind == .unresolved)
        #expect(await outcome.detail?.contains("could not be resolved within") == true)
        try await sink.shutdown()
    }
}
