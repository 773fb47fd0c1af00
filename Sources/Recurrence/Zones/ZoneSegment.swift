/// A stretch of time during which one offset from UTC holds, in whole seconds since 1970.
struct ZoneSegment {
    /// The instant with which the offset begins to hold.
    var start: Int
    /// The instant with which it ceases to hold; not part of the segment.
    var end: Int
    /// Seconds east of UTC.
    var offset: Int
    /// The offset of the segment before; the segment's own where there is none before.
    var offsetBefore: Int

    /// The first local time that this segment shows for the first time.
    ///
    /// After a step forward that is its own beginning; after a step back the local times up to the old end
    /// were shown before, and RFC 5545 §3.3.5 takes the first showing.
    @inline(__always)
    var firstLocal: Int { start + max(offset, offsetBefore) }
    /// The local time at which the segment ends, by its own offset.
    @inline(__always)
    var localEnd: Int { end + offset }
    /// How many seconds of local time are skipped at the beginning; 0 where none are.
    @inline(__always)
    var gap: Int { max(offset - offsetBefore, 0) }
}
