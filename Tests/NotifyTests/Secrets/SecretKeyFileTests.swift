import Foundation
import Notify
import Testing

@Suite final class SecretKeyFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("taskd-key-\(UUID())")
    private var path: String { folder.appendingPathComponent("hooks.key").path }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func error() throws -> NotifyError? {
        #expect(throws: NotifyError.self) { try SecretKeyFile(path: path).loadOrCreate() }
    }

    @Test func `the key is made once, for its owner alone`() throws {
        let key = try SecretKeyFile(path: path).loadOrCreate()
        #expect(key.count == SecretBox.keyLength)
        #expect(try SecretKeyFile(path: path).loadOrCreate() == key)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["hooks.key"])
    }

    @Test func `all who make it at once get the same key`() async throws {
        let path = path
        let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<16 { group.addTask { try SecretKeyFile(path: path).loadOrCreate() } }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(keys.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["hooks.key"])
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o644, 0o610])
    func `a key that others can reach is refused with a way out`(mode: Int) throws {
        _ = try SecretKeyFile(path: path).loadOrCreate()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        let error = try error()
        #expect(error?.code == .unusableKeyFile)
        #expect(error?.description.contains("chmod 600") == true)
        #expect(error?.description.contains(String(mode, radix: 8)) == true)
    }

    @Test(arguments: [0, 31, 33, 1_000]) func `a file of another size is refused and left alone`(size: Int) throws {
        #expect(
            FileManager.default.createFile(
                atPath: path,
                contents: Data(repeating: 7, count: size),
                attributes: [.posixPermissions: 0o600]
            ))
        #expect(try error()?.description.contains("32 bytes") == true)
        #expect(try error()?.description.contains("start with --new-key") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == size)
    }

    @Test func `a folder in its place, or no folder to hold it, is refused`() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(try error()?.description.contains("regular file") == true)
        let lost = SecretKeyFile(path: folder.appendingPathComponent("none/hooks.key").path)
        #expect(try notifyCode { _ = try lost.loadOrCreate() } == .unusableKeyFile)
    }
}
