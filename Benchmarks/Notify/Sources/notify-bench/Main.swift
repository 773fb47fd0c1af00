import BenchmarkTasks
import Foundation
import NIOHTTP1
import Storage

/// `notify-bench WHAT FOLDER [--deliveries N] [--rounds N] [--waiting N]`; `rate` takes the `postgresql://` URI of an empty
/// database in place of the folder, for one round.
@main struct Main {
    private let folder: String
    private let options: [String: Int]

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2 else {
            fatalError("usage: notify-bench rate|neighbours|fill|memory FOLDER [OPTION N]…")
        }
        let main = Main(folder: arguments[1], options: options(arguments.dropFirst(2)))
        switch arguments[0] {
        case "rate": try await main.rate()
        case "neighbours": try await main.neighbours()
        case "fill": try await main.fill()
        default: try await main.memory()
        }
    }

    private static func options(_ words: ArraySlice<String>) -> [String: Int] {
        var options: [String: Int] = [:]
        for (name, value) in zip(words, words.dropFirst()) where name.hasPrefix("--") { options[name] = Int(value) }
        return options
    }

    private var deliveries: Int { options["--deliveries"] ?? 20_000 }
    private var rounds: Int { options["--rounds"] ?? 3 }

    private var isDatabase: Bool { folder.hasPrefix("postgresql://") }

    private func bench() async throws -> Bench {
        try await Bench(place: isDatabase ? folder : "\(folder)/\(UUID()).db")
    }

    private func rate() async throws {
        var (bare, ours): ([Double], [Double]) = ([], [])
        for _ in 0..<(isDatabase ? 1 : rounds) {
            let receiver = try await Receiver.start(.answers(.noContent))
            let bench = try await bench()
            let hook = try await bench.addHook(receiver.url)
            try await bench.append(deliveries)
            let bodies = try await bench.bodies()
            bare.append(try await BareClient.rate(bodies, to: receiver.url, concurrency: Bench.concurrency))
            ours.append(try await bench.rate(of: hook, deliveries))
            try await receiver.stop()
        }
        let share = ours.median / bare.median * 100
        print("rate: \(ours.median.whole)/s signed and recorded, \(bare.median.whole)/s bare: \(share.whole) %")
    }

    private func neighbours() async throws {
        var (alone, beside): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            alone.append(try await rate(besideOthers: false))
            beside.append(try await rate(besideOthers: true))
        }
        let loss = (1 - beside.median / alone.median) * 100
        print(
            "neighbours: \(alone.median.whole)/s alone, \(beside.median.whole)/s beside one that hangs and one that fails:",
            "\(String(format: "%.1f", loss)) % lost"
        )
    }

    private func rate(besideOthers: Bool) async throws -> Double {
        let healthy = try await Receiver.start(.answers(.noContent))
        let others = [try await Receiver.start(.hangs), try await Receiver.start(.answers(.internalServerError))]
        let bench = try await bench()
        for other in others {
            var hook = try await bench.addHook(other.url)
            if !besideOthers { hook.isEnabled = false }
            try await bench.store.write { [hook] in try $0.save(hook) }
        }
        let hook = try await bench.addHook(healthy.url)
        try await bench.append(deliveries)
        let rate = try await bench.rate(of: hook, deliveries)
        for receiver in others + [healthy] { try await receiver.stop() }
        return rate
    }

    /// Fills one store with deliveries that wait, and one with none.
    private func fill() async throws {
        let full = try await Bench(place: "\(folder)/full.db")
        try await full.addHook("http://127.0.0.1:9/")
        try await full.append(options["--waiting"] ?? 1_000_000)
        try await full.store.end()
    }

    private func memory() async throws {
        let hanging = try await Receiver.start(.hangs)
        let idle = try await peak(ofStore: "empty.db", hanging)
        let full = try await peak(ofStore: "full.db", hanging)
        let waiting = options["--waiting"] ?? 1_000_000
        print("memory: \(full.whole) MB with \(waiting) waiting, \(idle.whole) MB with none: \((full - idle).whole) MB")
    }

    /// The most memory that the process has had after some seconds of a delivery loop.
    private func peak(ofStore name: String, _ receiver: Receiver) async throws -> Double {
        let bench = try await Bench(place: "\(folder)/\(name)")
        for var hook in try await bench.store.read({ try $0.hooks() }) {
            hook.url = receiver.url
            try await bench.store.write { [hook] in try $0.save(hook) }
        }
        let loop = try bench.start()
        try await Task.sleep(for: .seconds(8))
        loop.cancel()
        await loop.value
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return Double(line.filter(\.isNumber)).map { $0 / 1_024 } ?? 0
    }
}

extension [Double] {
    fileprivate var median: Double { sorted()[count / 2] }
}

extension Double {
    fileprivate var whole: String { String(format: "%.0f", self) }
}
