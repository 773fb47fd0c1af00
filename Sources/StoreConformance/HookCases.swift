import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var hookCases: [Case] {
        Case("A hook with every field set is read as it was written") { store in
            let hook = filledHook
            try await store.save([hook])
            try expect(try await store.read { try $0.hook(.numbered(1)) }, is: hook, "the hook")
            let bare = Hook(id: Hook.stdoutID, kind: .stdout, events: [], now: .noon)
            try await store.save([bare])
            try expect(try await store.read { try $0.hook(Hook.stdoutID) }, is: bare, "the bare hook")
        }
        Case("A command's arguments are read as they were written, whatever is in them") { store in
            var hook = Hook(id: .numbered(2), kind: .command, now: .noon)
            hook.command = ["/bin/echo", "", "a b", "\"ü\"", "$(x)"]
            hook.shape.preset = .ntfy
            try await store.save([hook])
            try expect(try await store.read { try $0.hook(.numbered(2)) }, is: hook, "the hook")
        }
        Case("A hook that is written again loses what was taken from it") { store in
            try await store.save([filledHook])
            let changed = Hook.webhook(1) { hook in
                hook.version = 2
                hook.sealedSecrets = [[9, 9]]
            }
            try await store.save([changed])
            try expect(try await store.read { try $0.hooks() }, is: [changed], "the hooks")
        }
        Case("Hooks are listed oldest first, whatever was written last") { store in
            try await store.save([.webhook(3), .webhook(1), .webhook(2)])
            try await store.save([.webhook(3) { $0.version = 2 }])
            let ids = try await store.read { try $0.hooks().map(\.id) }
            try expect(ids, is: [3, 1, 2].map { .numbered($0) }, "the hooks")
            try expect(try await store.read { try $0.hook(.numbered(4)) }, is: nil, "an unknown hook")
        }
        Case("A deleted hook takes its deliveries along, and no other hook's") { store in
            try await store.save([.webhook(1), .webhook(2)])
            try await store.append([.fixture(1)])
            try await store.write { try $0.deleteHook(.numbered(1)) }
            try expect(try await store.read { try $0.hook(.numbered(1)) }, is: nil, "the hook")
            try expect(try await store.deliveries(of: 1), is: [], "its deliveries")
            try expect(try await store.deliveries(of: 2).count, is: 1, "the other hook's deliveries")
            try await store.save([.webhook(1)])
            try expect(try await store.deliveries(of: 1), is: [], "its deliveries once it is made again")
        }
        Case("A result that comes after its hook was deleted is harmless") { store in
            try await store.save([.webhook(1)])
            try await store.append([.fixture(1)])
            let claim = try await store.claim(limit: 1)[0]
            try await store.write { try $0.deleteHook(.numbered(1)) }
            try await store.write { transaction in
                try transaction.record([DeliveryResult(delivery: claim.id, attempt: .fixture(1), verdict: .delivered)])
                try transaction.release([claim.id], at: .noon)
            }
            try expect(try await store.deliveries(of: 1), is: [], "the deliveries")
        }
        Case("Deliveries are listed newest first, in pages, of one state or all") { store in
            try await store.save([.webhook(1)])
            try await store.append((1...9).map { .fixture($0) })
            let failed = try await store.claim(limit: 3)
            try await store.record(failed.map { ($0, .failed) })
            let all = try await store.deliveries(of: 1)
            try expect(all.map(\.eventNumber), is: (1...9).reversed(), "all")
            try expect(try await store.deliveries(of: 1, state: .failed).map(\.eventNumber), is: [3, 2, 1], "failed")
            try expect(try await store.deliveries(of: 1, state: .delivered), is: [], "delivered")
            let page = try await store.read { reader in
                try reader.deliveries(of: .numbered(1), state: .pending, before: all[1].id, limit: 3)
            }
            try expect(page.map(\.eventNumber), is: [7, 6, 5], "a page of those pending")
        }
    }

    private static let filledHook = Hook.webhook(1) { hook in
        hook.version = 5
        hook.shape.payload = .thin
        hook.shape.template = Hook.Template(format: .json, text: #"{"text":"{{type}}"}"#)
        hook.shape.sizeLimit = 4_096
        hook.tls = Hook.TLS(authorities: "authorities", certificate: "certificate", sealedKey: [1, 2, 255])
        hook.events = ["task.*", "reminder.due"].compactMap { EventPattern($0) }
        hook.filter.tags = ["home", "a \"b\""]
        hook.filter.priorities = [.high, .none]
        (hook.filter.text, hook.filter.timeZone) = ("due <= today and \"ü\"", "Asia/Seoul")
        hook.traffic.ordering = .perTask
        hook.traffic.rateLimit = Hook.RateLimit(perSecond: 2.5, burst: 7)
        hook.traffic.concurrency = 3
        hook.traffic.retryWaits = [.zero, .milliseconds(1_500), .seconds(86_400)]
        hook.traffic.expiry = .seconds(3_600)
        hook.headers = [
            HookHeader(name: "X-Team", value: .plain("ü")),
            HookHeader(name: "Authorization", value: .sealed([0, 255])),
        ]
        hook.isEnabled = false
        hook.disabledReason = "gone: \"410\""
        hook.sealedSecrets = [[1, 2, 3], [], [0, 255]]
        hook.updatedAt = .noon(plus: 9)
    }
}
