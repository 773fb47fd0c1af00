import Foundation
import TestSupport
import Testing

@testable import Notify

@Suite struct CrashMarkTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("taskd.db.crash") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a first daemon knows of no crash, and makes a file for its owner alone`() throws {
        let mark = try CrashMark(path: path)
        #expect(!mark.previousEnd.isCrash)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try !CrashMark(path: path).previousEnd.isCrash)
    }

    @Test func `a mark is a crash until it is forgotten`() throws {
        _ = try CrashMark(path: path)
        try Data("5".utf8).write(to: URL(fileURLWithPath: path))
        let mark = try CrashMark(path: path)
        #expect(mark.previousEnd.isCrash)
        #expect(try CrashMark(path: path).previousEnd.isCrash)
        mark.previousEnd.forget()
        #expect(try !CrashMark(path: path).previousEnd.isCrash)
    }

    @Test func `a file that cannot be used is named`() throws {
        #expect(try notifyCode { _ = try CrashMark(path: folder.path("none/taskd.crash")) } == .unusableCrashFile)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(try notifyCode { _ = try CrashMark(path: path) } == .unusableCrashFile)
    }
}
