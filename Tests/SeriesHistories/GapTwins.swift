import Recurrence
import SeriesModel

/// Two labels that a gap of a zone brings to one instant: one slot to the engine, whose sets are of instants, and two
/// to the model. What becomes of such a series cannot be compared.
extension ModelStore {
    private static let gapDays = [
        "Europe/Berlin": ["2026-03-29", "2027-03-28", "2028-03-26"],
        "America/New_York": ["2026-03-08", "2027-03-14", "2028-03-12"],
        "Australia/Lord_Howe": ["2026-10-04", "2027-10-03", "2028-10-01"],
    ]

    /// Whether a command brought such labels into a series, where they could be met.
    func hasGapTwins(since old: ModelStore) -> Bool {
        series.values.contains { $0 != old.series[$0.id] && hasGapTwins($0) }
    }

    private func hasGapTwins(_ series: ModelSeries) -> Bool {
        guard !series.isDate, let frontier = series.frontier?.slot else { return false }
        var whole = series
        (whole.recurrence.exdates, whole.before) = ([], nil)
        let (first, last) = (series.dtstart.date, frontier.lastProjected(now: now).date)
        return (Self.gapDays[series.zone] ?? []).map { local($0) }.contains { day in
            guard day.date >= first, day.date <= last else { return false }
            let (begin, end) = (local("\(day)T00:00"), local("\(day)T06:00"))
            var labels = Set(series.recurrence.exdates + series.rows.map(\.slot)).filter { $0 >= begin && $0 <= end }
            labels.formUnion(slotSet(whole).slots(after: begin.moved(by: -1), through: end))
            return Set(labels.map { zones.instant(of: $0, in: series.zone) }).count < labels.count
        }
    }
}
