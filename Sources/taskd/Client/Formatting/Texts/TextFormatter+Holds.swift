import Recurrence
import TaskdClient

extension TextFormatter {
    /// What will hold a firing to come, in a few words; nil where nothing does.
    func hold(of item: UpcomingView) -> String? {
        let until = item.heldUntil.map { until in
            let (now, end) = (UTCInstant(item.fireAt), UTCInstant(until))
            guard let now, let end, isSameDay(now, end) else { return times.moment(until).absolute }
            return clock(end)
        }
        return Self.hold(by: item.heldBy, until: until, language)
    }

    /// The same for programs, with the time in ISO 8601.
    func holdLine(of item: UpcomingView) -> String? {
        let until = item.heldUntil.map(iso)
        return Self.hold(by: item.heldBy, until: until, .english)
    }

    /// That everything is paused.
    func pausedEverything(_ pause: PauseView) -> String {
        let end = pause.until.map { times.moment($0).sentence }
        if language == .korean {
            return end.map { "모든 알림이 \($0)까지 일시 중지됨" } ?? "모든 알림이 다시 시작할 때까지 일시 중지됨"
        }
        return "everything is paused until \(end ?? "it is resumed")"
    }

    private func isSameDay(_ left: UTCInstant, _ right: UTCInstant) -> Bool {
        times.zone.civilDateTime(at: left).date == times.zone.civilDateTime(at: right).date
    }

    private static func hold(by holder: String?, until: String?, _ language: ExplanationLanguage) -> String? {
        let isKorean = language == .korean
        switch holder {
        case nil: return nil
        case "skippingPause": return isKorean ? "건너뜀: 일시 중지" : "skipped: paused"
        case "quietHours":
            let words = isKorean ? "방해 금지 시간" : "quiet hours"
            return until.map { isKorean ? "\($0)까지 보류: \(words)" : "held until \($0): \(words)" } ?? words
        default:
            let words = isKorean ? "일시 중지" : "paused"
            return until.map { isKorean ? "\($0)까지 보류: \(words)" : "held until \($0): \(words)" } ?? words
        }
    }
}

extension UpcomingView {
    /// The instant at which it really goes off, as things stand; nil where nobody knows, or where it will be missed.
    var goesOffAt: String? { heldBy == nil ? fireAt : heldUntil }
}

extension DaemonClient {
    /// The pause of everything that is in force; nil where there is none, or where the token may not know of it.
    func pauseOfEverything() async throws -> PauseView? {
        // It comes before all others.
        let page: ListPage<PauseView> = try await get("pauses", [QueryItem("limit", "1")]).decode()
        return page.items.first { $0.all == true }
    }
}
