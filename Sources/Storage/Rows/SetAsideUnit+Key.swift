extension SetAsideUnit {
    package init?(kind: String, subject: String, task: TaskID?) {
        switch Kind(rawValue: kind) {
        case .task:
            guard let task = task ?? TaskID(subject) else { return nil }
            self = .task(task)
        case .series:
            guard let task = task ?? TaskID(subject) else { return nil }
            self = .series(of: task)
        case .reminder:
            guard let id = ReminderID(subject), let task else { return nil }
            self = .reminder(id, of: task)
        case .pause:
            guard let id = PauseID(subject) else { return nil }
            self = .pause(id)
        case .zone: self = .zone(subject)
        case nil: return nil
        }
    }
}
