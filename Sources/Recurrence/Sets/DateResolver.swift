/// Finds the moments of RDATE, EXDATE and RECURRENCE-ID values in a set's zone.
struct DateResolver {
    let start: CivilTime
    let reading: LocalReading

    /// The moments of RDATE, ascending by instant.
    func moments(of dates: [RecurrenceDate], includingStart: Bool) -> [Moment] {
        var moments = dates.flatMap { self.moments(of: $0.start) }
        if includingStart { moments += reading.moments(ofLocal: start.startOfDayOrTime.secondsSinceEpoch) }
        return moments.sorted { $0.instant < $1.instant }
    }

    /// The moments of a value, fitted to the set: all-day sets know only days, others give a DATE DTSTART's time.
    func moments(of time: RecurrenceTime) -> [Moment] {
        switch time {
        case .date(let date):
            let second = start.isDate ? 0 : start.startOfDayOrTime.secondOfDay
            return reading.moments(ofLocal: date.daysSinceEpoch * 86_400 + second)
        case .local(let time):
            return reading.moments(
                ofLocal: start.isDate ? time.date.daysSinceEpoch * 86_400 : time.secondsSinceEpoch)
        case .utc(let instant):
            let moment = reading.moment(ofInstant: instant.wholeSeconds)
            return start.isDate ? reading.moments(ofLocal: floorDivide(moment.local, 86_400) * 86_400) : [moment]
        }
    }
}
