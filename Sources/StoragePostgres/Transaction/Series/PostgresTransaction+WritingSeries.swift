import Recurrence
import Storage

extension PostgresTransaction {
    func save(_ series: Series) throws {
        // The server checks contents, and a transaction ends with what it refuses.
        if series.content.attachments.isEmpty { try saveWhole(series) } else { try asUnit { try saveWhole(series) } }
    }

    private func saveWhole(_ series: Series) throws {
        postProject(of: series.content, for: "the series \(series.id)")
        postTags(series.tags)
        try flush()
        try recordSeries(series.id)
        if let old = try place(of: series.id), !old.start.isDate, series.start.isDate { try keepDays(of: old) }
        let tags = try tagList(series.tags, of: series.id, at: series.updatedAt)
        guard let key = try value(Int64.self, SeriesRow.upsert, SeriesRow.values(of: series, tags: tags)) else {
            throw StoreError(.unavailable, "the series \(series.id) was not written")
        }
        seriesPlaces[series.id] = SeriesPlace(
            id: series.id, key: key, start: series.start, sharedChanges: series.sharedChanges)
        note(zone: series.timeZone)
        try takeBackSeries(key: key)
        changes.formUnion([.dueQueue, .tasks])
    }

    /// Makes the distances of a series of local times those between days.
    ///
    /// In no other case do they change, since they count from the start. A slot at a distance of whole days stays where it
    /// is, and every other one goes to one of these, so that two meet only where both are on one day.
    private func keepDays(of place: SeriesPlace) throws {
        let secondOfDay = place.start.startOfDayOrTime.secondOfDay
        try asUnit {
            try dropWithdrawnTwins(in: place.key, secondOfDay: secondOfDay)
            try recordEntries(where: "series_key = ?2 AND slot % 86400 <> 0", place.key)
            do {
                try run(
                    "UPDATE occurrence SET slot = \(Self.wholeDays) WHERE series_key = ?1 AND slot % 86400 <> 0",
                    [place.key, secondOfDay])
            } catch let error as PostgresError where error.kind == .conflict {
                throw StoreError(.conflict, "two occurrences of the series \(place.id) would fall on one day")
            }
        }
    }

    /// Drops the withdrawn entries whose day is another's, too: it is as if they had never been.
    private func dropWithdrawnTwins(in series: Int64, secondOfDay: Int) throws {
        let twins = try rows(
            """
            SELECT slot FROM occurrence WHERE series_key = ?1 AND NOT \(Self.isBorn) AND EXISTS (
                SELECT 1 FROM occurrence AS other
                WHERE other.series_key = ?1 AND other.slot BETWEEN \(Self.wholeDays) - ?2 AND \(Self.wholeDays) - ?2 + 86399
                    AND (other.\(Self.isBorn) OR other.slot < occurrence.slot))
            """,
            [series, secondOfDay]
        ) { try $0.next(Int.self) }
        for slot in twins {
            try recordEntries(where: "series_key = ?2 AND slot = ?3", series, slot)
            try run("DELETE FROM occurrence WHERE series_key = ? AND slot = ?", [series, slot])
        }
    }

    /// The distance in whole days, where `?2` is the time of day at which the series starts.
    private static let wholeDays = "occurrence.slot + ?2 - ((occurrence.slot + ?2) % 86400 + 86400) % 86400"

    func setProjection(of series: SeriesID, to instant: UTCInstant?) throws {
        try run("UPDATE series SET projected_at = ? WHERE id = ?", [instant, series])
        changes.formUnion([.dueQueue, .tasks])
    }

    func moveEntries(of series: SeriesID, from slot: CivilTime, to other: SeriesID) throws {
        let (old, new) = (try writablePlace(of: series), try writablePlace(of: other))
        try asUnit {
            do { try move(from: old, at: old.slot(of: slot), to: new) } catch let error as PostgresError
                where error.kind == .conflict
            {
                throw StoreError(.conflict, "an entry of \(series) would take an occupied slot of \(other)")
            }
            try renumber(new)
        }
        hasWrittenPlaces = true
        changes.insert(.tasks)
    }

    private func move(from old: SeriesPlace, at slot: Int, to new: SeriesPlace) throws {
        try recordEntries(where: "series_key = ?2 AND slot >= ?3", old.key, slot)
        try recordEntries(where: "series_key = ?2", new.key)
        let last = try lastNumber(of: new.id)
        // Beyond every number that there is to be, so that none meets another on its way.
        let beyond = try lastNumber(of: old.id) + last
        if last > 0 { try run("UPDATE occurrence SET number = number + ? WHERE series_key = ?", [beyond, new.key]) }
        try run(
            """
            UPDATE occurrence SET series_key = ?, slot = slot + ?, number = number + ?
            WHERE series_key = ? AND slot >= ?
            """,
            [new.key, old.start.localSeconds - new.start.localSeconds, beyond, old.key, slot])
    }

    private func renumber(_ series: SeriesPlace) throws {
        try run(
            """
            UPDATE occurrence SET number = born.number FROM (
                SELECT slot, row_number() OVER (ORDER BY slot) AS number FROM occurrence
                WHERE series_key = ?1 AND number IS NOT NULL
            ) AS born WHERE series_key = ?1 AND occurrence.slot = born.slot
            """,
            [series.key])
    }
}
