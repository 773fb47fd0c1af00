import Basics
package import Recurrence
package import Storage

/// A series in an export, without its ledger, whose entries are lines of their own (``OccurrenceRecord``).
package struct SeriesRecord: TransferRecord {
    package static let kind = "series"
    package static let blank = SeriesRecord(
        Series(
            id: .unread, start: .date(CivilDate(daysSinceEpoch: 0)), timeZone: "UTC", content: TaskContent(title: ""),
            span: Series.Span(hasStart: false, hasDue: true), now: .unread))

    var series: Series
    private var rules: [Rule]
    private var reminders: [Template]
    private var subtasks: [Part]
    private var endReason: Series.End.Reason?
    private var endedBy: TaskID?

    init(_ series: Series) {
        self.series = series
        self.series.content.attachments.removeAll(where: \.isContent)
        rules = series.rules.map { Rule(rule: $0) }
        reminders = series.reminders.map { Template($0) }
        subtasks = series.subtasks.map { Part(part: $0) }
        (endReason, endedBy) = (series.end?.reason, series.end?.by)
    }

    package static func visitFields(_ fields: inout some FieldVisitor<SeriesRecord>) {
        fields.field("id", \.series.id, or: .unread, FieldRule.any.required)
        fields.field("version", \.series.version, or: 1, .counting(from: 1))
        fields.field("sharedChanges", \.series.sharedChanges, or: 0, .counting(from: 0))
        fields.part(\.series.content)
        fields.field("timeZone", \.series.timeZone, or: "UTC", .text(1...TaskDraft.Bounds.zoneLength).required)
        fields.field("start", \.series.start, or: blank.series.start, FieldRule.any.required)
        fields.field("rules", \.rules, or: [], .list(atMost: TaskRecurrence.Bounds.rules))
        fields.field("rdate", \.series.dates, or: [], dates)
        fields.field("exdate", \.series.exceptionDates, or: [], dates)
        fields.field("anchor", \.series.anchor, or: .due)
        fields.field("missed", \.series.missed, or: .skip)
        fields.field("respawn", \.series.respawn, or: .completion)
        fields.field("before", \.series.before, or: nil)
        fields.field("hasStart", \.series.span.hasStart, or: false)
        fields.field("hasDue", \.series.span.hasDue, or: true)
        fields.field("spanSeconds", \.series.span.seconds, or: 0, .within(-400_000_000_000...400_000_000_000))
        fields.field("reminders", \.reminders, or: [], .list(atMost: TaskDraft.Bounds.reminders))
        fields.field("subtasks", \.subtasks, or: [], .list(atMost: TaskDraft.Bounds.subtasks))
        fields.field("endReason", \.endReason, or: nil)
        fields.field("endedBy", \.endedBy, or: nil)
        fields.field("splitFrom", \.series.splitFrom, or: nil)
        fields.field("createdAt", \.series.createdAt, or: .unread, FieldRule.any.required)
        fields.field("updatedAt", \.series.updatedAt, or: .unread, FieldRule.any.required)
    }

    private static var dates: FieldRule<[String]> {
        .texts(atMost: TaskRecurrence.Bounds.dates, each: 0...TaskRecurrence.Bounds.dateLength)
    }

    package func checkTogether(at pointer: String, noting problems: inout [InputProblem]) {
        if endedBy != nil, endReason == nil {
            problems.append("\(pointer)/endReason", "is required with endedBy")
        }
        series.content.attachments.checkLinks(at: pointer, noting: &problems)
        if !series.span.hasStart, !series.span.hasDue {
            problems.append(
                "\(pointer)/hasDue", "must be true if hasStart is false: tasks need at least one of the two times")
        }
    }

    package static func each(
        in reader: any StoreReader, at now: UTCInstant, _ body: (SeriesRecord?) throws -> Void
    ) throws {
        var cursor: StoreCursor?
        repeat {
            let page = try reader.everySeries(after: cursor, limit: 100)
            for id in page.series {
                do { try body(reader.series(id).map { SeriesRecord($0) }) } catch let error as StoreError
                    where error.code == .unreadable
                { try body(nil) }
            }
            cursor = page.next
        } while cursor != nil
    }

    package func stored(in reader: any StoreReader) throws -> SeriesRecord? {
        try reader.series(series.id).map { SeriesRecord($0) }
    }

    package mutating func settle(at site: ImportSite, noting problems: inout [InputProblem]) throws {
        series.rules = rules.map(\.rule)
        series.reminders = reminders.map(\.template)
        // What was left out is what it stands for, so that it is the same as what is stored of it.
        reminders = series.reminders.map { Template($0) }
        series.subtasks = subtasks.map(\.part)
        series.end = endReason.map { Series.End($0, by: endedBy) }
        try site.check(project: series.projectID, at: "/projectId", noting: &problems)
        series.tags = try site.reader.tagNames(series.tags)
        guard let plan = site.plan(for: series.timeZone, noting: &problems),
            !series.rules.isEmpty || !series.dates.isEmpty
        else { return }
        do { _ = try SeriesRules(series, zone: plan.zone, sets: site.commands.ruleSets) } catch let error
            where error.isOfUnit
        { problems.append("/rules", error.wordsForUnit) }
    }

    /// Nothing comes of it before all of its ledger is there (``TaskCommands/reviewProjections(after:in:now:)``).
    package func save(at site: ImportSite, in transaction: any StoreTransaction) throws {
        var series = series
        series.content.attachments +=
            try transaction.series(series.id)?.content.attachments.filter(\.isContent) ?? []
        series.shown = try SeriesTransaction(new: series, site.commands, in: transaction, now: site.now)
            .shownRecurrence()
        series.projectedAt = try transaction.series(series.id)?.projectedAt
        try transaction.save(series)
    }
}

extension SeriesRecord {
    /// One rule.
    fileprivate struct Rule: FieldObject, FieldElement {
        static let schemaName = "SeriesRuleRecord"
        static let blank = Rule(rule: Series.Rule("", start: .date(CivilDate(daysSinceEpoch: 0))))

        var rule: Series.Rule

        static func visitFields(_ fields: inout some FieldVisitor<Rule>) {
            fields.field("rrule", \.rule.text, or: "", .text(1...TaskRecurrence.Bounds.ruleLength).required)
            fields.field("start", \.rule.start, or: blank.rule.start, FieldRule.any.required)
        }
    }

    /// A reminder that its occurrences get.
    fileprivate struct Template: FieldObject, FieldElement {
        static let schemaName = "ReminderTemplateRecord"
        /// Without a trigger, which one of two members is to give.
        static let blank: Template = {
            var blank = Template(ReminderTemplate(id: .unread, trigger: .distance(0)))
            blank.distance = nil
            return blank
        }()

        private var id: ReminderID
        private var offset: CalendarDuration?
        private var base: Reminder.Base?
        private var distance: Int?
        private var repetition: Reminder.Repetition?
        private var catchUpWindow: Swift.Duration?
        private var isKept: Bool

        init(_ template: ReminderTemplate) {
            (id, repetition) = (template.id, template.repetition)
            (catchUpWindow, isKept) = (template.catchUpWindow, template.isKeptOnCompletion)
            switch template.trigger {
            case .offset(let offset, let base): (self.offset, self.base) = (offset, base)
            case .distance(let seconds): distance = seconds
            }
        }

        var template: ReminderTemplate {
            let trigger: ReminderTemplate.Trigger =
                offset.map { .offset($0, from: base ?? .due) } ?? .distance(distance ?? 0)
            var template = ReminderTemplate(id: id, trigger: trigger, repetition: repetition)
            (template.catchUpWindow, template.isKeptOnCompletion) = (catchUpWindow, isKept)
            return template
        }

        static func visitFields(_ fields: inout some FieldVisitor<Template>) {
            fields.field("id", \.id, or: .unread, FieldRule.any.required)
            fields.field("offset", \.offset, or: nil)
            fields.field("relativeTo", \.base, or: nil)
            fields.field("distanceSeconds", \.distance, or: nil, .within(-4_000_000_000...4_000_000_000))
            fields.field("repeat", \.repetition, or: nil)
            fields.field("catchUp", \.catchUpWindow, or: nil)
            fields.field("keepOnCompletion", \.isKept, or: false)
        }

        func checkTogether(at pointer: String, noting problems: inout [InputProblem]) {
            if (offset == nil) == (distance == nil) {
                problems.append(pointer, "must have either offset or distanceSeconds")
            }
        }
    }

    /// A part that its occurrences get.
    fileprivate struct Part: FieldObject, FieldElement {
        static let schemaName = "SubtaskTemplateRecord"
        static let blank = Part(part: SubtaskTemplate(id: .unread, title: ""))

        var part: SubtaskTemplate

        static func visitFields(_ fields: inout some FieldVisitor<Part>) {
            fields.field("id", \.part.id, or: .unread, FieldRule.any.required)
            fields.field("title", \.part.title, or: "", .text(1...TaskContent.Bounds.titleLength).required)
        }
    }
}

extension Series.End.Reason: FieldChoice {}
