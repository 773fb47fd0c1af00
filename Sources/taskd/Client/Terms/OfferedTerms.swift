import Basics
import Recurrence
import Storage
import TaskdClient

/// What earlier tasks with a word of a new one's title have and it does not: offered as terms of `taskd edit`, never taken
/// by itself.
struct OfferedTerms {
    /// How many are offered at most.
    private static let most = 3

    /// A term, and of how many tasks it follows.
    struct Term: Hashable, Sendable {
        let text: String
        let reason: String
    }

    private(set) var terms: [Term] = []

    /// - Parameters:
    ///   - suggestions: What the daemon suggests for the title, the surest first.
    ///   - task: The new task, as it was made.
    ///   - zone: In which the suggestions are.
    ///   - language: Of the reasons.
    init(_ suggestions: [SuggestionView], for task: TaskView, in zone: String, _ language: ExplanationLanguage) {
        for suggestion in suggestions where terms.count < Self.most {
            guard let text = Self.text(suggestion, in: suggestions, for: task) else { continue }
            let (count, total, word) = (suggestion.count, suggestion.total, suggestion.word)
            let reason =
                language == .korean ? "\"\(word)\" \(total)개 중 \(count)개" : "\(count) of \(total) with \"\(word)\""
            terms.append(Term(text: text, reason: reason))
            // Without a zone, words are read in that of the task.
            if suggestion.field == "dueWeekday", task.timeZone != zone {
                terms.append(Term(text: "zone:\(zone)", reason: language == .korean ? "시간대" : "the zone of that time"))
            }
        }
    }

    /// The term that gives the task what is suggested; nil where it has that, or another, or where no term says it.
    private static func text(
        _ suggestion: SuggestionView, in all: [SuggestionView], for task: TaskView
    ) -> String? {
        switch (suggestion.field, suggestion.value) {
        case ("tags", .list(let values)):
            guard case .text(let name)? = values.first, !task.tags.contains(where: { $0.isSameTag(as: name) }) else {
                return nil
            }
            return TermArguments.tag("+\(name)").map { _ in "+\(name)".shellQuoted }
        case ("projectId", .text):
            guard task.projectId == nil, let name = suggestion.name else { return nil }
            return "@\(name)".shellQuoted
        case ("priority", .text(let priority)):
            return task.priority == "none" && priority != "none" ? "p:\(priority)" : nil
        case ("dueWeekday", .text(let day)):
            guard task.due == nil else { return nil }
            let time = all.first { $0.field == "dueTime" && $0.word == suggestion.word }.flatMap { suggestion in
                if case .text(let time) = suggestion.value { time } else { nil }
            }
            return "due:\([day, time].compactMap(\.self).joined(separator: " "))".shellQuoted
        case ("reminders", .list(let values)):
            guard task.due != nil, case .object(let members)? = values.first,
                case .text(let offset)? = members["offset"], offset.hasPrefix("-"), members["relativeTo"] == nil,
                !task.reminders.contains(where: { $0.offset == offset })
            else { return nil }
            return "--remind=\(offset)"
        default: return nil
        }
    }

    /// The lines that offer them; none where there is nothing to offer.
    func lines(_ printer: TextFormatter, _ task: TaskView) -> String {
        guard !terms.isEmpty else { return "" }
        let reasons = terms.map { "\($0.text) (\($0.reason))" }.joined(separator: ", ")
        let command = "taskd edit \(HandleColumn([task]).short(task)) \(terms.map(\.text).joined(separator: " "))"
        let (often, take) = printer.language == .korean ? ("자주", "쓰려면") : ("often", "take it")
        return printer.style(.faint, "  \(often): \(reasons)") + "\n" + printer.style(.faint, "  \(take): \(command)")
            + "\n"
    }
}

extension String {
    /// The text as one word of a shell, quoted only where that is needed.
    var shellQuoted: String {
        let isPlain = unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || "+@:._-/".unicodeScalars.contains($0)
        }
        return isPlain ? self : quotedForShell
    }

    /// The text in the quotes in which a shell reads nothing but it.
    var quotedForShell: String { "'\(replacing("'", with: "'\\''"))'" }
}
