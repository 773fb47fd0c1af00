// Answers each line of rules on standard input with its first occurrences; the lines are those of Peers/README.md.
// usage: peers-expander LIMIT             by Recurrence
//        peers-expander LIMIT --literal   by the slow evaluator of the tests, as far as it can look

let arguments = CommandLine.arguments
guard arguments.count >= 2, let limit = Int(arguments[1]), limit > 0 else {
    preconditionFailure("usage: peers-expander LIMIT [--literal]")
}

let isLiteral = arguments.dropFirst(2).contains("--literal")
let zones = ZoneDirectory()
while let line = readLine() {
    guard let question = Question(line) else { preconditionFailure("a line has four fields: \(line)") }
    let begin = ContinuousClock.now
    let answer = isLiteral ? question.literalAnswer(limit: limit, zones: zones) : question.answer(limit, zones)
    // No rule may keep its reader waiting; a whole second allows for a machine that is busy with other things.
    let isSlow = !isLiteral && ContinuousClock.now - begin > .seconds(1)
    print(isSlow ? "\(question.id)\terror\tslower than a second" : answer)
}
