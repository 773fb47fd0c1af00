import ArgumentParser
import Recurrence

/// Asks the person at the terminal; off a terminal, or where nobody is to be asked, it has no answers.
struct Prompts: Sendable {
    /// Whether somebody is there: standard input and standard error are terminals.
    let isInteractive: Bool
    /// Reads a line of what is typed, without its end; nil at the end of the input.
    let readLine: @Sendable () -> String?
    /// Shows a question.
    let show: @Sendable (String) -> Void
    /// The language of what is asked.
    var language = ExplanationLanguage.english

    /// Nobody is asked.
    static let none = Prompts(isInteractive: false, readLine: { nil }, show: { _ in })

    /// The same, with nobody asked where an option says so.
    func asking(unless isSilent: Bool) -> Prompts { isSilent ? .none : self }

    /// A yes or no, for an empty line `standard`; nil where nobody answers.
    func confirm(_ question: Question, standard: Bool = true) -> Bool? {
        guard isInteractive else { return nil }
        while true {
            show("\(question.text(in: language)) [\(standard ? "Y/n" : "y/N")] ")
            guard let line = readLine() else { return nil }
            switch line.trimmingSpaces.lowercased() {
            case "": return standard
            case "y", "yes", "네", "예", "응", "ㅛ": return true
            case "n", "no", "아니요", "아니오", "아니", "ㅜ": return false
            default: show(language == .korean ? "y 또는 n으로 답해 주세요.\n" : "Please answer y or n.\n")
            }
        }
    }

    /// One of several by its number, of which there may be more than are shown; nil where nobody answers, or an empty line.
    func choose(_ question: Question, among choices: [String], areAll: Bool = true) -> Int? {
        guard isInteractive else { return nil }
        for (number, choice) in choices.enumerated() { show("  \(number + 1)  \(choice)\n") }
        if !areAll {
            show(language == .korean ? "  더 있습니다: 단어를 더 적으면 나옵니다\n" : "  and more, which more words would find\n")
        }
        while true {
            show("\(question.text(in: language)) [1-\(choices.count)] ")
            guard let line = readLine()?.trimmingSpaces, !line.isEmpty else { return nil }
            if let number = Int(line), (1...choices.count).contains(number) { return number - 1 }
            show(
                language == .korean
                    ? "1에서 \(choices.count) 사이의 번호로 답하거나, 그만두려면 빈 줄을 입력해 주세요.\n"
                    : "Please give a number from 1 to \(choices.count), or an empty line for none of them.\n")
        }
    }

    /// One of several by its number, or anything else as it is typed; nil where nobody answers, or an empty line.
    func answer(_ question: Question, offering offers: [String]) -> String? {
        guard isInteractive else { return nil }
        for (number, offer) in offers.enumerated() { show("  \(number + 1)  \(offer)\n") }
        guard let typed = ask(question) else { return nil }
        guard let number = Int(typed), offers.indices.contains(number - 1) else { return typed }
        return offers[number - 1]
    }

    /// What is typed; nil where nobody answers, or an empty line.
    func ask(_ question: Question) -> String? {
        guard isInteractive else { return nil }
        show("\(question.text(in: language)) ")
        return readLine().flatMap { $0.trimmingSpaces.isEmpty ? nil : $0.trimmingSpaces }
    }
}

/// What every command that may ask something is given.
struct PromptOptions: ParsableArguments {
    @Flag(name: [.customLong("yes"), .customShort("y")], help: "Answer yes to every question.")
    var yes = false

    @Flag(
        name: .customLong("no-input"),
        help: "Ask nothing, as off a terminal; what only an answer could allow is refused.")
    var isSilent = false
}
