import Basics
import Phrases
import Recurrence

/// When to remind, as typed: a distance from the due time, or a time.
enum TypedReminder: Hashable, Sendable {
    /// A distance from the due time, in the form of the daemon.
    case offset(String)
    /// A time of its own.
    case at(TypedTime)

    /// Reads `30m`, `1h before`, `10m after`, `30분 전`, `-PT1H`, or a time such as `9am` on the day on which the task is due.
    ///
    /// - Throws: ``CommandFailure`` for what is neither, and for a duration of ISO 8601 that could be meant both ways.
    init(_ typed: String, due: TypedTime?, _ reader: TimeReader) throws {
        guard !typed.trimmingSpaces.isEmpty else {
            throw CommandFailure.usage(
                "--remind is empty", "Write 1h for an hour before, '10m after', or 'tomorrow 9am'.")
        }
        if let failure = Self.withoutUnit(typed.trimmingSpaces) { throw failure }
        if let offset = try Self.offset(typed) {
            self = .offset(offset.description)
            return
        }
        let moment = try reader.moment()
        if let day = due?.day, let reading = try? reader.phrases.read("\(day) \(typed)", at: moment),
            case .time(let time) = reading.meaning
        {
            self = .at(try reader.typed(time, of: reading, moment))
            return
        }
        do {
            self = .at(try reader.read(typed, "--remind"))
        } catch is CommandFailure {
            let length = ["before", "after", "later"].reduce(typed.trimmingSpaces) { text, word in
                text.hasSuffix(" " + word) ? String(text.dropLast(word.count + 1)) : text
            }
            let unsigned = String(length.drop { $0 == "-" || $0 == "+" })
            if let failure = TypedDuration.tooLong(unsigned, "--remind \"\(typed.shown)\"") { throw failure }
            throw CommandFailure.usage(
                "--remind \"\(typed.shown)\" is neither a distance from the due time nor a time",
                Self.withPoint(typed, unsigned).map { "Decimals stand behind a point: --remind '\($0.shown)'." }
                    ?? Self.forms)
        }
    }

    /// How one is written.
    static let forms = "Write 1h for an hour before, '10m after', 9am or 'tomorrow 9am'."

    /// Several distances with commas between them, each by itself; anything else as it is.
    static func parts(_ typed: String) -> [String] {
        let parts = typed.listEntries
        let areDistances = parts.allSatisfy { (try? offset($0)) ?? nil != nil }
        return parts.count > 1 && areDistances ? parts : [typed]
    }

    /// What was typed with a point for the comma of its length; nil where that is no length either.
    private static func withPoint(_ typed: String, _ length: String) -> String? {
        func decimal(_ text: String) -> String { text.replacing(",", with: ".", maxReplacements: 1) }
        return length.contains(",") && TypedDuration(decimal(length)) != nil ? decimal(typed) : nil
    }

    /// The failure of a number alone, which may be a length or an hour; nil for anything else.
    private static func withoutUnit(_ text: String) -> CommandFailure? {
        // Of eight digits it is a date.
        guard (1..<8).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text)
        else { return nil }
        let hours =
            switch number {
            case 1...12: ", \(text)am or \(text)pm for a time of day"
            case 13...23: ", \(text):00 for a time of day"
            default: ""
            }
        return .usage(
            "--remind \"\(text.shown)\" does not say what it counts",
            number == 0
                ? "Write 0m for the due time itself." : "Write \(text.shown)m for so many minutes before\(hours).")
    }

    /// What a line of words says.
    init(_ reminder: QuickAdd.Reminder, _ line: QuickAdd, _ reader: TimeReader) throws {
        switch reminder {
        case .before(let length): self = .offset(length.signed(-1).description)
        case .at(let time):
            guard let when = line.when else {
                self = .at(TypedTime(value: .civil(time.civil), zone: try reader.zone()))
                return
            }
            self = .at(try reader.typed(time, of: when, reader.moment()))
        }
    }

    /// The same reminder for each occurrence of what repeats: a time on the day of the due time becomes its distance from that.
    ///
    /// - Throws: ``CommandFailure`` where the due time has no time of day to count from, and for a time on another day, which
    ///   may be meant for the first occurrence alone.
    func following(_ schedule: TypedSchedule) throws -> TypedReminder {
        guard !schedule.rules.isEmpty, case .at(let time) = self else { return self }
        guard case .civil(.dateTime(let at)) = time.value,
            case .civil(.dateTime(let due))? = schedule.due?.value
        else {
            throw CommandFailure.usage(
                "a reminder at a time of its own needs a due time with a time of day, if the task repeats",
                "Say it in the rule, such as 'every monday at 9am', and remind so long before.")
        }
        guard at.date == due.date else {
            throw CommandFailure.usage(
                "a reminder at \(CivilTime.dateTime(at).withoutSeconds.replacing("T", with: " ")) is of one day, and each occurrence has its own day",
                "Say how long before it is due, such as --remind 1h, or a time of that day, such as --remind 8am.")
        }
        return .offset(CalendarDuration(seconds: at.secondsSinceEpoch - due.secondsSinceEpoch).description)
    }

    /// The same reminder for a series, each of whose occurrences has its own day.
    ///
    /// - Throws: ``CommandFailure`` for a time, which is of one day.
    func ofEachOccurrence(_ typed: String) throws -> TypedReminder {
        guard case .at = self else { return self }
        throw CommandFailure.usage(
            "--remind \"\(typed.shown)\" is a time, and each occurrence of a series has its own day",
            "Say how long before it is due, such as --remind 1h; taskd edit TASK --scope this reminds of one at a time."
        )
    }

    /// The distance that was typed; nil where it is none.
    static func offset(_ typed: String) throws -> CalendarDuration? {
        let text = typed.trimmingSpaces
        for (word, sign) in [("before", -1), ("전", -1), ("after", 1), ("later", 1), ("뒤", 1), ("후", 1)] {
            guard text.lowercased().hasSuffix(word) else { continue }
            return TypedDuration(String(text.dropLast(word.count)).trimmingSpaces)?.duration.signed(sign)
        }
        if let first = text.first, first == "-" || first == "+",
            let length = TypedDuration(String(text.dropFirst()).trimmingSpaces)?.duration
        {
            return length.signed(first == "-" ? -1 : 1)
        }
        guard let read = TypedDuration(text) else { return nil }
        // Elsewhere PT1H is an hour after, and 1h an hour before: who types it without a sign may mean either.
        guard !read.isISO || read.duration == CalendarDuration() else {
            throw CommandFailure.usage(
                "--remind \(text.shown) could be before or after the due time",
                "Write --remind=-\(text.shown) for before, --remind=+\(text.shown) for after.")
        }
        return read.duration.signed(-1)
    }
}

extension TypedTime {
    /// The day of a local time.
    var day: CivilDate? {
        guard case .civil(let civil) = value else {
            return zone.flatMap { zone in instant.map { zone.civilDateTime(at: $0).date } }
        }
        return civil.date
    }

    private var instant: UTCInstant? {
        guard case .instant(let instant) = value else { return nil }
        return instant
    }
}

extension CalendarDuration {
    /// The same length, forwards for 1 and backwards for -1.
    fileprivate func signed(_ sign: Int) -> CalendarDuration {
        CalendarDuration(days: days * sign, seconds: seconds * sign)
    }
}
