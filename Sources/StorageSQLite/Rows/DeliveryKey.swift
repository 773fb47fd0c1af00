/// The key of a delivery's row: its hook's key, and behind it the place of its event in the log.
enum DeliveryKey {
    /// How many bits the place of the event has: enough for a million events a second for half a year, and for half a
    /// million hooks.
    static let sequenceBits: Int64 = 44
    static let maxSequence: Int64 = 1 << sequenceBits - 1

    static func key(hook: Int64, sequence: Int64) -> Int64 {
        hook << sequenceBits | sequence
    }

    /// The keys of a hook's deliveries.
    static func keys(ofHook hook: Int64) -> Range<Int64> {
        key(hook: hook, sequence: 0)..<key(hook: hook + 1, sequence: 0)
    }
}
