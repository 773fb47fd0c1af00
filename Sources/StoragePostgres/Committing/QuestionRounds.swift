/// A closure with what it asks, and how often it is begun for that.
struct AskingJob {
    let job: CommitJob
    let rounds: Int
    let questions = Questions()

    func begin(on connection: PostgresConnection) {
        questions.ask {
            _ = try job.run(connection, CommitFindings(), CommitJob.Turn(flight: Flight(), questions: questions))
        }
    }
}

/// Begins the closures of a commit for what they ask, and fetches the answers of all together.
struct QuestionRounds: Sendable {
    let habits = AskingHabits()

    /// Begins closures, to learn what they ask first.
    func begin(_ jobs: [CommitJob], on connection: PostgresConnection) -> [AskingJob] {
        jobs.map { job in
            let asking = AskingJob(job: job, rounds: habits.rounds(for: job))
            if asking.rounds > 0 { asking.begin(on: connection) }
            return asking
        }
    }

    /// Begins closures that have answers again, to learn what else they ask, as long as several do.
    ///
    /// - Throws: ``PostgresError``
    func goOn(
        with jobs: [AskingJob], _ findings: CommitFindings, on connection: PostgresConnection
    ) throws {
        var (round, left) = (1, jobs.filter(\.questions.wereAnswered))
        while case let asking = left.filter({ $0.rounds > round }), asking.count > 1 {
            round += 1
            for asking in asking {
                asking.begin(on: connection)
                if !asking.questions.areOpen { habits.noteVain(asking.job, round: round - 1) }
            }
            left = asking.filter(\.questions.areOpen)
            var nothing = Flight()
            try fetch(left.map(\.questions), behind: &nothing, findings, on: connection)
        }
    }

    /// Fetches the answers for closures behind what is left to be sent.
    ///
    /// - Throws: ``PostgresError``
    func fetch(
        _ questions: [Questions], behind flight: inout Flight, _ findings: CommitFindings,
        on connection: PostgresConnection
    ) throws {
        var whole = flight
        guard let give = Questions.send(questions, with: &whole) else { return }
        flight = Flight()
        give(try connection.run(whole, within: PostgresTransaction.patience), findings.mark)
    }
}
