/// A firing to come.
struct UpcomingView: Decodable, Hashable, Sendable {
    var fireAt: String
    var taskId: String
    var title: String
    var timeZone: String
    var projected: Bool
}
