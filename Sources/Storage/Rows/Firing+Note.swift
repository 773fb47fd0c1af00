extension Firing {
    /// The reason in a note that says nothing else but what the firing says itself; nil where it says more.
    ///
    /// After a downtime every firing is late: its reason then costs no row of its own.
    package func lateReason(from note: ReminderNote) -> String? {
        note.reason.flatMap { note == self.note(why: $0) ? $0 : nil }
    }

    /// The note that says why it was late or missed.
    package func note(why reason: String) -> ReminderNote {
        var note = ReminderNote(isMissed ? .missed : .late, of: reminder, scheduledAt: scheduledAt, at: firedAt)
        note.reason = reason
        note.missedCount = missedCount
        return note
    }
}
