/// Finds the moments of RDATE and EXDATE values in a set's zone.
struct DateResolver {
    let start: CivilTime
    let timeline: ZoneTimeline

    /// The moments of RDATE, ascending by instant.
    func moments(of dates: [RecurrenceDate], includingStart: Bool) -> [Moment] {
        var moments = dates.map { moment(of: $0.start) }
        if includingStart { moments.append(moment(ofLocal: start.startOfDayOrTime.secondsSinceEpoch)) }
        return moments.sorted { $0.instant < $1.instant }
    }

    /// The moment of a value, fitted to the set: all-day sets know only days, others give a DATE DTSTART's time.
    func moment(of time: RecurrenceTime) -> Moment {
        switch time {
        case .date(let date):
            let second = start.isDate ? 0 : start.startOfDayOrTime.secondOfDay
            return moment(ofLocal: date.daysSinceEpoch * 86_400 + second)
        case .local(let time):
            return moment(ofLocal: start.isDate ? time.date.daysSinceEpoch * 86_400 : time.secondsSinceEpoch)
        case .utc(let instant):
            let seconds = instant.wholeSeconds
            let local = seconds + timeline.segment(timeline.index(at: seconds)).offset
            if start.isDate { return moment(ofLocal: floorDivide(local, 86_400) * 86_400) }
            return Moment(local: local, instant: seconds, adjustment: .none)
        }
    }

    private func moment(ofLocal local: Int) -> Moment {
        let index = timeline.index(ofLocal: local)
        let (segment, next) = (timeline.segment(index), timeline.segment(index + 1))
        if local < segment.firstLocal {
            return Moment(local: local, instant: local - segment.offsetBefore, adjustment: .gap)
        }
        let isRepeated = local >= next.start + next.offset
        return Moment(local: local, instant: local - segment.offset, adjustment: isRepeated ? .overlap : .none)
    }
}
