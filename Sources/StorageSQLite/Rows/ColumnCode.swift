import Storage

/// A choice that is kept as its place among the cases: the order of the cases is part of the file's format.
protocol ColumnCode: CaseIterable, Equatable {}

extension ColumnCode {
    var code: Int {
        guard let index = Self.allCases.firstIndex(of: self) else { preconditionFailure("a case is among its cases") }
        return Self.allCases.distance(from: Self.allCases.startIndex, to: index)
    }

    init?(code: Int) {
        guard code >= 0, let match = Self.allCases.dropFirst(code).first else { return nil }
        self = match
    }
}

extension TaskStatus: ColumnCode {}
extension TaskPriority: ColumnCode {}
extension Reminder.Base: ColumnCode {}
extension Reminder.State: ColumnCode {}
extension Reminder.Hold.Reason: ColumnCode {}
extension ReminderNote.Kind: ColumnCode {}
extension Pause.Missed: ColumnCode {}
extension Delivery.State: ColumnCode {}
