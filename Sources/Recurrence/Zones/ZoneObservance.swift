/// A STANDARD or DAYLIGHT part of a VTIMEZONE (RFC 5545 §3.6.5): an offset, and the local times at which it begins.
struct ZoneObservance {
    /// DTSTART, in local time by `offsetFrom`.
    let start: CivilDateTime
    /// TZOFFSETFROM and TZOFFSETTO, in seconds east of UTC.
    let offsetFrom: Int
    let offsetTo: Int
    let rules: [RecurrenceRule]
    let dates: [RecurrenceDate]
    /// The line with which the part begins.
    let line: Int

    /// What was read of a part so far.
    struct Draft {
        let name: String
        let line: Int
        private var start: CivilDateTime?
        private var offsetFrom: Int?
        private var offsetTo: Int?
        private var rules: [RecurrenceRule] = []
        private var dates: [RecurrenceDate] = []

        private static let maximumRules = 4
        private static let maximumDates = 10_000

        init(name: String, line: Int) {
            (self.name, self.line) = (name, line)
        }

        /// Takes a property; those that say nothing about offsets, X- ones included, are passed over.
        mutating func take(_ line: ZoneContentLine) throws(RecurrenceError) {
            switch line.name {
            case "DTSTART": try set(&start, Self.start(line), line)
            case "TZOFFSETFROM": try set(&offsetFrom, Self.offset(line), line)
            case "TZOFFSETTO": try set(&offsetTo, Self.offset(line), line)
            case "RRULE": rules.append(try Self.rule(line))
            case "RDATE": dates += try Self.dates(line)
            default: break
            }
            guard rules.count <= Self.maximumRules, dates.count <= Self.maximumDates else {
                throw line.fault(
                    .limit,
                    "a sub-component must have at most \(Self.maximumRules) rules and \(Self.maximumDates) dates")
            }
        }

        func observance() throws(RecurrenceError) -> ZoneObservance {
            ZoneObservance(
                start: try required(start, "DTSTART"), offsetFrom: try required(offsetFrom, "TZOFFSETFROM"),
                offsetTo: try required(offsetTo, "TZOFFSETTO"), rules: rules, dates: dates, line: line)
        }

        private func set<Value>(
            _ place: inout Value?, _ value: Value, _ line: ZoneContentLine
        ) throws(RecurrenceError) {
            guard place == nil else { throw line.fault(.conflict, "must appear only once in \(name)") }
            place = value
        }

        private func required<Value>(_ value: Value?, _ property: String) throws(RecurrenceError) -> Value {
            guard let value else {
                throw RecurrenceError(
                    code: .syntax, message: "is required in \(name)", part: property, line: line)
            }
            return value
        }
    }
}

extension ZoneObservance.Draft {
    private static func start(_ line: ZoneContentLine) throws(RecurrenceError) -> CivilDateTime {
        guard case .local(let time) = RecurrenceTime(line.value) else {
            throw line.fault(.value, "must be a local time without Z, such as 20070311T020000")
        }
        return time
    }

    /// `+hhmm` or `-hhmm`, with seconds where need be.
    private static func offset(_ line: ZoneContentLine) throws(RecurrenceError) -> Int {
        var text = line.value
        guard let offset = text.withUTF8({ Self.offset($0[...]) }) else {
            throw line.fault(.value, "must be an offset such as -0500 or +014528")
        }
        return offset
    }

    private static func offset(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var reader = ByteReader(bytes)
        let isNegative = reader.skip("-")
        guard isNegative || reader.skip("+"), let hours = reader.digits(2), hours < 24, let minutes = reader.digits(2),
            minutes < 60
        else { return nil }
        let seconds = reader.isAtEnd ? 0 : reader.digits(2)
        guard let seconds, seconds < 60, reader.isAtEnd else { return nil }
        let offset = hours * 3_600 + minutes * 60 + seconds
        return isNegative ? -offset : offset
    }

    private static func rule(_ line: ZoneContentLine) throws(RecurrenceError) -> RecurrenceRule {
        do {
            return try RecurrenceRule(line.value)
        } catch {
            throw line.fault(error.code, error.part.map { "\($0): \(error.message)" } ?? error.message)
        }
    }

    private static func dates(_ line: ZoneContentLine) throws(RecurrenceError) -> [RecurrenceDate] {
        var dates: [RecurrenceDate] = []
        for value in line.value.split(separator: ",", omittingEmptySubsequences: false) {
            guard let date = try? RecurrenceDate(String(value)), !date.start.isDate else {
                throw line.fault(.value, "each value must be a local time such as 20070311T020000")
            }
            dates.append(date)
        }
        return dates
    }
}

extension RecurrenceTime {
    fileprivate var isDate: Bool {
        if case .date = self { true } else { false }
    }
}

extension ZoneContentLine {
    func fault(_ code: RecurrenceError.Code, _ message: String) -> RecurrenceError {
        RecurrenceError(code: code, message: message, part: name, line: number)
    }
}
