import Notify
import Storage

extension Cause {
    /// What is wrong with where a host is.
    static let addresses =
        purposes.map { name, address in denied(name, [address]) } + [
            denied("a metadata address", ["169.254.169.254"]),
            denied("an address that carries a closed one", ["::ffff:10.0.0.1"]),
            denied("an address that carries a metadata one", ["64:ff9b::a9fe:a9fe"]),
            denied("a closed address among public ones", ["1.1.1.1", "10.0.0.1"]),
            Cause("the address of taskd itself", .denied) {
                let own = ListenAddresses(host: "127.0.0.1", port: 7_373)
                let policy = AddressPolicy(allowing: try HookAllowList("127.0.0.1"))
                let targets = TargetGuard(policy: policy, own: [own]) { _ in [] }
                return try await SinkFixture(targets).deliver(to: "http://127.0.0.1:7373/")
            },
            Cause("a name without an address", .unresolved) {
                try await SinkFixture().deliver(to: "http://hooks.example/")
            },
            Cause("a name that there is not", .unresolved) {
                try await SinkFixture(TargetGuard(policy: AddressPolicy())).deliver(to: "http://hooks.invalid/")
            },
        ]

    private static let purposes = [
        ("the unspecified address", "0.0.0.0"), ("a loopback address", "::1"), ("a private address", "192.168.1.1"),
        ("a link-local address", "169.254.1.1"), ("a provider's shared address", "100.64.0.1"),
        ("an address of a local translation", "64:ff9b:1::101:101"), ("an address of a protocol", "192.0.0.1"),
        ("an address for documentation", "203.0.113.1"), ("an address for benchmarks", "198.18.0.1"),
        ("an address whose packets are discarded", "100::1"), ("a multicast address", "224.0.0.1"),
        ("a reserved address", "240.0.0.1"),
    ]

    private static func denied(_ name: String, _ answer: [String]) -> Cause {
        Cause(name, .denied) {
            try await SinkFixture(allowing: "", names: ["hooks.example": answer]).deliver(to: "http://hooks.example/")
        }
    }
}
