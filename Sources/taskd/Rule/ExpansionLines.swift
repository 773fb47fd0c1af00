import Basics
import Foundation
import Scheduler

/// Answers each line of standard input, a recurrence set, with a line of occurrences.
struct ExpansionLines: LineAnswering {
    private let zones: ZoneDatabase
    private let decoder = JSONDecoder()

    init(zones: ZoneDatabase) {
        self.zones = zones
    }

    func write(answerTo line: [UInt8], to json: inout JSONWriter) {
        let line = Data(line)
        do {
            let input = try decoder.decode(ExpansionLine.self, from: line)
            let expansion = try input.request.expansion(zones: zones)
            json.field("id") { input.id.write(to: &$0) }
            json.write(expansion)
        } catch {
            let id = try? decoder.decode(ExpansionLine.Naming.self, from: line).id
            json.field("id") { (id ?? .missing).write(to: &$0) }
            json.field("error", RuleFault(error).message)
        }
    }
}
