import Basics
import Storage

extension Event {
    /// The event with nothing in `data` but ids, and where the rest can be read.
    ///
    /// - Parameter isTruncated: Whether the whole event was wanted, but is too large.
    /// - Returns: One JSON object.
    func thinBody(isTruncated: Bool) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("id", id.description)
            json.field("seq", sequence)
            json.field("type", type.rawValue)
            json.field("timestamp", timestamp)
            json.field("data") { json in
                json.object { json in
                    for (name, value) in identifiers { json.field(named: name, value) }
                }
            }
            if isTruncated { json.field("truncated", true) }
            json.field("href", "/v1/events?after=\(sequence - 1)&limit=1")
        }
        return json.bytes
    }

    /// The ids of what the event is about, by name: those that stand in its data, and those of the things in it.
    private var identifiers: [(String, String)] {
        guard let data = try? JSONValue(json: data), case .object(let fields) = data else { return [] }
        let own = fields.fields.filter { $0.name.hasSuffix("Id") }.map { ($0.name, $0.value) }
        let things = fields.fields.compactMap { field in field.value["id"].map { ("\(field.name)Id", $0) } }
        return Dictionary(own + things) { own, _ in own }
            .compactMap { name, value in value.string.map { (name, $0) } }
            .sorted { $0.0 < $1.0 }
    }
}
