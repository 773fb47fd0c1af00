import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var historyCases: [Case] {
        Case("The event of a firing is in the log with its deliveries, and not told again with it") { store in
            let task = try await saveReminding(in: store)
            try await store.save([.webhook(1), .webhook(2)])
            let outcome = fired(task, at: .noon, event: .fixture(7))
            _ = try await store.write { try $0.record([outcome, outcome]) }
            let events = try await store.read { try $0.events(after: 0, limit: 9) }
            try expect(events.map(\.id), is: [EventDraft.fixture(7).id], "the log")
            let firing = try await only(store.read { try $0.firings(of: task.id, before: nil, limit: 9) })
            let deliveries = try await store.read { try $0.deliveries(of: firing) }
            try expect(deliveries.map(\.hook), is: [.numbered(1), .numbered(2)], "the hooks that are owed it")
            try expect(deliveries.map(\.eventNumber), is: [7, 7], "the event that they are owed")
        }
        Case("The firings of a task are told latest first, page by page") { store in
            let task = try await saveReminding(in: store)
            let instants = (0..<5).map { UTCInstant.noon(plus: $0 * 60) }
            _ = try await store.write { try $0.record(instants.map { fired(task, at: $0) }) }
            var (seen, place): ([UTCInstant], Firing?) = ([], nil)
            while true {
                let page = try await store.read { [place] in try $0.firings(of: task.id, before: place, limit: 2) }
                if page.isEmpty { break }
                seen += page.map(\.scheduledAt)
                place = page.last
            }
            try expect(seen, is: instants.reversed(), "the scheduled instants")
            let last = try await store.read { try $0.lastFiring(of: task.reminders[0].id) }
            try expect(last, is: instants[4], "the last firing")
        }
        Case("A reminder has fired for an instant when it went off, or was reported as missed, for it") { store in
            let task = try await saveReminding(in: store)
            let id = task.reminders[0].id
            var missed = fired(task, at: .noon(plus: 60))
            missed.firing?.isMissed = true
            var note = ReminderNote(.missed, of: id, scheduledAt: .noon(plus: 60), at: .noon(plus: 90))
            note.missedCount = 2
            missed.note = note
            let outcomes = [fired(task, at: .noon), missed]
            try expect(try await store.write { try $0.record(outcomes) }, is: [true, true], "the records")
            try expect(try await store.write { try $0.record(outcomes) }, is: [false, false], "the records, again")
            for (seconds, expected) in [(0, true), (60, true), (120, false), (1, false)] {
                let answer = try await store.read { try $0.hasFired(id, scheduledAt: .noon(plus: seconds)) }
                try expect(answer, is: expected, "whether it has fired at noon and \(seconds) s")
            }
            let read = try await store.read { try $0.latestNotes(on: id, about: .noon(plus: 60)) }
            try expect(read, is: [note], "the notes about what was missed")
            let firings = try await store.read { try $0.firings(of: task.id, before: nil, limit: 9) }
            try expect(firings.map(\.isMissed), is: [true, false], "which of them were missed, latest first")
        }
        Case("Why a firing was late or missed is read as it was recorded with it") { store in
            let task = try await saveReminding(in: store)
            let id = task.reminders[0].id
            for (index, (kind, author)) in [(ReminderNote.Kind.late, nil), (.missed, nil), (.late, "Mina")].enumerated()
            {
                var outcome = fired(task, at: .noon(plus: 60 * index))
                let at = UTCInstant.noon(plus: 60 * index)
                outcome.firing = Firing(
                    reminder: id, scheduledAt: at, firedAt: at.advanced(by: .seconds(1)), missedCount: 3)
                outcome.firing?.isMissed = kind == .missed
                var note = ReminderNote(
                    kind, of: id, scheduledAt: .noon(plus: 60 * index), at: .noon(plus: 60 * index + 1))
                (note.reason, note.missedCount, note.author) = ("downtime", 3, author)
                outcome.note = note
                let recorded = try await store.write { [outcome] in try $0.record([outcome, outcome]) }
                try expect(recorded, is: [true, false], "the records")
                let read = try await store.read { try $0.latestNotes(on: id, about: .noon(plus: 60 * index)) }
                try expect(read, is: [note], "the notes about it")
            }
        }
        Case("A note is read as it was written, also by the end of what it put off; one on nothing is passed over") {
            store in
            let task = try await saveReminding(in: store)
            var note = ReminderNote(.snoozed, of: task.reminders[0].id, scheduledAt: .noon, at: .noon(plus: 5))
            (note.until, note.reason, note.author) = (.noon(plus: 900), "later", "Mina")
            let (written, stray) = (note, ReminderNote(.late, of: .numbered(99), scheduledAt: .noon, at: .noon))
            try await store.write { try $0.append([stray, written]) }
            for instant in [UTCInstant.noon, .noon(plus: 900)] {
                let read = try await store.read { try $0.latestNotes(on: written.reminder, about: instant) }
                try expect(read, is: [written], "the notes about \(instant)")
            }
            let others = try await store.read { try $0.latestNotes(on: stray.reminder, about: .noon) }
            try expect(others, is: [], "the notes on a reminder that is not there")
        }
        Case("However many notes there are, the latest of each kind is read") { store in
            let task = try await saveReminding(in: store)
            let id = task.reminders[0].id
            let late = ReminderNote(.late, of: id, scheduledAt: .noon, at: .noon)
            let notes = (1...1_500).map { number in
                var note = ReminderNote(
                    number.isMultiple(of: 2) ? .snoozed : .acknowledged, of: id, scheduledAt: .noon,
                    at: .noon(plus: number))
                if note.kind == .snoozed { note.until = .noon(plus: 9_000) }
                return note
            }
            try await store.write { try $0.append([late] + notes) }
            let read = try await store.read { try $0.latestNotes(on: id, about: .noon) }
            try expect(read, is: [late] + notes.suffix(2), "the latest notes")
            let later = try await store.read { try $0.latestNotes(on: id, about: .noon(plus: 9_000)) }
            try expect(later, is: [notes[1_499]], "the note about the instant that it was put off to")
        }
    }

    private static func saveReminding(in store: any Store) async throws -> TaskItem {
        let task = TaskItem.fixture(1) { $0.reminders = [.fixture(1, firesAt: .noon)] }
        try await store.save([task])
        return task
    }

    private static func fired(_ task: TaskItem, at instant: UTCInstant, event: EventDraft? = nil) -> FiringOutcome {
        var reminder = task.reminders[0]
        (reminder.state, reminder.nextFireAt) = (.fired, nil)
        let firing = Firing(reminder: reminder.id, scheduledAt: instant, firedAt: instant.advanced(by: .seconds(1)))
        return FiringOutcome(reminder: reminder, task: task.id, firing: firing, event: event)
    }

    private static func only(_ firings: [Firing]) throws -> Firing {
        try expect(firings.count, is: 1, "the number of firings")
        return firings[0]
    }
}
