import LiteralRecurrence
import Recurrence
import Synchronization

/// Remembers what the literal evaluator found, since a model asks it the same again and again.
///
/// What it gives is a function of its arguments, so that it may be shared: no model sees what another asked.
final class RuleMemory: Sendable {
    static let shared = RuleMemory()

    private struct Question: Hashable {
        var pattern: RecurrenceRule
        var start: CivilDateTime
    }

    fileprivate struct Answer {
        var last: CivilDateTime
        var limit: Int
        var members: [CivilDateTime]
    }

    private let answers = Mutex<[Question: Answer]>([:])

    /// Of the first `limit` members of a rule those after `first` and not after `last`, ascending.
    func members(
        of pattern: RecurrenceRule, from start: CivilDateTime, after first: CivilDateTime?,
        through last: CivilDateTime, limit: Int
    ) -> ArraySlice<CivilDateTime> {
        let question = Question(pattern: pattern, start: start)
        let known = answers.withLock { $0[question] }
        if let known, known.last >= last, known.limit >= limit {
            return known.members(after: first, through: last, limit: limit)
        }
        let answer = Self.answer(question, through: Self.roundedUp(last, from: start, pattern), limit: limit)
        answers.withLock { answers in
            if answers.count > 20_000 { answers.removeAll() }
            answers[question] = answer
        }
        return answer.members(after: first, through: last, limit: limit)
    }

    private static func answer(_ question: Question, through last: CivilDateTime, limit: Int) -> Answer {
        let evaluator = LiteralEvaluator(rule: question.pattern, start: question.start)
        return Answer(last: last, limit: limit, members: evaluator.members(limit: limit, last: last))
    }

    /// Looks further ahead than was asked, so that the same is seldom asked again.
    private static func roundedUp(
        _ last: CivilDateTime, from start: CivilDateTime, _ pattern: RecurrenceRule
    ) -> CivilDateTime {
        let days = last.date.daysSinceEpoch - start.date.daysSinceEpoch
        let steps = pattern.frequency < .daily ? [4, 12, 48] : [16, 48, 140, 420, 1_200, 3_700]
        guard let step = steps.first(where: { $0 > days }) else { return last }
        return CivilDateTime(date: start.date.adding(days: step), secondOfDay: 0)
    }
}

extension RuleMemory.Answer {
    fileprivate func members(
        after first: CivilDateTime?, through last: CivilDateTime, limit: Int
    ) -> ArraySlice<CivilDateTime> {
        let (from, end) = (first.map(count(through:)) ?? 0, min(count(through: last), limit))
        return members[min(from, end)..<end]
    }

    /// How many members are not after a local time, found by halving.
    private func count(through last: CivilDateTime) -> Int {
        var (low, high) = (0, members.count)
        while low < high {
            let middle = (low + high) / 2
            if members[middle] <= last { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
