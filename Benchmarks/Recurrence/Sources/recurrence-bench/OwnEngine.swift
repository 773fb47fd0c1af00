import AllocationCounter
import Foundation
import Recurrence

/// The library's public interface, as its users call it.
struct OwnEngine {
    let workload: Workload
    private let set: RecurrenceSet

    init(_ workload: Workload) throws {
        self.workload = workload
        let zone = try workload.zone.map { name in
            let file = URL(fileURLWithPath: "/usr/share/zoneinfo/" + name)
            return try ZoneRules(identifier: name, tzif: Array(Data(contentsOf: file)))
        }
        set = try RecurrenceSet(start: workload.start, zone: zone, rules: [workload.rule])
    }

    func measure() throws -> Measurement {
        let sums = try checksums()
        var sink = Checksum()
        let rates = try Stopwatch().rates(amount: sums.count) { try run { sink.add($0) } }
        let before = allocation_count()
        try run { sink.add($0) }
        let allocations = Double(allocation_count() - before) / Double(sums.count)
        precondition(sink.value != 1, "the work must not be optimised away")
        return Measurement(
            engine: "taskd", workload: workload.name, amount: sums.count, rates: rates, checksums: sums,
            allocations: allocations)
    }

    private func checksums() throws -> [UInt64] {
        var (sum, sums) = (Checksum(), [UInt64]())
        try run {
            sum.add($0)
            sums.append(sum.value)
        }
        return sums
    }

    @inline(__always)
    private func run(_ give: (Int64) -> Void) throws {
        switch workload.kind {
        case .walk:
            var (iterator, left) = (set.occurrences, workload.amount)
            while left > 0, let occurrence = iterator.next() {
                give(occurrence.instant.millisecondsSinceEpoch / 1_000)
                left -= 1
            }
        case .next(let years):
            let first = set.start.startOfDayOrTime.secondsSinceEpoch + years * 365 * 86_400
            for index in 0..<workload.amount {
                let moment = UTCInstant(secondsSinceEpoch: Int64(first + index * 3_600))
                guard let occurrence = set.first(after: moment) else { continue }
                give(occurrence.instant.millisecondsSinceEpoch / 1_000)
            }
        case .parse:
            for _ in 0..<workload.amount { give(Int64(try RecurrenceRule(workload.rule).interval)) }
        }
    }
}
