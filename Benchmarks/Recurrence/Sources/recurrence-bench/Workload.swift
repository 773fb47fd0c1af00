import Foundation

/// One line of workloads.tsv: what is measured.
struct Workload {
    enum Kind {
        /// The first so many occurrences.
        case walk
        /// The next occurrence after so many moments, an hour apart, from so many years after DTSTART on.
        case next(years: Int)
        /// The rule is read so many times.
        case parse
    }

    let name: String
    let kind: Kind
    let rule: String
    let start: String
    let zone: String?
    let amount: Int

    static func read(_ path: String) throws -> [Workload] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map(
            Self.init)
    }

    private init(line: Substring) throws {
        let fields = line.split(separator: "\t").map(String.init)
        guard fields.count == 9, let amount = Int(fields[5]) else { throw CocoaError(.fileReadCorruptFile) }
        let kind = fields[1].split(separator: ":")
        switch kind[0] {
        case "walk": self.kind = .walk
        case "parse": self.kind = .parse
        default: self.kind = .next(years: Int(kind[1]) ?? 0)
        }
        (name, rule, start, self.amount) = (fields[0], fields[2], fields[3], amount)
        zone = fields[4] == "-" ? nil : fields[4]
    }
}

/// What a run gave: how fast it was, and what it found.
struct Measurement: Encodable {
    var engine: String
    var workload: String
    /// How many occurrences, answers or rules one run gave.
    var amount: Int
    /// Per second, of each repetition.
    var rates: [Double]
    /// The checksum after each of them, so that an engine that gave fewer can be compared too.
    var checksums: [UInt64]
    /// Allocations per occurrence, where they were counted.
    var allocations: Double?

    func print() throws {
        Swift.print(String(decoding: try JSONEncoder().encode(self), as: UTF8.self))
    }
}

/// Folds moments in seconds since 1970 into one number that tells their order too.
struct Checksum {
    private(set) var value: UInt64 = 0

    @inline(__always)
    mutating func add(_ seconds: Int64) { value = value &* 31 &+ UInt64(bitPattern: seconds) }
}

/// Runs something again and again, until the clock can tell how long it took.
struct Stopwatch {
    var repetitions = 5
    var shortest = Duration.milliseconds(20)

    func rates(amount: Int, _ body: () throws -> Void) rethrows -> [Double] {
        try body()
        var rounds = 1
        return try (0..<repetitions).map { _ in
            while true {
                let time = try ContinuousClock().measure { for _ in 0..<rounds { try body() } }
                if time >= shortest { return Double(amount * rounds) / (time / .seconds(1)) }
                rounds *= 2
            }
        }
    }
}
