/// Sorts the overrides of a set into single occurrences and moved pieces.
struct OverrideCompiler {
    /// The set without overrides.
    let base: CompiledSet
    let resolver: DateResolver

    /// What overrides say, by the instant or the local time of their RECURRENCE-ID; of several the last.
    private var changes: [Int: (original: Moment, change: RecurrenceOverride.Change)] = [:]
    private var futures: [Int: Int?] = [:]

    init(base: CompiledSet, resolver: DateResolver) {
        (self.base, self.resolver) = (base, resolver)
    }

    mutating func compile(_ overrides: [RecurrenceOverride]) throws(RecurrenceError) -> CompiledSet {
        for override in overrides { try take(override) }
        let single = base.without(changes.values.map(\.original.instant))
        let ready = CompiledOverrides(base: single, instances: [], pieces: pieces)
        var instances = ready.movedDates()
        for (original, change) in changes.values {
            guard case .moved(let time) = change, !isExcepted(original) else { continue }
            instances.append(try occurrence(original, movedTo: time))
        }
        return CompiledSet(
            overrides: CompiledOverrides(base: single, instances: instances, pieces: ready.pieces))
    }

    private mutating func take(_ override: RecurrenceOverride) throws(RecurrenceError) {
        guard let original = resolver.moments(of: override.recurrenceID).first else { return }
        changes[original.instant] = (original, override.change)
        guard override.reach == .thisAndFuture else { return }
        guard case .moved(let time) = override.change else {
            futures[original.local] = .some(nil)
            return
        }
        let moved = try occurrence(original, movedTo: time)
        guard moved.start.isDate == base.isDate else {
            throw fault(
                .conflict, "RANGE=THISANDFUTURE cannot turn times into dates or dates into times", original)
        }
        futures[original.local] = moved.start.startOfDayOrTime.secondsSinceEpoch - original.local
    }

    private var pieces: [OverridePiece] {
        let starts = futures.keys.sorted()
        return starts.enumerated().map { index, start in
            OverridePiece(
                from: start, before: index + 1 < starts.count ? starts[index + 1] : .max, shift: futures[start] ?? nil)
        }
    }

    private func isExcepted(_ original: Moment) -> Bool {
        var exceptions = ExceptionCursor(base, from: original.instant)
        return exceptions.removes(original)
    }

    private func occurrence(
        _ original: Moment, movedTo time: RecurrenceTime
    ) throws(RecurrenceError) -> Occurrence {
        let (moment, isDate) = newMoment(time)
        guard let shift = Int32(exactly: moment.local - original.local) else {
            throw fault(.limit, "an override may move an occurrence by at most 68 years", original)
        }
        return Occurrence(moment, isDate: isDate, shift: shift, isOriginallyDate: base.isDate)
    }

    /// The new start as it is written, whatever kind of set it is in.
    private func newMoment(_ time: RecurrenceTime) -> (Moment, isDate: Bool) {
        switch time {
        case .date(let date):
            let reading = LocalReading(.standard, isDate: true, timeline: base.timeline)
            return (reading.moment(ofLocal: date.daysSinceEpoch * 86_400), true)
        case .local(let local): return (base.reading.moment(ofLocal: local.secondsSinceEpoch), false)
        case .utc(let instant): return (base.reading.moment(ofInstant: instant.wholeSeconds), false)
        }
    }

    private func fault(_ code: RecurrenceError.Code, _ message: String, _ original: Moment) -> RecurrenceError {
        let id = CivilDateTime(secondsSinceEpoch: original.local)
        return RecurrenceError(code: code, message: "\(message) (\(id))", part: "RECURRENCE-ID")
    }
}

extension CompiledOverrides {
    /// The RDATE values that lie in moved pieces, moved.
    fileprivate func movedDates() -> [Occurrence] {
        base.addedMoments.flatMap { moment in
            guard let shift = piece(of: moment.local)?.shift, baseContains(moment) else { return [Occurrence]() }
            return moved(moment, by: shift)
        }
    }
}
