import Recurrence
import TaskdClient

extension TaskView {
    /// What is said of a task that starts after it is due, which is most likely a slip.
    static func startsAfterDue(_ isKorean: Bool) -> String {
        isKorean ? "기한보다 늦게 시작합니다" : "it starts after it is due"
    }

    /// What there is to know of the times of a task that was changed, which its line does not tell.
    ///
    /// - Parameters:
    ///   - times: What puts times into the reader's words.
    ///   - before: The task before the change.
    ///   - fields: What was typed for it.
    /// - Returns: A note for each.
    func timeNotes(_ times: TimeWords, since before: TaskView, by fields: TaskFields) -> [String] {
        let isKorean = times.language == .korean
        var notes: [String] = []
        if isOpen, (start, startAt, due, dueAt) != (before.start, before.startAt, before.due, before.dueAt),
            startsAfterDue
        {
            notes.append(Self.startsAfterDue(isKorean))
        }
        let gone = before.reminders.count(where: \.countsFromDue)
        if before.due != nil, due == nil, gone > 0, !fields.choosesReminders,
            !reminders.contains(where: \.countsFromDue)
        {
            let what = gone == 1 ? "the reminder" : "the \(gone) reminders"
            notes.append(
                isKorean
                    ? "기한에 맞춘 알림도 함께 없어졌습니다"
                    : "\(what) that counted from the due time \(gone == 1 ? "is" : "are") gone with it")
        }
        let moved = fields.choosesZone ? [] : movedAlong(times, since: before, by: fields, isKorean)
        if !moved.isEmpty {
            notes.append(
                isKorean
                    ? "작업의 시간대는 하나라서 \(moved.joined(separator: ", "))도 이제 \(timeZone) 시각입니다"
                    : "a task has one time zone, so that \(moved.joined(separator: " and ")) moved to \(timeZone), too")
        }
        return notes
    }

    private var startsAfterDue: Bool {
        guard let start = start.flatMap({ CivilTime($0) }), let due = due.flatMap({ CivilTime($0) }) else {
            return false
        }
        guard !start.isDate, !due.isDate, let startAt = startAt.flatMap({ UTCInstant($0) }),
            let dueAt = dueAt.flatMap({ UTCInstant($0) })
        else { return start.isAfter(due) }
        return startAt > dueAt
    }

    /// The local times of which nothing was typed and that are other moments, as they are of another zone now.
    private func movedAlong(
        _ times: TimeWords, since before: TaskView, by fields: TaskFields, _ isKorean: Bool
    ) -> [String] {
        guard timeZone != before.timeZone, let zone = times.rules(timeZone), let former = times.rules(before.timeZone)
        else { return [] }
        func moved(_ time: String?, _ earlier: String?, told: (String?, String?) = (nil, nil)) -> Bool {
            guard time == earlier, case .dateTime(let local)? = time.flatMap({ CivilTime($0) }) else { return false }
            return zone.instant(of: local, told: told.0) != former.instant(of: local, told: told.1)
        }
        let reminds = reminders.contains { reminder in
            before.reminders.contains { $0.id == reminder.id && moved(reminder.at, $0.at) }
        }
        return [
            (
                fields.times.start == nil && moved(start, before.start, told: (startAt, before.startAt)), "its start",
                "시작"
            ),
            (fields.times.due == nil && moved(due, before.due, told: (dueAt, before.dueAt)), "its due time", "기한"),
            (reminds, "its reminders at a time", "시각을 정한 알림"),
        ].filter(\.0).map { isKorean ? $0.2 : $0.1 }
    }
}

extension ReminderView {
    fileprivate var countsFromDue: Bool { relativeTo == "due" }
}

extension CivilTime {
    /// Whether it is later than another time of the same zone; a day and a time are not compared.
    func isAfter(_ other: CivilTime) -> Bool {
        isDate == other.isDate && startOfDayOrTime > other.startOfDayOrTime
    }
}
