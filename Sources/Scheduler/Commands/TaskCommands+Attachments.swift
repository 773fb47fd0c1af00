package import Recurrence
package import Storage

extension TaskCommands {
    /// Adds an attachment to a task; its content was noted before.
    ///
    /// - Throws: ``SchedulerError``: `.notFound`, `.notPossible` where the task has as many as it may, and as the other
    ///   updates do.
    package func attach(
        _ attachment: Attachment, to id: TaskID, scope: EditScope?, in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        try changeAttachments(of: id, scope: scope, in: transaction, now: now) { attachments in
            guard attachments.count < Attachment.Bounds.count else {
                throw SchedulerError(
                    .notPossible,
                    "the task has \(Attachment.Bounds.count) attachments, the most allowed; delete one first")
            }
            guard !attachments.contains(where: { $0.id == attachment.id }) else {
                throw SchedulerError(
                    .conflict, "the task has an attachment \(attachment.id) already; choose another id")
            }
            attachments.append(attachment)
        }
    }

    /// Takes an attachment off a task.
    ///
    /// - Throws: ``SchedulerError`` as the other updates do.
    package func detach(
        _ attachment: AttachmentID, from id: TaskID, scope: EditScope?, in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> TaskItem {
        try changeAttachments(of: id, scope: scope, in: transaction, now: now) { attachments in
            attachments.removeAll { $0.id == attachment }
        }
    }

    private func changeAttachments(
        of id: TaskID, scope: EditScope?, in transaction: any StoreTransaction, now: UTCInstant,
        _ change: (inout [Attachment]) throws -> Void
    ) throws -> TaskItem {
        try update(id, version: nil, scope: scope, in: transaction, now: now) { task in
            try task.checkWhole()
            var draft = TaskDraft(task)
            try change(&draft.attachments)
            var checked = try self.checked(draft, changing: task)
            (checked.named, checked.namesRecurrence) = ([.attachments], false)
            return checked
        }
    }
}
