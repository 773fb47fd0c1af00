import Basics

/// How often closures are worth beginning for what they ask, by what became of the answers of those before them.
final class AskingHabits: Sendable {
    /// How many of a kind ask for themselves at most before one is begun again for its questions.
    private static let maxPasses = 64
    /// How often one is begun at most before it is run.
    private static let maxRounds = 4

    private struct Habit {
        /// How often one is begun before it is run.
        var rounds = 1
        /// How many more ask for themselves.
        var passes = 0
        /// How many do after the next answers that were fetched for nothing.
        var next = 1
    }

    private let habits = Locked<[String: Habit]>([:])

    /// How often a closure is to be begun for what it asks before it is run.
    ///
    /// One that goes first reads much, and none waits behind it that could ask with it.
    func rounds(for job: CommitJob) -> Int {
        guard !job.goesFirst, job.term == nil else { return 0 }
        return habits.withLock { habits in
            guard let habit = habits[job.name] else { return 1 }
            guard habit.passes > 0 else { return habit.rounds }
            habits[job.name]?.passes -= 1
            return 0
        }
    }

    /// Notes that a closure, begun once more, asked nothing more.
    func noteVain(_ job: CommitJob, round: Int) {
        habits.withLock { habits in habits[job.name]?.rounds = round }
    }

    /// Notes what became of the answers to the closures of a commit, which were run.
    ///
    /// Those of a kind count as one: the first that makes a tag leaves all behind it to ask for themselves.
    func note(_ jobs: [AskingJob]) {
        let answered = Dictionary(grouping: jobs.filter(\.questions.wereAnswered), by: \.job.name)
        guard !answered.isEmpty else { return }
        habits.withLock { habits in
            for (name, jobs) in answered {
                var habit = habits[name] ?? Habit()
                if jobs.contains(where: \.questions.wereUsed) {
                    habit.next = 1
                    if jobs.contains(where: \.questions.wereTooFew) {
                        habit.rounds = min(habit.rounds + 1, Self.maxRounds)
                    }
                } else {
                    (habit.passes, habit.next) = (habit.next, min(2 * habit.next, Self.maxPasses))
                }
                habits[name] = habit
            }
        }
    }
}
