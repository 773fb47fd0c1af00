import Basics
package import Storage

extension MessageBody {
    private static let json = "application/json"

    /// Makes the body that a hook asks for: it follows from the event and the hook alone.
    ///
    /// - Parameters:
    ///   - event: What is sent.
    ///   - hook: Where it is sent.
    /// - Throws: ``NotifyError`` with code `.invalidTemplate` when the hook's message template cannot be filled with this event.
    package init(of event: Event, for hook: Hook) throws {
        let shape = hook.shape
        if let preset = shape.preset {
            self.init(bytes: preset.form.body(EventSummary(event), hook.url ?? ""), mediaType: Self.json)
        } else if let template = shape.template {
            let bytes = try MessageTemplate(template).fill(with: event, atMost: shape.sizeLimit)
            let mediaType = template.format == .json ? Self.json : "text/plain; charset=utf-8"
            self.init(bytes: bytes, mediaType: mediaType)
        } else {
            self.init(bytes: Self.event(event, shape), mediaType: Self.json)
        }
    }

    /// Makes the body of a message: what an earlier attempt sent, or else what its hook asks for.
    ///
    /// - Throws: ``NotifyError`` with code `.invalidTemplate`.
    init(of message: OutgoingMessage) throws {
        switch message.body {
        case .open: try self.init(of: message.event, for: message.hook)
        case .wholeEvent: self.init(bytes: message.event.body, mediaType: Self.json)
        case .kept(let body): self = body
        }
    }

    private static func event(_ event: Event, _ shape: Hook.Shape) -> [UInt8] {
        guard shape.payload == .full else { return event.thinBody(isTruncated: false) }
        let whole = event.body
        return whole.count <= shape.sizeLimit ? whole : event.thinBody(isTruncated: true)
    }
}

extension Event {
    /// The event with nothing in `data` but ids, and where the rest can be read.
    ///
    /// - Parameter isTruncated: Whether the whole event was wanted, but is too large.
    /// - Returns: One JSON object.
    func thinBody(isTruncated: Bool) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            write(headTo: &json)
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
