package import Recurrence

extension CivilTime {
    /// Seconds of local time since 1970; a date stands at its midnight.
    package var localSeconds: Int { startOfDayOrTime.secondsSinceEpoch }

    /// The same kind of time, that many seconds of local time later; a date moves by whole days.
    package func moved(by seconds: Int) -> CivilTime {
        switch self {
        case .date: .date(CivilDateTime(secondsSinceEpoch: localSeconds + seconds).date)
        case .dateTime: .dateTime(CivilDateTime(secondsSinceEpoch: localSeconds + seconds))
        }
    }

    /// The local distance from another time to this one, in seconds.
    package func distance(from other: CivilTime) -> Int { localSeconds - other.localSeconds }

    /// Whether the year is one of 1 to 9999.
    var isRepresentable: Bool { date >= .earliest && date <= .latest }
}

/// A local time or a date from its text, for commands that are written out in Swift.
package func local(_ text: String) -> CivilTime {
    guard let time = CivilTime(text) else { preconditionFailure("\(text) is no local time") }
    return time
}

/// An instant from its text, for commands that are written out in Swift.
package func utc(_ text: String) -> UTCInstant {
    guard let instant = UTCInstant(text) else { preconditionFailure("\(text) is no instant") }
    return instant
}
