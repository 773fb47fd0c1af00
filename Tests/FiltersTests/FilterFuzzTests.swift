import LiteralRecurrence
import Testing

@testable import Filters

@Suite struct FilterFuzzTests {
    private static let samples = FilterParsingTests.readings.map(\.0) + FilterErrorTests.faults.map(\.text)
    private static let pieces: [String] = [
        "(", ")", "\"", "\\", "not ", " and ", " or ", ":", "<", "<=", "!=", ",", "due", "tag", "today", "+3d", "/*",
        "집", "\0",
    ]

    @Test func `Whatever the bytes are, a filter or an error with its place is the answer`() {
        var numbers = SplitMix64(seed: 11)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...60, using: &numbers)).map { _ in
                UInt8.random(in: 0...255, using: &numbers)
            }
            check(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test func `Filters that are changed at random are read or refused`() {
        var numbers = SplitMix64(seed: 12)
        for _ in 0..<20_000 {
            guard let sample = Self.samples.randomElement(using: &numbers), sample.utf8.count < 300 else { continue }
            check(mutated(sample, using: &numbers))
        }
    }

    @Test func `The largest texts are answered, however they are made`() {
        for piece in Self.pieces + ["a:", "a ", "due<today ", "project:x/* ", "é", "tag:(a,", "not(", "-1d"] {
            check(String(repeating: piece, count: 5_000 / piece.utf8.count))
            check(String(repeating: piece, count: 4_000 / piece.utf8.count) + "priorityy < hihg")
        }
        check(String(repeating: "a", count: 1_000_000) + ":")
    }

    private func mutated(_ text: String, using numbers: inout SplitMix64) -> String {
        var bytes = Array(text.utf8)
        for _ in 0...Int.random(in: 0...4, using: &numbers) {
            let place = Int.random(in: 0...bytes.count, using: &numbers)
            let end = min(bytes.count, place + Int.random(in: 0...4, using: &numbers))
            switch Int.random(in: 0...2, using: &numbers) {
            case 0: bytes.removeSubrange(place..<end)
            case 1: bytes.insert(contentsOf: Self.pieces.randomElement(using: &numbers)?.utf8 ?? "".utf8, at: place)
            default: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &numbers))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func check(_ text: String) {
        do throws(FilterError) {
            let filter = try TaskFilter(text)
            let canonical = filter.description
            // The canonical text of the longest filters may be longer than what is read.
            if canonical.utf8.count <= TaskFilter.Bounds.length {
                #expect((try? TaskFilter(canonical)) == filter, "\(text.debugDescription) is \(canonical)")
            }
        } catch {
            let isInside = error.range.lowerBound >= 0 && error.range.upperBound <= text.utf8.count
            if !isInside { Issue.record("\(error.range) lies outside \(text.debugDescription)") }
        }
    }
}
