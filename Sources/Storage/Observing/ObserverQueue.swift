import Basics

/// Which of a store's observers may read: each after a commit that concerns it, in the order in which they were woken,
/// a few at a time.
///
/// A commit touches only observers that have seen all there was, and wakes no more of them than may read. One that is
/// reading, queued or busy with its last value costs the commit nothing, and what is committed until its turn comes is
/// one read. So neither the writer nor other readers wait for observers, however many there are.
struct ObserverQueue {
    /// How many read at the same time: one that takes long does not hold up all others, and connections are left for
    /// everybody else.
    static let turns = 2

    private enum Place { case away, idle, queued(ticket: Int), reading }

    private struct Member {
        let signal: WakeSignal
        let interest: StoreChanges
        var place = Place.away
        /// How many commits there were when it last began to read; nil before it has.
        var commitsSeen: Int?
    }

    /// Those that wait for the same changes.
    private struct Group {
        var members = 0
        /// The commits that have changed any of it.
        var commits = 0
        var idle: Set<ObjectIdentifier> = []
    }

    private var members: [ObjectIdentifier: Member] = [:]
    private var groups: [StoreChanges: Group] = [:]
    private var queued: [Int: ObjectIdentifier] = [:]
    private var tickets = 0..<0
    private var readingCount = 0

    /// Whether nobody observes, and nothing is kept of those who did.
    var isEmpty: Bool { members.isEmpty && groups.isEmpty && queued.isEmpty && readingCount == 0 }

    /// Takes in an observer, which has seen nothing yet.
    mutating func join(_ signal: WakeSignal, interest: StoreChanges) {
        members[ObjectIdentifier(signal)] = Member(signal: signal, interest: interest)
        groups[interest, default: Group()].members += 1
    }

    /// Asks for an observer's turn, which comes once there is something that it has not seen.
    mutating func ask(_ signal: WakeSignal) {
        let id = ObjectIdentifier(signal)
        guard let member = members[id], case .away = member.place else {
            preconditionFailure("an observer asks for one turn at a time")
        }
        if member.commitsSeen == groups[member.interest]?.commits {
            members[id]?.place = .idle
            groups[member.interest]?.idle.insert(id)
        } else {
            enqueue(id)
        }
    }

    /// Takes note of a commit.
    mutating func note(_ changes: StoreChanges) {
        for interest in groups.keys where !interest.isDisjoint(with: changes) {
            guard let woken = groups[interest]?.idle else { continue }
            groups[interest]?.idle = []
            groups[interest]?.commits += 1
            for id in woken { enqueue(id) }
        }
    }

    /// Gives out the turns that are free.
    ///
    /// - Returns: The signals of those whose turn it is.
    mutating func takeTurns() -> [WakeSignal] {
        var signals: [WakeSignal] = []
        while readingCount < Self.turns, let ticket = tickets.popFirst() {
            // The place of one that has left is empty.
            guard let id = queued.removeValue(forKey: ticket), var member = members[id] else { continue }
            member.place = .reading
            member.commitsSeen = groups[member.interest]?.commits
            members[id] = member
            readingCount += 1
            signals.append(member.signal)
        }
        return signals
    }

    /// Ends an observer's turn.
    mutating func endTurn(_ signal: WakeSignal) {
        members[ObjectIdentifier(signal)]?.place = .away
        readingCount -= 1
    }

    /// Forgets an observer, wherever it is.
    mutating func leave(_ signal: WakeSignal) {
        let id = ObjectIdentifier(signal)
        guard let member = members.removeValue(forKey: id) else { return }
        switch member.place {
        case .away: break
        case .idle: groups[member.interest]?.idle.remove(id)
        case .queued(let ticket): queued[ticket] = nil
        case .reading: readingCount -= 1
        }
        groups[member.interest]?.members -= 1
        if groups[member.interest]?.members == 0 { groups[member.interest] = nil }
    }

    private mutating func enqueue(_ id: ObjectIdentifier) {
        members[id]?.place = .queued(ticket: tickets.upperBound)
        queued[tickets.upperBound] = id
        tickets = tickets.lowerBound..<(tickets.upperBound + 1)
    }
}
