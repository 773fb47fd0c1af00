/// Something that happened.
struct EventView: Decodable, Hashable, Sendable {
    struct Details: Decodable, Hashable, Sendable {
        struct Subject: Decodable, Hashable, Sendable {
            var title: String?
        }

        var task: Subject?
    }

    var seq: Int
    var type: String
    var timestamp: String
    var data: Details?
}
