import Foundation

/// Measures what clients change in a store; `run` beside it calls it.
@main enum StoreBench {
    static let usage = """
        usage: store-bench prepare STORE TASKS
               store-bench create|update|complete STORE CLIENTS BATCH COUNT
        """

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let numbers = arguments.dropFirst(2).compactMap { Int($0) }
        switch (arguments.first, numbers.count) {
        case ("prepare", 1): try await Writes.prepare(path: arguments[1], count: numbers[0])
        case (let verb?, 3):
            guard let verb = Writes.Verb(rawValue: verb), numbers.allSatisfy({ $0 > 0 }) else { exit(complain()) }
            let writes = Writes(verb: verb, clients: numbers[0], batch: numbers[1], count: numbers[2])
            print(String(format: "%.0f", try await writes.rate(path: arguments[1])))
        default: exit(complain())
        }
    }

    private static func complain() -> Int32 {
        FileHandle.standardError.write(Data((usage + "\n").utf8))
        return 2
    }
}
