/// A time as RFC 5545 writes it: a DATE, a local DATE-TIME, or a DATE-TIME in UTC.
public enum RecurrenceTime: Hashable, Sendable, CustomStringConvertible {
    /// A whole day.
    case date(CivilDate)
    /// A local time, in the zone of the set.
    case local(CivilDateTime)
    /// An instant, written with `Z`.
    case utc(UTCInstant)

    /// Reads the basic or the extended form, such as `19971224`, `19971224T090000` or `1997-12-24T09:00:00Z`.
    public init?(_ text: some StringProtocol) {
        var copy = String(text)
        guard let time = copy.withUTF8({ RecurrenceTime(bytes: $0[...]) }) else { return nil }
        self = time
    }

    init?(bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        guard let value = DateText.read(bytes, allowing: .utc) else { return nil }
        switch value.time {
        case .date(let date): self = .date(date)
        case .dateTime(let time) where value.offset == nil: self = .local(time)
        case .dateTime(let time): self = .utc(UTCInstant(secondsSinceEpoch: Int64(time.secondsSinceEpoch)))
        }
    }

    /// The basic form of RFC 5545, such as `19971224T000000Z`.
    public var description: String {
        switch self {
        case .date(let date): CivilTime.date(date).basicFormat
        case .local(let time): CivilTime.dateTime(time).basicFormat
        case .utc(let instant):
            CivilTime.dateTime(CivilDateTime(secondsSinceEpoch: instant.wholeSeconds)).basicFormat + "Z"
        }
    }
}
