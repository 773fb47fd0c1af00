import Foundation

/// Measures one engine on every workload of a file, and prints a line of JSON for each.
@main
enum Main {
    static func main() throws {
        guard CommandLine.arguments.count == 3 else {
            fatalError("usage: recurrence-bench taskd|foundation WORKLOADS")
        }
        for workload in try Workload.read(CommandLine.arguments[2]) {
            do {
                switch CommandLine.arguments[1] {
                case "foundation": try FoundationEngine(workload)?.measure().print()
                default: try OwnEngine(workload).measure().print()
                }
            } catch {
                FileHandle.standardError.write(Data("\(workload.name): \(error)\n".utf8))
            }
        }
    }
}
