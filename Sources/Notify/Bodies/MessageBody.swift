package import Storage

/// What is sent for one event to one hook: it follows from the two alone, so every attempt sends the same bytes.
package struct MessageBody: Hashable, Sendable {
    /// The bytes, as they are sent and signed.
    package var bytes: [UInt8]
    /// The media type, for the header `content-type`.
    package var mediaType: String

    private static let json = "application/json"

    /// Makes the body that a hook asks for.
    ///
    /// - Parameters:
    ///   - event: What is told.
    ///   - hook: Whom it is told.
    /// - Throws: ``NotifyError`` with code `.invalidTemplate` when the hook's template cannot be filled with this event.
    package init(of event: Event, for hook: Hook) throws {
        let shape = hook.shape
        if let preset = shape.preset {
            let form = preset.form
            self.init(bytes: form.body(EventSummary(event), hook.url ?? ""), mediaType: Self.json)
        } else if let template = shape.template {
            let bytes = try EventTemplate(template).fill(with: event, atMost: shape.sizeLimit)
            let mediaType = template.format == .json ? Self.json : "text/plain; charset=utf-8"
            self.init(bytes: bytes, mediaType: mediaType)
        } else {
            self.init(bytes: Self.event(event, shape), mediaType: Self.json)
        }
    }

    private init(bytes: [UInt8], mediaType: String) {
        self.bytes = bytes
        self.mediaType = mediaType
    }

    private static func event(_ event: Event, _ shape: Hook.Shape) -> [UInt8] {
        guard shape.payload == .full else { return event.thinBody(isTruncated: false) }
        let whole = event.body
        return whole.count <= shape.sizeLimit ? whole : event.thinBody(isTruncated: true)
    }
}
