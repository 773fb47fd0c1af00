import ArgumentParser
import Recurrence

/// Values of one option that cannot be meant together, of which otherwise some would be silently ignored.
enum Contradiction {
    /// Refuses the word that clears a list beside what is to be in the list.
    static func check(_ option: String, clearing values: [String]) throws {
        if let reason = reason(option, clearing: values) { throw ValidationError("\(reason).") }
    }

    /// Why that word and what is to be in the list cannot be meant together, without a full stop; nil where they do not meet.
    static func reason(_ option: String, clearing values: [String]) -> String? {
        guard values.contains(TaskFields.nothing), let other = values.first(where: { $0 != TaskFields.nothing }) else {
            return nil
        }
        return "\(option) none and \(option) \(shown(other)) cannot be used together: none clears the whole list"
    }

    /// Refuses two values where only one counts.
    static func check(_ option: String, single values: [String]) throws {
        guard let first = values.first, let other = values.first(where: { $0 != first }) else { return }
        throw ValidationError(
            "\(option) \(shown(first)) and \(option) \(shown(other)) cannot be used together: give one of them.")
    }

    /// Refuses an end that comes before its beginning, between which nothing lies.
    static func check(_ name: String, _ from: UTCInstant?, isBefore end: String, _ until: UTCInstant?) throws {
        guard let from, let until, until < from else { return }
        throw CommandFailure.usage("\(end) is before \(name)", "Exchange them.")
    }

    private static func shown(_ value: String) -> String { String(value.prefix(64)).withoutControls }
}
