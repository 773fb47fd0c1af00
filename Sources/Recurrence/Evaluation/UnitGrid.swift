/// The grid of INTERVAL in a rule of hours, minutes or seconds.
///
/// The times of day of its units repeat after at most as many of them as a day has. Where few of these pass the
/// filters, they are found once, so that every 86,399th second, but at 03:07:09 only, need not try each day for
/// centuries.
struct UnitGrid: Sendable {
    /// A unit of the grid, and every how many units there is one.
    private let (phase, interval): (Int, Int)
    /// After how many units of the grid the times of day repeat.
    private let period: Int
    /// The units of a period that pass, ascending, counted along the grid; empty where there are too many to keep.
    private let passing: [Int]

    private static let few = 64

    init(phase: Int, interval: Int, times: TimesOfUnit) {
        (self.phase, self.interval) = (phase, interval)
        let unitsPerDay = 86_400 / times.unit
        period = unitsPerDay / greatestCommonDivisor(interval, unitsPerDay)
        guard times.hasFilter, interval > 1 else {
            passing = []
            return
        }
        var (passing, unit) = ([Int](), floorRemainder(phase, unitsPerDay))
        for place in 0..<period where passing.count <= Self.few {
            if times.allows(secondOfDay: unit * times.unit) { passing.append(place) }
            unit = (unit + interval) % unitsPerDay
        }
        self.passing = passing.count <= Self.few ? passing : []
    }

    /// The first unit of the grid that is not before `unit`.
    @inline(__always)
    func first(atOrAfter unit: Int) -> Int {
        interval == 1 ? unit : unit + floorRemainder(phase - unit, interval)
    }

    /// The first unit of the grid that is not before `unit` and, as far as is known, passes the filters.
    func firstPassing(atOrAfter unit: Int) -> Int {
        let first = first(atOrAfter: unit)
        guard !passing.isEmpty else { return first }
        let place = floorRemainder((first - phase) / interval, period)
        let next = passing.partitioningIndex { $0 >= place }
        let ahead = next < passing.count ? passing[next] - place : period - place + passing[0]
        return first + ahead * interval
    }
}
