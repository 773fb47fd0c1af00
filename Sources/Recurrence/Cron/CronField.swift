/// A field of a cron expression: its name, its range, and the English names it takes.
struct CronField {
    let name: String
    let range: ClosedRange<Int>
    var names: [String] = []

    static let second = CronField(name: "second", range: 0...59)
    static let minute = CronField(name: "minute", range: 0...59)
    static let hour = CronField(name: "hour", range: 0...23)
    static let dayOfMonth = CronField(name: "day of month", range: 1...31)
    static let month = CronField(
        name: "month", range: 1...12,
        names: ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"])
    static let dayOfWeek = CronField(
        name: "day of week", range: 0...7, names: ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"])

    /// The numbers that a list of values, ranges and steps means; nil where it means all.
    func numbers(_ text: String) throws(RecurrenceError) -> Set<Int>? {
        if text == "*" || text == "?" { return nil }
        var numbers: Set<Int> = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            numbers.formUnion(try self.item(String(item)))
        }
        return numbers
    }

    private func item(_ text: String) throws(RecurrenceError) -> Set<Int> {
        let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let step = halves.count == 2 ? Int(halves[1]) : 1
        guard let step, (1...range.upperBound + 1).contains(step) else {
            throw fault("expected a step from 1 to \(range.upperBound + 1) after / in", text)
        }
        let bounds = halves[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if halves[0] == "*" { return Set(stride(from: range.lowerBound, through: range.upperBound, by: step)) }
        let first = try number(bounds[0])
        // A single value with a step goes on to the end of the range.
        let last = bounds.count == 2 ? try number(bounds[1]) : halves.count == 2 ? range.upperBound : first
        guard first <= last else {
            throw fault("expected a range that goes up (write one that wraps around as two) in", text)
        }
        return Set(stride(from: first, through: last, by: step))
    }

    func number(_ text: String) throws(RecurrenceError) -> Int {
        if let place = names.firstIndex(of: text) { return place + (range.lowerBound == 1 ? 1 : 0) }
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
            range.contains(number)
        else { throw fault("expected a number from \(range.lowerBound) to \(range.upperBound) in", text) }
        return number
    }

    func fault(_ message: String, _ text: String) -> RecurrenceError {
        RecurrenceError(code: .value, message: "\(message) \"\(text.prefix(24))\"", part: name)
    }
}
