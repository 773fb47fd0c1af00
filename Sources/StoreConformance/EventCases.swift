import Basics
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var eventCases: [Case] {
        Case("Sequences rise from 1 on in the order in which events are appended") { store in
            try expect(try await store.read { try $0.lastEventSequence() }, is: 0, "the last sequence at first")
            let first = try await store.append([.fixture(1), .fixture(2)])
            let second = try await store.append([.fixture(3)])
            let sequences = (first + second).map(\.sequence)
            try expect(zip([0] + sequences, sequences).allSatisfy { $0 < $1 }, "sequences rise: \(sequences)")
            let last = try await store.read { try $0.lastEventSequence() }
            try expect(last, is: second[0].sequence, "the last sequence")
            let read = try await store.read { try $0.events(after: 0, limit: 10) }
            try expect(read, is: first + second, "the events read")
        }
        Case("A follower that goes on after the last event it has seen misses none, while many append") { store in
            let count = 200
            let wakeSignal = WakeSignal()
            store.changes.subscribe(wakeSignal, to: .events)
            let seen = try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...count { group.addTask { try await store.append([.fixture(number)]) } }
                var seen: [Event] = []
                while seen.count < count {
                    let after = seen.last?.sequence ?? 0
                    let events = try await store.read { try $0.events(after: after, limit: 7) }
                    seen += events
                    if events.isEmpty { await wakeSignal.wait() }
                }
                try await group.waitForAll()
                return seen
            }
            try expect(Set(seen.map(\.number)), is: Set(1...count), "the events that were seen")
            let whole = try await store.read { try $0.events(after: 0, limit: count + 1) }
            try expect(seen, is: whole, "the log")
            try expect(zip(seen, seen.dropFirst()).allSatisfy { $0.sequence < $1.sequence }, "sequences rise")
        }
        Case("An event is read as it was appended, to the byte") { store in
            var draft = EventDraft.fixture(1, type: EventType(rawValue: "future.kind"), at: .noon(plus: 5))
            draft.data = Array("{\"title\":\"세금 \\\"x\\\" \\u0001\u{1F4C5}\",\"n\":1.50}".utf8)
            let event = try await store.append([draft])[0]
            let expected = Event(
                sequence: event.sequence,
                id: draft.id,
                type: draft.type,
                timestamp: draft.timestamp,
                data: draft.data
            )
            try expect(event, is: expected, "the event returned")
            try expect(try await store.read { try $0.events(after: 0, limit: 1) }, is: [expected], "the event read")
        }
        Case("Events are read after a sequence, as many as asked for") { store in
            let events = try await store.append((1...10).map { .fixture($0) })
            let middle = try await store.read { try $0.events(after: events[2].sequence, limit: 4).map(\.number) }
            try expect(middle, is: [4, 5, 6, 7], "the events after the third")
            let end = try await store.read { try $0.events(after: events[9].sequence, limit: 4) }
            try expect(end, is: [], "the events after the last")
        }
        Case("Events are read before a sequence, the latest first, as many as asked for") { store in
            let events = try await store.append((1...10).map { .fixture($0) })
            func numbers(before place: Int64, _ limit: Int) async throws -> [Int] {
                try await store.read { reader in
                    var numbers: [Int] = []
                    try reader.eachEvent(before: place, limit: limit) { event in
                        numbers.append(event.number)
                        return true
                    }
                    return numbers
                }
            }
            try expect(try await numbers(before: .max, 3), is: [10, 9, 8], "the latest events")
            try expect(try await numbers(before: events[7].sequence, 4), is: [7, 6, 5, 4], "those before the eighth")
            try expect(try await numbers(before: events[1].sequence, 4), is: [1], "those before the second")
            try expect(try await numbers(before: events[0].sequence, 4), is: [], "those before the first")
            let fitting = try await store.read { reader in
                try reader.events(before: .max, limit: 10, bytes: events[9].data.count + 1).map(\.number)
            }
            try expect(fitting, is: [10, 9], "as many as have so many bytes")
        }
        Case("Appending nothing changes nothing") { store in
            try expect(try await store.append([]), is: [], "the events")
            try expect(try await store.read { try $0.lastEventSequence() }, is: 0, "the last sequence")
        }
        Case("Each event makes one delivery for every enabled hook that wants it, due at once") { store in
            try await store.save([
                .webhook(1), .webhook(2) { $0.events = [EventPattern("task.*")].compactMap(\.self) },
                .webhook(3) { $0.events = [EventPattern("reminder.due")].compactMap(\.self) },
                .webhook(4) { $0.isEnabled = false }, .webhook(5) { $0.events = [] },
                .webhook(6) { $0.events = [.all, EventPattern("task.created")].compactMap(\.self) },
            ])
            try await store.append([
                .fixture(1, type: .taskCreated), .fixture(2, type: .reminderDue, at: .noon(plus: 1)),
            ])
            let wanted: [Int: [Int]] = [1: [2, 1], 2: [1], 3: [2], 4: [], 5: [], 6: [2, 1]]
            for (hook, numbers) in wanted {
                let made = try await store.deliveries(of: hook)
                try expect(made.map(\.eventNumber), is: numbers, "the events for hook \(hook)")
            }
            let delivery = try await store.deliveries(of: 3)[0]
            try expect(delivery.state, is: .pending, "a new delivery's state")
            try expect(delivery.nextAttemptAt, is: .noon(plus: 1), "a new delivery's next attempt")
            try expect(delivery.eventID, is: EventDraft.fixture(2).id, "its event")
            try expect(delivery.eventType, is: .reminderDue, "its event's type")
            try expect(delivery.attempts, is: [], "its attempts")
        }
        Case("A hook that is disabled, enabled or deleted in a transaction is so for what it appends") { store in
            try await store.save([.webhook(1), .webhook(2) { $0.isEnabled = false }, .webhook(3)])
            try await store.write { transaction in
                try transaction.append([.fixture(1)])
                try transaction.save(.webhook(1) { $0.isEnabled = false })
                try transaction.save(.webhook(2))
                try transaction.deleteHook(.numbered(3))
                try transaction.append([.fixture(2)])
            }
            try expect(try await store.deliveries(of: 1).map(\.eventNumber), is: [1], "for the one disabled")
            try expect(try await store.deliveries(of: 2).map(\.eventNumber), is: [2], "for the one enabled")
            try expect(try await store.deliveries(of: 3), is: [], "for the one deleted")
        }
        Case("The events about a task stay when it is deleted") { store in
            try await store.write { transaction in
                try transaction.save(.fixture(1))
                try transaction.append([.fixture(1)])
                try transaction.deleteTask(.numbered(1))
            }
            try expect(try await store.read { try $0.events(after: 0, limit: 9).count }, is: 1, "the number of events")
        }
    }
}

extension Store {
    /// The deliveries of the hook with a number, newest first.
    func deliveries(of hook: Int, state: Delivery.State? = nil) async throws -> [Delivery] {
        try await read { try $0.deliveries(of: .numbered(hook), state: state, before: nil, limit: 1_000) }
    }
}
