import Basics
import HTTPTypes
import Recurrence
import Scheduler
import Storage

extension TaskCommands {
    /// A series as clients see it.
    ///
    /// - Throws: `SchedulerError` with code `.notFound`, or a ``Problem`` where it cannot be evaluated.
    func seriesJSON(_ id: SeriesID, in reader: any StoreReader, now: UTCInstant) throws -> [UInt8] {
        try Problem.explainingSeries(id) {
            let view = try view(of: id, in: reader, now: now)
            let words = SeriesWords(of: view.series, zone: try zones.rules(for: view.series.timeZone))
            var json = JSONWriter()
            json.object { view.write(fieldsTo: &$0, words) }
            return json.bytes
        }
    }
}

extension Problem {
    /// Reports that a series whose zone or rules are not known to this machine exists, but cannot be evaluated.
    static func explainingSeries<Value>(_ id: SeriesID, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as SchedulerError where error.code == .unknownZone {
            throw Problem(.conflict, "the series \(id) cannot be evaluated: \(error.description)")
        } catch let error as RecurrenceError {
            throw Problem(.conflict, "the series \(id) cannot be evaluated: \(error)")
        }
    }
}

/// How a series recurs, in words; nil where nothing recurs any more.
private struct SeriesWords {
    let english: String?
    let korean: String?

    init(of series: Series, zone: ZoneRules) {
        guard let recurrence = series.shown,
            let set = try? RecurrenceSet(
                start: series.start,
                zone: zone,
                rules: recurrence.rules.map { rule throws in try RecurrenceRule(rule) },
                dates: recurrence.dates.map { date throws in try RecurrenceDate(date) },
                exceptionDates: recurrence.exceptionDates.map { date throws in try RecurrenceDate(date) })
        else {
            (english, korean) = (nil, nil)
            return
        }
        (english, korean) = (set.explanation(in: .english), set.explanation(in: .korean))
    }

    func write(to json: inout JSONWriter) {
        guard let english, let korean else { return json.null() }
        json.object { json in
            json.field("en", english)
            json.field("ko", korean)
        }
    }
}

extension SeriesView {
    fileprivate func write(fieldsTo json: inout JSONWriter, _ words: SeriesWords) {
        json.field("id", series.id)
        json.field("handle", series.id.handle)
        json.field("version", series.version)
        json.field("dtstart", series.start)
        json.field("timeZone", series.timeZone)
        json.field("recurrence") { json in
            if let recurrence = series.shown { recurrence.write(to: &json) } else { json.null() }
        }
        json.field("explanation") { words.write(to: &$0) }
        series.write(contentTo: &json)
        series.span.write(fieldsTo: &json)
        json.field("state", state.rawValue)
        series.write(lineageTo: &json)
        json.field("next", next)
        json.field("counts") { json in
            json.object { json in
                for state in LedgerEntry.State.allCases where state != .withdrawn {
                    json.field(named: state.rawValue) { $0.integer(counts[state] ?? 0) }
                }
            }
        }
        json.field("createdAt", series.createdAt)
        json.field("updatedAt", series.updatedAt)
    }
}

extension SeriesSlot {
    /// Writes the occurrence as clients see it.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("recurrenceId", recurrenceID)
            let entry = entry
            json.field("state", word)
            json.field("taskId", entry?.task)
            json.field("occurrence", entry?.number)
            json.field("closedAt", entry?.closedAt)
            json.field("overrides", entry?.overrides.fieldNames ?? [])
            json.field("passed", entry?.passed ?? 0)
        }
    }

    private var entry: LedgerEntry? {
        if case .recorded(let entry) = state { entry } else { nil }
    }

    private var word: String {
        switch state {
        case .recorded(let entry): entry.state.rawValue
        case .projected: "projected"
        case .missed: "missed"
        }
    }
}
