/// What is sent for one event to one hook.
public struct MessageBody: Hashable, Sendable {
    /// The bytes, as they are sent and signed.
    public var bytes: [UInt8]
    /// The media type, for the header `content-type`.
    public var mediaType: String

    /// Makes a body from its parts.
    public init(bytes: [UInt8], mediaType: String) {
        self.bytes = bytes
        self.mediaType = mediaType
    }
}

/// How far it is settled what the attempts at a delivery send: they all send the same bytes.
public enum DeliveryBody: Hashable, Sendable {
    /// Nothing was sent yet, and the hook decides.
    case open
    /// The whole event, which lies frozen in the log.
    case wholeEvent
    /// What was made for the first attempt.
    case kept(MessageBody)
}

extension Hook {
    /// Whether it is plain without making a message of an event that the message is the whole event.
    package func plainlySendsWhole(_ event: Event) -> Bool {
        if kind == .stdout { return true }
        return shape.payload == .full && shape.template == nil && shape.preset == nil
            && event.data.count + Event.maxFrame <= shape.sizeLimit
    }
}
