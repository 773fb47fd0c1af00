import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite struct OrderColumnTests {
    @Test func `numbers are in the order of their integers, and come back as they were`() {
        var generator = SeededGenerator(seed: 5)
        let numbers =
            [
                -Double.greatestFiniteMagnitude, -1e9, -1, -0.5, -Double.leastNonzeroMagnitude, 0,
                .leastNonzeroMagnitude, 0.5, 1, 1.0000001, 1e9, .greatestFiniteMagnitude,
            ] + (0..<1_000).map { _ in Double(bitPattern: generator.next()) }.filter(\.isFinite)
        for number in numbers { #expect(OrderColumn(key: OrderColumn(number).key).number == number) }
        let sorted = numbers.sorted()
        #expect(sorted.map { OrderColumn($0).key } == sorted.map { OrderColumn($0).key }.sorted())
        #expect(OrderColumn(-0.0).key == OrderColumn(0).key)
        // They are neither of the two that stand for no place.
        #expect(numbers.allSatisfy { (Int64.min + 1..<Int64.max).contains(OrderColumn($0).key) })
    }
}
