import TaskdClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct DaemonErrorTests {
    @Test(arguments: [false, true])
    func `a refusal names the fields at fault and changes nothing`(blocksThread: Bool) async throws {
        try await ClientHarness.run(blocksThread: blocksThread) { harness in
            var task = NewTask(title: "Water the plants")
            task.priority = "huge"
            task.due = "soon"
            let error = await #expect(throws: DaemonError.self) { try await harness.client.create(task) }
            guard case .refused(let problem) = error else {
                return #expect(Bool(false), "\(String(describing: error))")
            }
            #expect(problem.status == 422)
            #expect(Set(problem.faults.map(\.pointer)) == ["/priority", "/due"])
            for fault in problem.faults { #expect(problem.description.contains("\n  \(fault.pointer): ")) }
            #expect(problem.description(naming: ["/due": "--due"]).contains("\n  --due: "))
            #expect(error?.isTransient == false)
            let tasks = try await harness.client.tasks()
            #expect(tasks.items.isEmpty)
        }
    }

    @Test(arguments: [nil, "wrong"])
    func `without a known token the daemon refuses with 401, and the error says where tokens are`(
        token: String?
    ) async throws {
        try await ClientHarness.run(token: { _ in token }) { harness in
            let error = await #expect(throws: DaemonError.self) { try await harness.client.tasks() }
            guard case .refused(let problem) = error else {
                return #expect(Bool(false), "\(String(describing: error))")
            }
            #expect(problem.status == 401)
            #expect(error?.suggestion?.contains("taskd token path") == true)
        }
    }

    @Test func `an id is a part of a path, whatever it holds`() async throws {
        try await ClientHarness.run { harness in
            for id in ["../hooks", "a/b", "?limit=1", "%2e%2e/hooks", ""] {
                let error = await #expect(throws: DaemonError.self, "\(id)") { try await harness.client.series(id) }
                guard case .refused(let problem) = error else { return #expect(Bool(false), "\(id)") }
                #expect(problem.status == 404 || problem.status == 400, "\(id): \(problem)")
            }
        }
    }

    @Test(arguments: [false, true])
    func `a response beyond the limit is not read`(blocksThread: Bool) async throws {
        var limits = DaemonClient.Limits()
        limits.maxResponseSize = 100
        try await ClientHarness.run(limits: limits, blocksThread: blocksThread) { harness in
            let error = await #expect(throws: DaemonError.self) {
                try await harness.client.create(NewTask(title: String(repeating: "x", count: 200)))
            }
            guard case .invalidResponse = error else { return #expect(Bool(false), "\(String(describing: error))") }
        }
    }

    @Test(arguments: [false, true])
    func `where nobody listens the daemon cannot be reached, which may pass`(blocksThread: Bool) async throws {
        let address = try DaemonAddress("http://127.0.0.1:1")
        let error = await #expect(throws: DaemonError.self) {
            try await DaemonClient.withClient(of: address, token: nil, blocksThread: blocksThread) {
                try await $0.tasks()
            }
        }
        guard case .unreachable(address, "Connection refused") = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(error?.isTransient == true)
        #expect(error?.suggestion?.contains("taskd serve") == true)
    }

    @Test func `what is not from a daemon is told with the member that is missing`() {
        let response = DaemonResponse(body: Array(#"{"items":[{"seq":1}]}"#.utf8))
        let error = #expect(throws: DaemonError.self) { try response.decode(ListPage<EventView>.self) }
        #expect(error?.description.contains("type is missing") == true)
        #expect(throws: DaemonError.self) { try DaemonResponse(body: []).decode(ListPage<EventView>.self) }
    }

    @Test(arguments: [
        "ftp://x", "127.0.0.1:7373", "http://", "http://h/?a=b", "http://user@h", "", "http://h/#f",
        "http://127.0.0.1:99999",
        "http://[::1]:65536/x", "https://h:0", "http://h:99999999999999999999",
    ])
    func `what is not the address of a daemon is refused`(text: String) {
        #expect(throws: DaemonError.invalidAddress(text)) { try DaemonAddress(text) }
    }

    @Test func `an address loses the slash at its end`() throws {
        #expect(try DaemonAddress("http://[::1]:80/taskd//").description == "http://[::1]:80/taskd")
        #expect(try DaemonAddress("http://[::1]:80").host == "::1")
        #expect(try DaemonAddress("http://[::1]").host == "::1")
        #expect(try DaemonAddress("http://h:65535/a:b").description == "http://h:65535/a:b")
        #expect(try DaemonAddress().description == "http://127.0.0.1:7373")
        #expect(try DaemonAddress("HTTPS://h").isEncrypted)
    }
}
