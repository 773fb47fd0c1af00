import Basics
import HTTPTypes
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// `/v1/statistics`: how often things happened; `/v1/series/{id}/statistics`: how regularly a series was done.
struct StatisticsRoutes<Time: UTCClock>: Sendable {
    let store: any Store
    let commands: TaskCommands
    let clock: Time

    func add(to routes: ScopedRoutes) {
        routes.add(.readStatistics) { try await list($0, $1) }
        routes.add(.readSeriesStatistics) { try await series($0, $1) }
    }

    private func list(_ request: Request, _ context: APIContext) async throws -> Response {
        var parameters = QueryReader(request, context)
        var query = try StatisticsQuery(&parameters, commands: commands, now: clock.now)
        query.group = try await group(query, context.access)
        guard try await StatisticsCounter(store: store).catchUp() else {
            throw Problem(.serviceUnavailable, "the events of the past are still being counted; retry later")
        }
        let answer = try await store.read { [query] in try StatisticsAnswer(query, in: $0) }
        return APIResponse(capacity: 250 * answer.items.count + 1_000) { json in
            query.write(to: &json)
            json.field("since", answer.since)
            json.field("total") { json in json.object { answer.total.write(membersTo: &$0) } }
            json.field("items") { json in json.array(answer.items) { $1.write(to: &$0) } }
            json.field("nextCursor", answer.next.map { parameters.cursorText([$0.description]) })
        }.response
    }

    /// The group that is counted: for a token that is to a project or a tag that one, unless another project in it is named.
    ///
    /// - Throws: A 403 ``Problem`` for what lies outside.
    private func group(_ query: StatisticsQuery, _ access: Access) async throws -> StatisticsGroup {
        switch (access.reach, query.group) {
        case (.everything, _): return query.group
        case (_, _) where query.grouping.kind != nil: break
        case (.project(let id), .all): return .project(id)
        case (.project, .project(let id)) where try await store.read({ try access.holds(id, in: $0) }):
            return query.group
        case (.tag(let name), .all): return .tag(name)
        case (.tag(let name), .tag(let other)) where name.isSameTag(as: other): return query.group
        default: break
        }
        throw Problem(
            .forbidden,
            "statistics of \(access.words) are by day, week or month, of it alone; leave groupBy, tag or projectId out")
    }

    private func series(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: SeriesID = try context.id("series")
        let reach = context.access.isBound ? context.access : nil
        let statistics = try await store.read { reader in
            try Problem.explainingSeries(id) {
                guard let series = try reader.series(id) else {
                    throw Problem(.notFound, "there is no series \(id)")
                }
                return try SeriesStatistics(of: series, within: reach, in: reader)
            }
        }
        return try APIResponse { json in
            json.field("seriesId", id)
            statistics.write(membersTo: &json)
        }.unless(request).response
    }
}

/// What is asked for.
struct StatisticsQuery: Sendable {
    static let parameters: [Operation.Parameter] = [
        .time("from", "From when; some time back where nothing is said, by the grouping."),
        .time("until", "Before when; the end of today where nothing is said."),
        .query(
            "groupBy", .choice(of: Grouping.self).defaulting(to: .string(Grouping.day.rawValue)),
            "What there is an item for."),
        .zone, .query("tag", .string(0...TaskContent.Bounds.tagLength), "Of tasks that have the tag."),
        .query("projectId", .uuid, "Of tasks in the project; not with tag."), .limit, .cursor,
    ]
    /// How long the range may be: ten years.
    private static let maxDays = 3_660
    private static let millisecondsPerDay: Int64 = 86_400_000

    /// What there is an item for.
    enum Grouping: String, CaseIterable, Sendable {
        case day, week, month, tag, project

        /// The period, where there is an item for each.
        var period: StatisticsPeriod? { StatisticsPeriod(rawValue: rawValue) }
        /// The kind of group, where there is an item for each.
        var kind: StatisticsGroup.Kind? { StatisticsGroup.Kind(rawValue: rawValue) }

        /// How many days back a range begins that has no beginning of its own.
        var defaultDays: Int {
            switch self {
            case .day, .tag, .project: 30
            case .week: 84
            case .month: 365
            }
        }
    }

    let grouping: Grouping
    let zone: ZoneRules
    let range: Range<UTCInstant>
    var group: StatisticsGroup
    let limit: Int
    let cursor: StoreCursor?

    init(_ reader: inout QueryReader, commands: TaskCommands, now: UTCInstant) throws {
        let zones = commands.zones
        zone =
            try reader.value("timeZone", "an IANA name such as Europe/Berlin") { try? zones.rules(for: $0) }
            ?? zones.rules(for: commands.configuration.defaultZone)
        grouping = reader.choice("groupBy") ?? .day
        let tag = reader.text("tag", atMost: TaskDraft.Bounds.tagLength)?.inNormalForm
        let project = reader.value("projectId", "a UUID") { ProjectID($0) }
        if tag != nil, project != nil { reader.note("projectId", "cannot be combined with tag; leave one of them out") }
        if grouping.kind != nil, tag != nil || project != nil {
            let name = tag == nil ? "projectId" : "tag"
            reader.note(name, "cannot be combined with groupBy=\(grouping.rawValue); group by day, week or month")
        }
        group = tag.map { .tag($0) } ?? project.map { .project($0) } ?? .all
        // Of periods there are few enough for one answer.
        let limit = reader.limit(default: 0)
        cursor = reader.cursor { StoreCursor($0.joined(separator: ",")) }
        self.limit = limit > 0 ? limit : 100
        if grouping.kind == nil {
            for (name, isGiven) in [("limit", limit > 0), ("cursor", cursor != nil)] where isGiven {
                reader.note(name, "is only for groupBy=project and groupBy=tag; omit it")
            }
        }
        let (from, until) = (reader.instant("from", in: zone), reader.instant("until", in: zone))
        let today = zone.civilDateTime(at: now).date
        let end = until ?? max(zone.midnight(of: today.adding(days: 1)), from ?? now)
        let start =
            from ?? zone.midnight(of: zone.civilDateTime(at: end).date.adding(days: -grouping.defaultDays))
        let length = end.millisecondsSinceEpoch - start.millisecondsSinceEpoch
        if length < 0 { reader.note("until", "must not be before from") }
        if length > Int64(Self.maxDays) * Self.millisecondsPerDay {
            reader.note("from", "must be at most \(Self.maxDays) days before until")
        }
        try reader.finish()
        range = start..<max(start, end)
    }

    func write(to json: inout JSONWriter) {
        json.field("from", range.lowerBound)
        json.field("until", range.upperBound)
        json.field("timeZone", zone.identifier)
        json.field("groupBy", grouping.rawValue)
    }
}

/// What is answered.
private struct StatisticsAnswer: Sendable {
    /// What happened in a period, or for a group.
    struct Item: Sendable {
        var key: String
        /// When; nil where that is the whole range.
        var range: Range<UTCInstant>?
        var counts: StatisticsCounts
    }

    let since: UTCInstant?
    let total: StatisticsCounts
    let items: [Item]
    let next: StoreCursor?

    init(_ query: StatisticsQuery, in reader: some StoreReader) throws {
        since = try reader.statisticsProgress().since
        total = try reader.statistics(of: query.group, in: [query.range]).first ?? StatisticsCounts()
        if let kind = query.grouping.kind {
            let page = try reader.statistics(by: kind, in: query.range, after: query.cursor, limit: query.limit)
            items = page.items.map { Item(key: $0.group.name, counts: $0.counts) }
            next = page.next
        } else {
            let parts = query.grouping.period?.parts(of: query.range, in: query.zone) ?? []
            let counts = try reader.statistics(of: query.group, in: parts.map(\.range))
            items = zip(parts, counts).map { Item(key: $0.key, range: $0.range, counts: $1) }
            next = nil
        }
    }
}

extension StatisticsAnswer.Item {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("key", key)
            if let range {
                json.field("from", range.lowerBound)
                json.field("until", range.upperBound)
            }
            counts.write(membersTo: &json)
        }
    }
}

extension StatisticsCounts {
    fileprivate func write(membersTo json: inout JSONWriter) {
        json.field("created", created)
        json.field("completed", completed)
        json.field("overdue", overdue)
        json.field("fired", fired)
        json.field("snoozed", snoozed)
        json.field("missed", missed)
        json.field("completedWithDue", completedWithDue)
        json.field("onTime", onTime)
        let mean = completedWithDue > 0 ? (Double(lateness) / Double(completedWithDue)).rounded() / 1_000 : nil
        json.field("meanLateSeconds", mean)
    }
}

extension SeriesStatistics {
    fileprivate func write(membersTo json: inout JSONWriter) {
        json.field("completed", counts[.completed, default: 0])
        json.field("skipped", counts[.skipped, default: 0])
        json.field("cancelled", counts[.cancelled, default: 0])
        json.field("deleted", counts[.deleted, default: 0])
        json.field("open", counts[.open, default: 0])
        json.field("passed", passed)
        json.field("currentStreak", currentStreak)
        json.field("longestStreak", longestStreak)
        json.field("completedWithDue", lateness.count)
        json.field("onTime", onTime)
        json.field("onTimeShare", lateness.isEmpty ? nil : Double(onTime) / Double(lateness.count))
        json.field("medianLateSeconds", medianLateness)
        json.field("meanLateSeconds", meanLateness.map { ($0 * 1_000).rounded() / 1_000 })
        json.field("isComplete", isComplete)
    }
}
