import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var accessCases: [Case] {
        Case("A token is found by its digest, its id and its name") { store in
            try expect(try await store.read { try $0.hasAccessTokens() }, is: false, "whether there are tokens")
            let token = token(1, "cli \"x\"", [.read, .admin]) { $0.expiresAt = .noon(plus: 9) }
            try await store.write { try $0.save(token) }
            try expect(try await store.read { try $0.hasAccessTokens() }, is: true, "whether there are tokens")
            try await store.read { reader in
                try expect(try reader.accessToken(digest: digest(1)), is: token, "the token of the digest")
                try expect(try reader.accessToken(.numbered(1)), is: token, "the token of the id")
                try expect(try reader.accessToken(named: "cli \"x\""), is: token, "the token of the name")
                try expect(try reader.accessToken(digest: digest(2)), is: nil, "an unknown digest")
                try expect(try reader.accessToken(.numbered(2)), is: nil, "an unknown id")
                try expect(try reader.accessToken(named: "CLI \"x\""), is: nil, "an unknown name")
            }
        }
        Case("A token that is written again has its new name, scopes, reach and times") { store in
            for reach in [TokenReach.everything, .project(.numbered(7)), .tag("Grüße: x"), .hook(.numbered(8))] {
                for scopes in [Set(AccessScope.allCases), [.write], []] {
                    let token = token(1, "\(scopes.count)", scopes, reach) { token in
                        token.expiresAt = scopes.isEmpty ? nil : .noon(plus: 5)
                        (token.version, token.updatedAt) = (scopes.count + 1, .noon(plus: scopes.count))
                    }
                    try await store.write { try $0.save(token) }
                    let found = try await store.read { try $0.accessToken(digest: digest(1)) }
                    try expect(found, is: token, "the token with \(scopes.count) scopes for \(reach)")
                }
            }
        }
        Case("Each secret of a token finds it, until it is forgotten") { store in
            var rotated = token(1, "x", [.read])
            rotated.rotate(to: digest(2), overlap: .seconds(60), at: .noon)
            rotated.rotate(to: digest(3), overlap: .seconds(600), at: .noon)
            try await store.write { [rotated] in try $0.save(rotated) }
            for byte in [UInt8(1), 2, 3] {
                let found = try await store.read { try $0.accessToken(digest: digest(byte)) }
                try expect(found, is: rotated, "the token of its secret \(byte)")
            }
            try await store.write { try $0.forgetSecrets(endedBy: .noon(plus: 60)) }
            let found = try await store.read { reader in
                try [UInt8(1), 2, 3].map { try reader.accessToken(digest: digest($0))?.secrets.map(\.digest[0]) }
            }
            try expect(found, is: [nil, [3, 2], [3, 2]], "the secrets left, by each")
        }
        Case("No two tokens have one name, or one secret") { store in
            try await store.write { try $0.save(token(1, "x", [.read])) }
            try await expect(.conflict, "the same name") { try await store.write { try $0.save(token(2, "x", [])) } }
            try await expect(.conflict, "the same secret") {
                try await store.write { try $0.save(token(3, "y", [], digest: digest(1))) }
            }
            try await store.write { try $0.save(token(2, "X", [])) }
        }
        Case("A token that is deleted is gone with its secrets, and its name is free") { store in
            try await store.write { transaction in
                for number in 1...3 { try transaction.save(token(UInt8(number), "\(number)", [.read])) }
                try transaction.deleteAccessToken(.numbered(2))
                try transaction.deleteAccessToken(.numbered(9))
                try transaction.save(token(4, "2", [.read]))
            }
            let left = try await store.read { reader in
                try [UInt8(1), 2, 3, 4].filter { try reader.accessToken(digest: digest($0)) != nil }
            }
            try expect(left, is: [1, 3, 4], "the tokens that are left")
        }
        Case("The digests are those of all secrets of the tokens that there are") { store in
            try await store.write { transaction in
                for number in [UInt8(1), 2, 3] { try transaction.save(token(number, "\(number)", [.read])) }
            }
            try await store.write { try $0.deleteAccessToken(.numbered(2)) }
            let found = try await store.read { try $0.tokenDigests() }
            try expect(found, is: [digest(1), digest(3)], "the digests")
        }
        Case("Tokens are listed in the order of their ids") { store in
            try await store.write { transaction in
                for number in [3, 1, 4, 2] { try transaction.save(token(UInt8(number), "\(9 - number)", [.read])) }
            }
            try await store.read { reader in
                let first = try reader.accessTokens(after: nil, limit: 3).map(\.id)
                try expect(first, is: [.numbered(1), .numbered(2), .numbered(3)], "the first page")
                let rest = try reader.accessTokens(after: first.last, limit: 3).map(\.id)
                try expect(rest, is: [.numbered(4)], "the rest")
            }
        }
        Case("The use of a token only gets later, and is no change of it") { store in
            try await store.write { try $0.save(token(1, "x", [.read])) }
            let version = store.changes.tokenVersion
            for (noted, expected) in [(5, 5), (3, 5), (8, 8)] {
                try await store.write { transaction in
                    try transaction.noteUses([.numbered(1): .noon(plus: noted), .numbered(2): .noon])
                }
                let found = try await store.read { try $0.accessToken(.numbered(1)) }
                try expect(found?.lastUsedAt, is: .noon(plus: expected), "when it was last used")
            }
            try expect(store.changes.tokenVersion, is: version, "how often tokens changed")
            try await store.write { try $0.save(token(1, "y", [.read])) }
            let found = try await store.read { try $0.accessToken(.numbered(1)) }
            try expect(found?.lastUsedAt, is: .noon(plus: 8), "when it was last used, after a change")
        }
        Case("An answer is remembered for its key and token") { store in
            let answer = answer(status: 201, at: .noon)
            try await store.write { try $0.remember(answer, forKey: "k", token: .numbered(1)) }
            let found = try await store.read { try $0.rememberedAnswer(forKey: "k", token: .numbered(1)) }
            try expect(found, is: answer, "the answer")
            let otherKey = try await store.read { try $0.rememberedAnswer(forKey: "K", token: .numbered(1)) }
            try expect(otherKey, is: nil, "the answer for another key")
            let otherToken = try await store.read { try $0.rememberedAnswer(forKey: "k", token: .numbered(2)) }
            try expect(otherToken, is: nil, "the answer for another token")
        }
        Case("Answers given before an instant are forgotten, those given at it are not") { store in
            try await store.write { transaction in
                try transaction.remember(answer(status: 1, at: .noon(plus: -1)), forKey: "old", token: .numbered(1))
                try transaction.remember(answer(status: 2, at: .noon), forKey: "new", token: .numbered(1))
                _ = try transaction.trimAnswers(RetentionBounds(before: .noon), limit: 9)
            }
            let old = try await store.read { try $0.rememberedAnswer(forKey: "old", token: .numbered(1)) }
            try expect(old, is: nil, "the old answer")
            let new = try await store.read { try $0.rememberedAnswer(forKey: "new", token: .numbered(1)) }
            try expect(new?.status, is: 2, "the new answer's status")
        }
    }

    private static func token(
        _ number: UInt8, _ name: String, _ scopes: Set<AccessScope>, _ reach: TokenReach = .everything,
        digest: [UInt8]? = nil, _ change: (inout AccessToken) -> Void = { _ in }
    ) -> AccessToken {
        var token = AccessToken(
            id: .numbered(Int(number)), digest: digest ?? self.digest(number), name: name, scopes: scopes, reach: reach,
            createdAt: .noon)
        change(&token)
        return token
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
