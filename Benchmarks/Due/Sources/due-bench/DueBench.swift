import Foundation
import Recurrence

/// One measurement of the due queue; `run` beside it calls them one after the other.
@main enum DueBench {
    static let usage = """
        usage: due-bench prepare-throughput STORE COUNT     due-bench throughput STORE COUNT [NODES]
               due-bench seconds STORE RATE SECONDS [NODES LEAD]
               due-bench burst STORE COUNT
               due-bench prepare-scale STORE NOW            due-bench scale STORE NOW FIRINGS
               due-bench year STORE TASKS REMINDERS DAYS     due-bench probe FOLDER
               due-bench wake STORE COUNT
               STORE is a file, or a postgresql:// URI in a build with TASKD_POSTGRES=1
        """

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let numbers = arguments.dropFirst(2).compactMap { Int($0) }
        guard arguments.count >= 2 else { exit(complain()) }
        switch (arguments[0], numbers.count) {
        case ("prepare-throughput", 1): try await Throughput.prepare(path: arguments[1], count: numbers[0])
        case ("throughput", 1): try await Throughput.run(path: arguments[1], count: numbers[0])
        case ("throughput", 2):
            try await Throughput.run(path: arguments[1], count: numbers[0], nodes: numbers[1])
        case ("wake", 1): try await Wake.run(path: arguments[1], count: numbers[0])
        case ("seconds", 2):
            try await Lateness.seconds(path: arguments[1], rate: numbers[0], seconds: numbers[1])
        case ("seconds", 4):
            try await Lateness.seconds(
                path: arguments[1], rate: numbers[0], seconds: numbers[1], nodes: numbers[2], lead: numbers[3])
        case ("burst", 1): try await Lateness.burst(path: arguments[1], count: numbers[0])
        case ("prepare-scale", 1): try await Scale.prepare(path: arguments[1], now: instant(numbers[0]))
        case ("scale", 2): try await Scale.run(path: arguments[1], now: instant(numbers[0]), firings: numbers[1])
        case ("year", 3):
            try await Year(path: arguments[1], tasks: numbers[0], reminders: numbers[1], days: numbers[2]).run()
        case ("probe", 0): print("fsync of 4 KiB here and now: \(try probeSync(in: arguments[1]))")
        default: exit(complain())
        }
    }

    private static func instant(_ milliseconds: Int) -> UTCInstant {
        UTCInstant(millisecondsSinceEpoch: Int64(milliseconds))
    }

    private static func complain() -> Int32 {
        FileHandle.standardError.write(Data((usage + "\n").utf8))
        return 2
    }
}
