import Storage

/// What a closure asks the server before it has written anything, and the answers.
///
/// Closures that share a commit are each begun ahead of the lock of the log's head, as far as their first question, and then
/// put aside. All that they ask goes behind the lock in one round trip, and each is begun again with its answers: to learn
/// what else it asks, where closures of its kind do, and then to be run. So the network between node and server sets how long
/// others wait for the lock once a group, and not once a closure.
///
/// An answer counts only while nothing has been written since that it might depend on; else the closure asks for itself.
final class Questions {
    /// Ends a closure that is begun only for what it asks.
    private struct Asked: Error {}

    /// A statement with its parameters.
    private struct Question: Hashable {
        let statement: Statement
        let parameters: Parameters
    }

    private enum Phase {
        case asking, stopped, running
    }

    private var phase = Phase.running
    private var wanted: [Question] = []
    private var known: [Question: Rows] = [:]
    /// What had been written before the first answers; nil where there are none, or none that still count.
    private var mark: CommitFindings.Mark?
    /// Whether answers were used.
    private(set) var wereUsed = false
    /// Whether the closure asked more that could have been asked with others.
    private(set) var wereTooFew = false

    /// Whether it has asked something that was not answered yet.
    var areOpen: Bool { !wanted.isEmpty }

    /// Whether there were answers.
    var wereAnswered: Bool { !known.isEmpty }

    /// Runs a body that begins the closure, as far as the first question that has no answer.
    func ask(_ body: () throws -> Void) {
        (phase, wanted) = (.asking, [])
        // What comes of it does not count: it is begun again.
        try? body()
        phase = .running
    }

    /// Has the open questions of several closures sent; what more than one asks is asked once.
    ///
    /// - Parameters:
    ///   - all: The questions.
    ///   - flight: What they are sent with.
    /// - Returns: Gives each its answers, by those of the flight and what had been written before it; nil where there is
    ///   nothing to ask.
    static func send(
        _ all: [Questions], with flight: inout Flight
    ) -> ((_ answers: [Rows], _ mark: CommitFindings.Mark) -> Void)? {
        var shared: [Question: Int] = [:]
        var places: [[Int]] = []
        for one in all {
            places.append(
                one.wanted.map { question in
                    if let place = shared[question] { return place }
                    let place = flight.add(question.statement, question.parameters)
                    if !question.statement.hasOwnAnswer { shared[question] = place }
                    return place
                })
        }
        guard places.contains(where: { !$0.isEmpty }) else { return nil }
        return { answers, mark in
            for (one, places) in zip(all, places) where !places.isEmpty {
                for (question, place) in zip(one.wanted, places) { one.known[question] = answers[place] }
                one.mark = one.mark ?? mark
                one.wanted = []
            }
        }
    }

    /// The answers to a flight; nil where it is to be sent.
    ///
    /// - Parameters:
    ///   - flight: The flight, which is not empty.
    ///   - dependsOnNew: Whether it may be about rows that are new.
    ///   - findings: Tells what was written since the answers were fetched.
    /// - Returns: The answers.
    /// - Throws: What ends a closure that is begun only for what it asks.
    func answers(to flight: Flight, dependsOnNew: Bool, _ findings: CommitFindings) throws -> [Rows]? {
        let questions = flight.steps.map { Question(statement: $0.statement, parameters: $0.parameters) }
        let answers = questions.compactMap { known[$0] }
        let isWhole = answers.count == questions.count
        guard phase == .running else {
            if phase == .asking, isWhole { return answers }
            // What is asked behind something that is written is left to the closure.
            if phase == .asking, questions.allSatisfy(\.statement.isQuestion) {
                wanted = questions.filter { known[$0] == nil }
            }
            phase = .stopped
            throw Asked()
        }
        guard let mark else { return nil }
        guard findings.allows(mark, dependsOnNew: dependsOnNew), isWhole else {
            self.mark = nil
            wereTooFew =
                findings.allows(mark, dependsOnNew: dependsOnNew) && questions.allSatisfy(\.statement.isQuestion)
            return nil
        }
        wereUsed = true
        return answers
    }
}

extension Statement {
    /// Whether it only reads, by how statements are written here.
    var isQuestion: Bool {
        sql.hasPrefix("SELECT ") && !sql.hasSuffix(" FOR UPDATE") && !sql.contains("FROM make_event_part(")
    }

    /// Whether each who runs it gets an answer of their own.
    fileprivate var hasOwnAnswer: Bool { sql.contains("nextval(") }
}
