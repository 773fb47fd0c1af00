/// How the daemon ended that had a store before.
public struct PreviousEnd: Sendable {
    /// Nothing is known of it: it may have been killed, by the system for want of memory too, or the power have failed.
    public static let unknown = PreviousEnd(isCrash: false) {}

    /// Whether it is known that it ended by a fault of its own.
    public let isCrash: Bool
    /// Called when that has been seen to, so that the next end is not taken for this one.
    let forget: @Sendable () -> Void

    /// Tells of an end.
    ///
    /// - Parameters:
    ///   - isCrash: Whether it is known that it ended by a fault of its own.
    ///   - forget: Called when that has been seen to.
    public init(isCrash: Bool, forget: @escaping @Sendable () -> Void) {
        self.isCrash = isCrash
        self.forget = forget
    }
}
