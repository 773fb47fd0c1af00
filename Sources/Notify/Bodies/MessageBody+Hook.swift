package import Storage

extension MessageBody {
    private static let json = "application/json"

    /// Makes the body that a hook asks for: it follows from the event and the hook alone.
    ///
    /// - Parameters:
    ///   - event: What is told.
    ///   - hook: Whom it is told.
    /// - Throws: ``NotifyError`` with code `.invalidTemplate` when the hook's template cannot be filled with this event.
    package init(of event: Event, for hook: Hook) throws {
        let shape = hook.shape
        if let preset = shape.preset {
            self.init(bytes: preset.form.body(EventSummary(event), hook.url ?? ""), mediaType: Self.json)
        } else if let template = shape.template {
            let bytes = try EventTemplate(template).fill(with: event, atMost: shape.sizeLimit)
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
