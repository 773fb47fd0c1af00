import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var accessCases: [Case] {
        Case("A token is found by its digest alone") { store in
            try expect(try await store.read { try $0.hasAccessTokens() }, is: false, "whether there are tokens")
            let token = AccessToken(digest: digest(1), name: "cli \"x\"", scopes: [.read, .admin], createdAt: .noon)
            try await store.write { try $0.save(token) }
            try expect(try await store.read { try $0.hasAccessTokens() }, is: true, "whether there are tokens")
            let found = try await store.read { try $0.accessToken(digest: digest(1)) }
            try expect(found, is: token, "the token")
            try expect(try await store.read { try $0.accessToken(digest: digest(2)) }, is: nil, "an unknown token")
        }
        Case("A token that is written again has its new name and scopes") { store in
            for scopes in [Set(AccessScope.allCases), [.write], []] {
                let token = AccessToken(digest: digest(1), name: "\(scopes.count)", scopes: scopes, createdAt: .noon)
                try await store.write { try $0.save(token) }
                let found = try await store.read { try $0.accessToken(digest: digest(1)) }
                try expect(found, is: token, "the token with \(scopes.count) scopes")
            }
        }
        Case("Tokens are deleted by their name") { store in
            try await store.write { transaction in
                for (byte, name) in [(UInt8(1), "admin"), (2, "admin"), (3, "Admin")] {
                    try transaction.save(
                        AccessToken(digest: digest(byte), name: name, scopes: [.read], createdAt: .noon))
                }
                try transaction.deleteAccessTokens(named: "admin")
            }
            let left = try await store.read { reader in
                try [UInt8(1), 2, 3].filter { try reader.accessToken(digest: digest($0)) != nil }
            }
            try expect(left, is: [3], "the tokens that are left")
        }
        Case("An answer is remembered for its key and token") { store in
            let answer = answer(status: 201, at: .noon)
            try await store.write { try $0.remember(answer, forKey: "k", token: digest(1)) }
            let found = try await store.read { try $0.rememberedAnswer(forKey: "k", token: digest(1)) }
            try expect(found, is: answer, "the answer")
            let otherKey = try await store.read { try $0.rememberedAnswer(forKey: "K", token: digest(1)) }
            try expect(otherKey, is: nil, "the answer for another key")
            let otherToken = try await store.read { try $0.rememberedAnswer(forKey: "k", token: digest(2)) }
            try expect(otherToken, is: nil, "the answer for another token")
        }
        Case("Answers given before an instant are forgotten, those given at it are not") { store in
            try await store.write { transaction in
                try transaction.remember(answer(status: 1, at: .noon(plus: -1)), forKey: "old", token: digest(1))
                try transaction.remember(answer(status: 2, at: .noon), forKey: "new", token: digest(1))
                _ = try transaction.trimAnswers(RetentionBounds(before: .noon), limit: 9)
            }
            let old = try await store.read { try $0.rememberedAnswer(forKey: "old", token: digest(1)) }
            try expect(old, is: nil, "the old answer")
            let new = try await store.read { try $0.rememberedAnswer(forKey: "new", token: digest(1)) }
            try expect(new?.status, is: 2, "the new answer's status")
        }
    }

    private static func digest(_ byte: UInt8) -> [UInt8] {
        [UInt8](repeating: byte, count: 32)
    }

    private static func answer(status: Int, at instant: UTCInstant) -> IdempotencyRecord {
        IdempotencyRecord(
            requestDigest: digest(7),
            status: status,
            headers: ["Location": "/tasks/1", "X-\"": "집"],
            body: [0, 255, 34],
            answeredAt: instant
        )
    }
}
