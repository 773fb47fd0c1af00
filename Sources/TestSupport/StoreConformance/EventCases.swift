import Storage

extension StoreConformance {
    @CaseListBuilder static var eventCases: [Case] {
        Case("Events get the places 1, 2, 3… in the order in which they are appended") { store in
            try expect(try await store.read { try $0.lastEventSequence() }, is: 0, "the last place at first")
            let first = try await store.append([.fixture(1), .fixture(2)])
            let second = try await store.append([.fixture(3)])
            try expect((first + second).map(\.sequence), is: [1, 2, 3], "the places")
            try expect(try await store.read { try $0.lastEventSequence() }, is: 3, "the last place")
            let read = try await store.read { try $0.events(after: 0, limit: 10) }
            try expect(read, is: first + second, "the events read")
        }
        Case("An event is read as it was appended, to the byte") { store in
            var draft = EventDraft.fixture(1, type: EventType(rawValue: "future.kind"), at: .noon(plus: 5))
            draft.data = Array("{\"title\":\"세금 \\\"x\\\" \\u0001\u{1F4C5}\",\"n\":1.50}".utf8)
            let event = try await store.append([draft])[0]
            let expected = Event(
                sequence: 1,
                id: draft.id,
                type: draft.type,
                timestamp: draft.timestamp,
                data: draft.data
            )
            try expect(event, is: expected, "the event told")
            try expect(try await store.read { try $0.events(after: 0, limit: 1) }, is: [expected], "the event read")
        }
        Case("Events are read behind a place, as many as asked for") { store in
            try await store.append((1...10).map { .fixture($0) })
            let middle = try await store.read { try $0.events(after: 3, limit: 4).map(\.sequence) }
            try expect(middle, is: [4, 5, 6, 7], "the places behind 3")
            let end = try await store.read { try $0.events(after: 10, limit: 4) }
            try expect(end, is: [], "the events behind the last")
        }
        Case("Appending nothing changes nothing") { store in
            try expect(try await store.append([]), is: [], "the events")
            try expect(try await store.read { try $0.lastEventSequence() }, is: 0, "the last place")
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
            let wanted: [Int: [Int64]] = [1: [2, 1], 2: [1], 3: [2], 4: [], 5: [], 6: [2, 1]]
            for (hook, sequences) in wanted {
                let made = try await store.deliveries(of: hook)
                try expect(made.map(\.eventSequence), is: sequences, "the events for hook \(hook)")
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
            try expect(try await store.deliveries(of: 1).map(\.eventSequence), is: [1], "for the one disabled")
            try expect(try await store.deliveries(of: 2).map(\.eventSequence), is: [2], "for the one enabled")
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
