import Recurrence
import Storage

/// When one reminder goes off on the slots of its series, in time order.
///
/// The slots are not walked to where it begins. A firing is the zone's instant of slot + shift, and then an exact time:
/// so the local times whose instants are not before `from` − exact are asked of the zone, `shift` is taken from them,
/// and the first slot there is one question. The zone keeps the order of local times but over a gap, whose local times
/// are read with the offset before it and fall among those behind it: of these there are two stretches then, and two
/// positions go side by side, as `RuleStream` of Recurrence does it for starts. No other slot can lie on the wrong side
/// of `from`, since outside a gap a later local time never has an earlier instant.
struct SlotFirings {
    /// One firing.
    struct Firing {
        let slot: CivilTime
        let fireAt: UTCInstant
    }

    private let slots: SeriesSlots
    private let shape: OccurrenceShape
    private let trigger: SlotTrigger
    /// Which of two slots at one instant comes first.
    private let precedes: (CivilTime, CivilTime) -> Bool
    private var main: Head
    /// The slots whose local times the clocks jump over.
    private var gap: Head?

    /// A position: the first slot behind a local time, looked for when it is asked for.
    private struct Head {
        var after: Int
        var before = Int.max
        var found: CivilTime??

        mutating func pass(_ slot: CivilTime) {
            after = slot.localSeconds
            found = nil
        }
    }

    /// The firings that are not before `instant`.
    init(
        _ slots: SeriesSlots, _ shape: OccurrenceShape, _ trigger: SlotTrigger, from instant: UTCInstant,
        precedes: @escaping (CivilTime, CivilTime) -> Bool = { $0 < $1 }
    ) {
        (self.slots, self.shape, self.trigger, self.precedes) = (slots, shape, trigger, precedes)
        // What lies beyond the range by more than any offset of a reminder is all the same.
        let second = min(max(instant, TimeRange.earliest), TimeRange.latest.advanced(by: .milliseconds(1)))
        let (first, gap) = slots.zone.localTimes(from: second.advanced(by: .seconds(-trigger.exact)))
        main = Head(after: first - trigger.shift - 1)
        self.gap = gap.map { Head(after: $0.lowerBound - trigger.shift - 1, before: $0.upperBound - trigger.shift) }
    }

    /// The next firing; nil where there is none left.
    mutating func next() -> Firing? {
        while true {
            let (inGap, onMain) = (gap.flatMap { _ in slotInGap() }, slot(of: &main))
            if inGap == nil, let slot = onMain, let end = slots.zone.endOfGap(at: trigger.local(at: slot)) {
                enterGap(at: slot, end: end)
                continue
            }
            let isInGap = precedesMain(inGap, onMain)
            guard let slot = isInGap ? inGap : onMain else { return nil }
            if isInGap { gap?.pass(slot) } else { main.pass(slot) }
            // Where one lies beyond the range, so do all that follow.
            guard shape.exists(at: slot), let fireAt = trigger.instant(at: slot, in: slots.zone) else { return nil }
            return Firing(slot: slot, fireAt: fireAt)
        }
    }

    private func precedesMain(_ inGap: CivilTime?, _ onMain: CivilTime?) -> Bool {
        guard let inGap, let onMain else { return inGap != nil }
        let zone = slots.zone
        let instants = [inGap, onMain].map { zone.instant(of: CivilDateTime(secondsSinceEpoch: trigger.local(at: $0))) }
        return instants[0] == instants[1] ? precedes(inGap, onMain) : instants[0] < instants[1]
    }

    private mutating func enterGap(at slot: CivilTime, end: Int) {
        gap = Head(after: slot.localSeconds - 1, before: end - trigger.shift, found: .some(slot))
        main = Head(after: end - trigger.shift - 1)
    }

    private mutating func slotInGap() -> CivilTime? {
        guard var head = gap, let slot = slot(of: &head), slot.localSeconds < head.before else {
            gap = nil
            return nil
        }
        gap = head
        return slot
    }

    private func slot(of head: inout Head) -> CivilTime? {
        if let found = head.found { return found }
        let slot = slots.first(after: head.after)
        head.found = .some(slot)
        return slot
    }
}
