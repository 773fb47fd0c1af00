import Basics
import NIOCore
import Phrases
import Recurrence
import Scheduler
import Storage

/// What `POST /v1/phrases` is to read, and when and where it is said.
struct PhraseInput: Sendable {
    /// What the text is.
    enum Mode: String, CaseIterable, Sendable {
        /// A task in one line.
        case task
        /// A date, a time, a range or a repetition alone.
        case phrase
    }

    /// How long a text may be, in bytes of UTF-8.
    static let maxLength = 4_096

    let text: String
    let mode: Mode
    let reader: PhraseReader
    let moment: PhraseMoment

    /// Reads what is asked for.
    ///
    /// - Parameters:
    ///   - value: The body.
    ///   - zones: The zones that there are.
    ///   - standard: The zone where nothing is said.
    ///   - now: When it is said where nothing is said.
    /// - Throws: A 422 ``Problem`` that names each member at fault.
    init(_ value: JSONValue, zones: ZoneDatabase, standard: String, now: UTCInstant) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        text = reader.string("text") ?? ""
        if text.utf8.count > Self.maxLength {
            collector.add("/text", "must have at most \(Self.maxLength) bytes, not \(text.utf8.count)")
        } else if !text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) {
            collector.add("/text", "must have words")
        }
        mode = reader.choice("mode") ?? .task
        let zone = reader.text("timeZone", "an IANA name such as Europe/Berlin") { try? zones.rules(for: $0) }
        moment = try reader.moment("now", in: zone ?? zones.rules(for: standard), standard: now)
        let settings = PhraseSettings(
            language: reader.choice("language"),
            weekStart: reader.choice("weekStart", WeekdayName.self)?.weekday ?? .monday,
            dayParts: reader.dayParts("dayParts"), dateOrder: reader.choice("dateOrder"))
        self.reader = PhraseReader(
            settings: settings, zones: { try? zones.rules(for: $0) }, nearestZone: zones.name(nearestTo:))
        reader.finish()
        try collector.throwIfAny()
    }

    static let schema = Schema.object([
        "text": Schema.string(1...maxLength).example("Dentist +health sat 28 nov 3pm")
            .described("The line or the phrase, of at most \(maxLength) bytes."),
        "mode": Schema.choice(of: Mode.self).defaulting(to: .string(Mode.task.rawValue)).optional
            .described("Whether it is a task in one line, or a date alone."),
        "timeZone": Schema.zone.nullable.optional.described(
            "Where it is said; the server's zone where nothing is said."),
        "language": Schema.choice(of: PhraseLanguage.self).nullable.optional
            .described("Korean where the text has Hangul in it, else English, where nothing is said."),
        "now": Schema.time.nullable.optional.described("When it is said: a local time, or an instant."),
        "weekStart": Schema.choice(of: WeekdayName.self).nullable.optional
            .described("The day on which weeks begin; monday where nothing is said."),
        "dayParts": Schema.object(.dayParts).closed.nullable.optional
            .described("The times of day that words such as morning stand for."),
        "dateOrder": Schema.choice(of: DateOrder.self).nullable.optional
            .described("Which number of 3/4 is the month; it is refused in English where nothing is said."),
    ]).closed.named("PhraseRequest")
}

/// The days of a week, as members of JSON name them.
enum WeekdayName: String, CaseIterable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    init(_ weekday: Weekday) { self = Self.allCases[weekday.rawValue] }

    var weekday: Weekday {
        Self.allCases.firstIndex(of: self).flatMap { Weekday(rawValue: $0) } ?? .monday
    }
}

extension SchemaMembers {
    /// The parts of the day that may be set.
    fileprivate static let dayParts = {
        var members: SchemaMembers = [:]
        for name in ["morning", "noon", "afternoon", "evening", "night"] {
            members.append(name, TimeOfDay.schema(.creation).nullable.optional)
        }
        return members
    }()
}

extension ObjectReader {
    /// A local time in a zone, or an instant.
    fileprivate mutating func moment(
        _ name: String, in zone: ZoneRules, standard: UTCInstant
    ) -> PhraseMoment {
        let moment: PhraseMoment? = text(name, "a local time such as 2026-11-21T14:30, or an instant") { text in
            if case .dateTime(let local)? = CivilTime(text) {
                return TimeRange.contains(.dateTime(local)) ? PhraseMoment(local: local, in: zone) : nil
            }
            return UTCInstant(text).flatMap { TimeRange.contains($0) ? PhraseMoment($0, in: zone) : nil }
        }
        return moment ?? PhraseMoment(standard, in: zone)
    }

    /// The times that parts of the day stand for; what is not said of them is as usual.
    fileprivate mutating func dayParts(_ name: String) -> DayParts {
        var parts = DayParts()
        guard var reader = object(name) else { return parts }
        func set(_ name: String, _ path: WritableKeyPath<DayParts, Int>) {
            guard let time = TimeOfDay.read(name, from: &reader, atMost: 0) else { return }
            parts[keyPath: path] = time.second
        }
        set("morning", \.morning)
        set("noon", \.noon)
        set("afternoon", \.afternoon)
        set("evening", \.evening)
        set("night", \.night)
        reader.finish()
        return parts
    }
}
