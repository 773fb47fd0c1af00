import Basics
import HTTPTypes
import Hummingbird
import Recurrence
import Scheduler
import Storage

/// `/v1/series`: a recurring task as a whole, and its occurrences.
struct SeriesRoutes<Time: UTCClock>: Sendable {
    let store: any Store
    let commands: TaskCommands
    let executor: IdempotentExecutor<Time>
    let clock: Time

    func add(to routes: ScopedRoutes) {
        routes.add(.readSeries) { try await read($0, $1) }
        routes.add(.updateSeries) { try await patch($0, $1) }
        routes.add(.endSeries) { try await end($0, $1) }
        routes.add(.listOccurrences) { try await occurrences($0, $1) }
    }

    private func read(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: SeriesID = try context.id("series")
        let (commands, now) = (context.access.guarding(commands), clock.now)
        let json = try await store.read { try commands.seriesJSON(id, in: $0, now: now) }
        return try APIResponse(json: json).unless(request).response
    }

    private func patch(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: SeriesID = try context.id("series")
        let patch = try SeriesMergePatch(
            try await context.resolved(JSONValue(body: try await context.bytes(of: request))))
        let commands = context.access.guarding(commands)
        return try await executor.run(
            request, context: context, states: Self.states(of: id, by: commands), isLong: true,
            recording: .updateSeries
        ) { transaction, now in
            try commands.update(id, by: patch, in: transaction, now: now)
            return APIResponse(json: try commands.seriesJSON(id, in: transaction, now: now)).tagged()
        }
    }

    private func end(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: SeriesID = try context.id("series")
        var query = QueryReader(request, context)
        let open = query.choice("open", OpenOccurrences.self) ?? .keep
        try query.finish()
        let commands = context.access.guarding(commands)
        return try await executor.run(
            request, context: context, states: Self.states(of: id, by: commands), isLong: open == .delete,
            recording: .deleteSeries
        ) { transaction, now in
            try commands.delete(id, open: open, in: transaction, now: now)
            return .noContent
        }
    }

    /// The tag of a series, for `If-Match`.
    private static func states(of id: SeriesID, by commands: TaskCommands) -> IdempotentExecutor<Time>.States {
        { transaction, now in
            guard try transaction.series(id) != nil else { return nil }
            return [EntityTag(of: try commands.seriesJSON(id, in: transaction, now: now))]
        }
    }

    private func occurrences(_ request: Request, _ context: APIContext) async throws -> Response {
        let id: SeriesID = try context.id("series")
        var query = QueryReader(request, context)
        let limit = query.limit()
        let (from, until) = (query.time("from"), query.time("until"))
        let place = query.cursor { $0.count == 1 ? CivilTime($0[0]) : nil }
        try query.finish()
        let (commands, access, now) = (commands, context.access, clock.now)
        let page = try await store.read { reader in
            try Problem.explainingSeries(id) {
                guard let series = try reader.series(id) else {
                    throw Problem(.notFound, "there is no series \(id)")
                }
                let zone = try commands.zones.rules(for: series.timeZone)
                let first = place ?? from.flatMap { series.firstSlot(from: $0, in: zone) }
                let end = until.flatMap { series.firstSlot(from: $0, in: zone) }
                return try access.page(after: first, limit: limit) {
                    try commands.occurrences(of: id, from: $0, until: end, limit: $1, in: reader, now: now)
                } of: {
                    try access.holds($0, in: reader)
                }
            }
        }
        return APIResponse { json in
            json.field("items") { json in json.array(page.items) { $1.write(to: &$0) } }
            json.field("nextCursor", page.next.map { query.cursorText([$0.description]) })
        }.response
    }
}

extension Series {
    /// The first time of the series' kind, a day or a local time, that does not begin before another time.
    fileprivate func firstSlot(from time: TaskDraft.Time, in zone: ZoneRules) -> CivilTime? {
        let civil: CivilTime? =
            switch time {
            case .civil(let civil): civil
            case .instant(let instant): LocalTime(instant, in: zone)?.civil
            }
        guard let civil, civil.isDate != start.isDate else { return civil }
        let local = civil.startOfDayOrTime
        guard start.isDate else { return .dateTime(local) }
        return .date(local.secondOfDay == 0 ? local.date : local.date.adding(days: 1))
    }
}
