import Recurrence
import TaskdClient

extension TaskView {
    /// How late a reminder may go off where the daemon is not set to anything else.
    private static let standardCatchUp = Swift.Duration.seconds(86_400)

    /// What there is to know of the reminders of a task that was made or changed, which its line does not tell.
    ///
    /// - Parameters:
    ///   - times: What puts times into the reader's words.
    ///   - hadDue: Whether the task had a due time before; one that it is given later brings no reminder with it.
    ///   - held: Those that do not go off at their time.
    /// - Returns: A note for each.
    func reminderNotes(_ times: TimeWords, hadDue: Bool = true, _ held: HeldReminders) -> [String] {
        guard isOpen else { return [] }
        let isKorean = times.language == .korean
        if due != nil, !hadDue, reminders.isEmpty {
            return [
                isKorean
                    ? "알림이 없습니다. taskd edit \(shownHandle) remind:0m 으로 줄 수 있습니다"
                    : "it has no reminder; taskd edit \(shownHandle) remind:0m gives it one"
            ]
        }
        let coming = reminders.filter { $0.state == "scheduled" && !held.contains($0.id) }.compactMap {
            $0.nextFireAt.flatMap { UTCInstant($0) }
        }
        guard let late = coming.first(where: { $0 <= times.now }) else { return [] }
        let words = times.moment(late).absolute
        if late.duration(to: times.now) > Self.standardCatchUp {
            return [
                isKorean
                    ? "알림 시각 \(words)이(가) 하루 넘게 지나서, 데몬의 catchUp이 더 길지 않으면 놓친 알림이 됩니다"
                    : """
                    its reminder was for \(words), which is past for so long that it is told as missed, unless the daemon \
                    catches up for longer than a day (catchUp)
                    """
            ]
        }
        return [
            isKorean
                ? "알림 시각 \(words)이(가) 지나서 지금 울립니다" : "its reminder was for \(words), which is past, so it goes off now"
        ]
    }
}
