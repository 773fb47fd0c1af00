import Notify
import Testing

@Suite struct TargetGuardTests {
    private func resolving(_ addresses: [String], allowing list: String = "") throws -> TargetGuard {
        let addresses = try addresses.map { try #require(IPAddress($0)) }
        return TargetGuard(policy: AddressPolicy(allowing: try HookAllowList(list))) { _ in addresses }
    }

    private func code(_ targets: TargetGuard, _ url: String = "https://hooks.example/") async throws -> NotifyError
        .Code?
    {
        do {
            _ = try await targets.addresses(of: WebhookURL(url))
            return nil
        } catch let error as NotifyError {
            return error.code
        }
    }

    @Test func `the addresses come in the resolver's order`() async throws {
        let targets = try resolving(["2606:4700::1111", "1.1.1.1"])
        let addresses = try await targets.addresses(of: WebhookURL("https://hooks.example/"))
        #expect(addresses.map(\.description) == ["2606:4700::1111", "1.1.1.1"])
    }

    @Test(arguments: [["1.1.1.1", "10.0.0.1"], ["1.1.1.1", "::1"], ["::ffff:127.0.0.1", "1.1.1.1"], ["fd00::1"]])
    func `one closed address closes the host`(addresses: [String]) async throws {
        #expect(try await code(resolving(addresses)) == .deniedAddress)
    }

    @Test func `a host without an address is not resolvable`() async throws {
        #expect(try await code(resolving([])) == .unresolvableHost)
    }

    @Test func `an address in the URL is checked and not resolved`() async throws {
        let targets = try resolving([], allowing: "10.0.0.0/8")
        #expect(try await code(targets, "http://127.0.0.1/") == .deniedAddress)
        #expect(try await code(targets, "http://[::ffff:7f00:1]/") == .deniedAddress)
        #expect(try await code(targets, "http://10.0.0.1/") == nil)
    }

    @Test func `no webhook calls taskd itself, whatever is opened`() async throws {
        let policy = AddressPolicy(allowing: try HookAllowList("0.0.0.0/0,::/0"))
        let loopback = TargetGuard(policy: policy, own: [ListenAddresses(host: "127.0.0.1", port: 7_373)])
        #expect(try await code(loopback, "http://127.0.0.1:7373/") == .deniedAddress)
        #expect(try await code(loopback, "http://[::ffff:127.0.0.1]:7373/") == .deniedAddress)
        #expect(try await code(loopback, "http://127.0.0.1:7374/") == nil)
        let everywhere = TargetGuard(policy: policy, own: [ListenAddresses(host: "0.0.0.0", port: 7_373)])
        let named = TargetGuard(policy: policy, own: [ListenAddresses(host: "localhost", port: 7_373)])
        for host in ["127.0.0.1", "127.0.0.2", "127.255.0.1", "[::1]", "0.0.0.0", "[::]", "[::ffff:127.0.0.2]"] {
            for targets in [everywhere, loopback, named] {
                #expect(try await code(targets, "http://\(host):7373/") == .deniedAddress, "\(host)")
            }
        }
        #expect(try await code(everywhere, "http://192.0.2.200:7373/") == nil)
        #expect(ListenAddresses(host: "127.0.0.1", port: 0) == ListenAddresses(host: "", port: 0))
    }

    @Test func `the system resolves names on this machine`() async throws {
        let targets = TargetGuard(policy: AddressPolicy(allowing: try HookAllowList("localhost")))
        let local = try await targets.addresses(of: WebhookURL("http://localhost/"))
        #expect(local.allSatisfy { ["127.0.0.1", "::1"].contains($0.description) })
        #expect(try await code(TargetGuard(policy: AddressPolicy()), "http://localhost/") == .deniedAddress)
        #expect(try await code(targets, "http://nothing.invalid/") == .unresolvableHost)
    }

    @Test func `those who ask for one name at once are all answered`() async throws {
        let targets = TargetGuard(policy: AddressPolicy(allowing: try HookAllowList("localhost")))
        let url = try WebhookURL("http://localhost/")
        let answers = try await withThrowingTaskGroup(of: [IPAddress].self) { group in
            for _ in 0..<50 { group.addTask { try await targets.addresses(of: url) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 50)
        #expect(Set(answers).count == 1)
    }

    @Test func `one who is cancelled does not wait for the resolver`() async throws {
        let targets = TargetGuard(policy: AddressPolicy())
        let asking = Task { try await targets.addresses(of: WebhookURL("http://localhost/")) }
        asking.cancel()
        await #expect(throws: (any Error).self) { try await asking.value }
    }
}
