package import Recurrence

/// A part of a task that an edit can reach, and that one override bit can shield.
package enum Field: String, Hashable, CaseIterable, Sendable {
    /// A field of the content.
    case title, priority, tags, reminders
    /// `start`, `due` and `timeZone`, which share one bit.
    case time
}

/// How urgent a task is.
package enum Priority: Int, Hashable, CaseIterable, Sendable {
    /// A step of urgency.
    case none, low, medium, high, urgent
}

/// A reminder, of a task or of a template.
package struct ModelReminder: Hashable, Sendable {
    /// The time of the task that an offset counts from.
    package enum Anchor: Hashable, Sendable {
        /// One of the two times.
        case start, due
    }

    /// What sets a reminder off.
    package enum Trigger: Hashable, Sendable {
        /// Nominal days, then exact seconds, from a time of the task.
        case offset(CalendarDuration, Anchor)
        /// A local time in the task's zone; on tasks only.
        case at(CivilDateTime)
        /// Local seconds from the slot; in templates only.
        case distance(Int)
    }

    /// What sets it off.
    package var trigger: Trigger

    /// Makes a reminder.
    package init(_ trigger: Trigger) { self.trigger = trigger }

    /// Moves an absolute time of a task.
    func movedAt(by seconds: Int) -> ModelReminder {
        guard case .at(let time) = trigger else { return self }
        return ModelReminder(.at(CivilDateTime(secondsSinceEpoch: time.secondsSinceEpoch + seconds)))
    }

    /// Moves the distance of a template.
    func movedDistance(by seconds: Int) -> ModelReminder {
        guard case .distance(let distance) = trigger else { return self }
        return ModelReminder(.distance(distance + seconds))
    }
}

/// What the occurrences of a series have in common, in the small: enough fields to tell their bits apart.
package struct Content: Hashable, Sendable {
    /// What is to be done.
    package var title: String
    /// How urgent it is.
    package var priority: Priority
    /// Its tags.
    package var tags: [String]
    /// Its reminders.
    package var reminders: [ModelReminder]

    /// Makes a content.
    package init(title: String, priority: Priority = .none, tags: [String] = [], reminders: [ModelReminder] = []) {
        (self.title, self.priority, self.tags, self.reminders) = (title, priority, tags, reminders)
    }

    /// A task's content as a template: absolute times become distances from its slot.
    func template(from slot: CivilTime) -> Content {
        var copy = self
        copy.reminders = reminders.map { reminder in
            guard case .at(let time) = reminder.trigger else { return reminder }
            return ModelReminder(.distance(time.secondsSinceEpoch - slot.localSeconds))
        }
        return copy
    }

    /// A template's content for one occurrence: distances become absolute times.
    func copy(at slot: CivilTime) -> Content {
        var copy = self
        copy.reminders = reminders.map { reminder in
            guard case .distance(let distance) = reminder.trigger else { return reminder }
            return ModelReminder(.at(CivilDateTime(secondsSinceEpoch: slot.localSeconds + distance)))
        }
        return copy
    }

    /// Takes one field from another content.
    mutating func take(_ field: Field, from other: Content) {
        switch field {
        case .title: title = other.title
        case .priority: priority = other.priority
        case .tags: tags = other.tags
        case .reminders: reminders = other.reminders
        case .time: break
        }
    }
}
