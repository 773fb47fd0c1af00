import Storage

/// Appends the events of series whose change was undone.
extension ChangeReversal {
    /// Tells what became of the series that the change wrote.
    ///
    /// - Parameter tasks: The tasks that were restored so far.
    /// - Throws: ``StoreError``.
    mutating func tellOfSeries(with tasks: [TaskItem]) throws {
        let places = try placesOfTasks()
        for row in rows.series {
            let (found, series) = (foundSeries[row.id], row.wasThere ? try transaction.series(row.id) : nil)
            switch (found, series) {
            case (let found?, let series?): tell(of: series, since: found, with: places[series.id] ?? [])
            case (nil, let series?): tell(ofReturned: series, with: tasks)
            case (let found?, nil): events.append(.seriesUndone(found, now: now))
            case (nil, nil): break
            }
        }
    }

    /// The tasks that are restored now or later, by the series that they are in.
    private func placesOfTasks() throws -> [SeriesID: [TaskID]] {
        var places: [SeriesID: [TaskID]] = [:]
        for task in rows.series.isEmpty ? [] : rows.tasks where task.wasThere {
            if let series = try transaction.seriesID(ofTask: task.id) { places[series, default: []].append(task.id) }
        }
        return places
    }

    private mutating func tell(of series: Series, since found: Series, with own: [TaskID]) {
        let members =
            series.content.fields(differingFrom: found.content).fieldNames
            + (series.reminders == found.reminders ? [] : ["reminders"])
            + (series.subtasks == found.subtasks ? [] : ["subtasks"])
            + (series.shown == found.shown ? [] : ["recurrence"])
            + (series.start == found.start ? [] : ["dtstart"])
            + (series.timeZone == found.timeZone ? [] : ["timeZone"])
            + (series.end == found.end ? [] : ["state"])
        var report = PendingEdit.Report(members: members, isSeriesChanged: true)
        (report.taskCount, report.tasks) = (own.count, Array(own.prefix(PendingEdit.Report.maxTasks)))
        events.append(.seriesUpdated(series, report, now: now))
        if found.isActive, !series.isActive { events.append(.seriesEnded(series, now: now)) }
        if !found.isActive, series.isActive { events.append(.seriesResumed(series, now: now)) }
    }

    private mutating func tell(ofReturned series: Series, with tasks: [TaskItem]) {
        if let origin = series.splitFrom.flatMap({ foundSeries[$0] }) {
            events.append(.seriesSplit(origin, into: series, now: now))
        } else if let first = tasks.first(where: { $0.occurrence?.series == series.id }) {
            events.append(.seriesCreated(series, with: first, now: now))
        }
    }
}
