/// The firings of a task, planned and past.
struct FiringsView: Decodable, Hashable, Sendable {
    struct Planned: Decodable, Hashable, Sendable {
        var scheduledAt: String
        var fireAt: String?
        var projected: Bool
        var reasons: [String]
    }

    struct Past: Decodable, Hashable, Sendable {
        struct Target: Decodable, Hashable, Sendable {
            var hookId: String
            var state: String
            var attempts: [DeliveryView.Attempt]
        }

        var outcome: String
        var scheduledAt: String
        var lateBySeconds: Double
        var lateReason: String?
        var missedCount: Int
        var snoozedFrom: String?
        var snoozedUntil: String?
        var snoozedBy: String?
        var acknowledgedAt: String?
        var acknowledgedBy: String?
        var deliveries: [Target]
    }

    var planned: [Planned]
    var items: [Past]
    var nextCursor: String?
}

/// A time in which reminders do not go off.
struct PauseView: Decodable, Hashable, Sendable {
    var id: String
    var all: Bool?
    var tag: String?
    var seriesId: String?
    var taskId: String?
    var reminderId: String?
    var until: String?
    var missed: String
    var note: String?

    /// Whether it is about what a field and its value name; a recurring task is found by its series.
    func isAbout(_ field: String, _ value: String?, series: String?) -> Bool {
        switch field {
        case "all": all == true
        case "tag": tag == value
        case "reminderId": reminderId == value
        default: taskId == value || (series != nil && seriesId == series)
        }
    }

    /// What it is about, in words.
    var subject: String {
        tag.map { "#\($0)" } ?? taskId.map { "task \($0)" } ?? seriesId.map { "series \($0)" }
            ?? reminderId.map { "reminder \($0)" } ?? "everything"
    }
}
