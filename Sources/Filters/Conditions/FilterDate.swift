public import Recurrence

/// A date or time as a filter says it.
public enum FilterDate: Hashable, Sendable {
    /// A day, or a local time.
    case civil(CivilTime)
    /// A moment, whatever the zone.
    case instant(UTCInstant)
    /// A word, moved by steps in their order.
    case relative(Base, [Step])

    /// What a relative time counts from; all but `moment` are whole days.
    public enum Base: String, FilterWord, Hashable, Sendable {
        /// This moment.
        case moment = "now"
        /// This day.
        case today
        /// The day after.
        case tomorrow
        /// The day before.
        case yesterday
        /// The Monday of this week.
        case startOfWeek
        /// The Sunday of this week.
        case endOfWeek
        /// The first day of this month.
        case startOfMonth
        /// The last day of this month.
        case endOfMonth
        /// The first day of this year.
        case startOfYear
        /// The last day of this year.
        case endOfYear
        /// The next Monday, never today.
        case monday
        /// The next Tuesday, never today.
        case tuesday
        /// The next Wednesday, never today.
        case wednesday
        /// The next Thursday, never today.
        case thursday
        /// The next Friday, never today.
        case friday
        /// The next Saturday, never today.
        case saturday
        /// The next Sunday, never today.
        case sunday
    }

    /// A distance in time, backwards where the count is negative.
    public struct Step: Hashable, Sendable {
        /// What is counted.
        public enum Unit: String, FilterWord, Hashable, Sendable {
            /// Minutes of elapsed time.
            case minute = "min"
            /// Hours of elapsed time.
            case hour = "h"
            /// Days of the local calendar.
            case day = "d"
            /// Weeks of the local calendar.
            case week = "w"
            /// Months of the local calendar; a day that the month lacks is its last.
            case month = "mo"
            /// Years of the local calendar; a day that the month lacks is its last.
            case year = "y"

            /// Whether it is elapsed time, which days do not have.
            var isElapsed: Bool { self == .minute || self == .hour }
        }

        /// The greatest count, each way.
        public static let greatestCount = 99_999

        /// How many, -99,999 to 99,999.
        public var count: Int
        /// Of what.
        public var unit: Unit

        /// Makes a step from its parts.
        public init(_ count: Int, _ unit: Unit) {
            (self.count, self.unit) = (count, unit)
        }
    }

    /// How many steps a text may have.
    static let mostSteps = 4
}

extension FilterDate.Base {
    /// The day of the week that it names; nil for the other words.
    var weekday: Weekday? {
        switch self {
        case .monday: .monday
        case .tuesday: .tuesday
        case .wednesday: .wednesday
        case .thursday: .thursday
        case .friday: .friday
        case .saturday: .saturday
        case .sunday: .sunday
        default: nil
        }
    }
}
