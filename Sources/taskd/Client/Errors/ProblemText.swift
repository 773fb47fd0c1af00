import Basics
import Filters
import Recurrence
import TaskdClient

/// What a person is told of a problem that the daemon has with a request: what is wrong in the words that were typed, and
/// how to mend it.
struct ProblemText: Hashable, Sendable {
    let what: String
    let how: String?

    /// Words the daemon's problem for whoever typed the command.
    ///
    /// - Parameters:
    ///   - problem: The problem.
    ///   - typed: What was typed.
    ///   - operands: What people call the tasks of a batch, in its order.
    init(_ problem: DaemonProblem, _ typed: TypedArguments, _ operands: [String] = []) {
        let faults = Self.essential(problem.faults)
        if let text = Self.ofTakenDue(faults, typed) {
            self = text
            return
        }
        if let fault = faults.first, faults.count == 1 {
            let text = Self.text(of: fault, typed, operands)
            self = ProblemText(text.what + (operands.isEmpty ? "" : "; nothing was done"), text.how)
        } else if faults.count > 1 {
            let texts = faults.map { Self.text(of: $0, typed, operands) }
            // Where each has a hint of its own it stands with it.
            let isShared = Set(texts.compactMap(\.how)).count < 2
            what =
                (["\(faults.count) problems\(operands.isEmpty ? "" : ", and nothing was done"):"]
                + texts.flatMap { ["  \($0.what)"] + (isShared ? [] : [$0.how].compactMap(\.self).map { "    \($0)" }) })
                .joined(separator: "\n")
            how = isShared ? texts.compactMap(\.how).first : nil
        } else {
            let (first, rest) = Self.halves(ProblemWording.plain(problem.detail))
            (what, how) = (first, rest ?? ProblemWording.how(of: problem.detail))
        }
    }

    private init(_ what: String, _ how: String?) {
        (self.what, self.how) = (what, how)
    }

    /// The text for a due time that cannot be taken away from what counts from it; nil for other faults.
    private static func ofTakenDue(_ faults: [DaemonProblem.Fault], _ typed: TypedArguments) -> ProblemText? {
        let reminds = faults.contains { $0.detail.contains("counts from due") }
        let repeats = faults.contains { $0.detail.hasPrefix("needs a due") }
        let isOption = typed.values(of: "--due") == [TaskFields.nothing]
        guard isOption || faults.count > 1, reminds || repeats,
            faults.allSatisfy({ $0.detail.contains("counts from due") || $0.detail.hasPrefix("needs a due") })
        else { return nil }
        let parts =
            (repeats ? [("repeats", "the rule", "repeat")] : [])
            + (reminds ? [("reminds", "the reminders", "remind")] : [])
        let terms = parts.map { isOption ? "--\($0.2) none" : "\($0.2):none" }
        return ProblemText(
            "what \(parts.map(\.0).joined(separator: " and ")) needs its due time",
            "Take \(parts.map(\.1).joined(separator: " and ")) away, too: \(terms.joined(separator: " ")).")
    }

    /// The faults without those that follow from another one.
    private static func essential(_ faults: [DaemonProblem.Fault]) -> [DaemonProblem.Fault] {
        let lacksRule = faults.contains { $0.detail.hasPrefix("must have at least one rule") }
        return faults.filter { !lacksRule || !$0.detail.hasPrefix("needs a due or start to count from") }
    }

    private static func text(
        of fault: DaemonProblem.Fault, _ typed: TypedArguments, _ operands: [String]
    ) -> ProblemText {
        text(fault.detail, at: fault.pointer, typed, operands)
    }

    private static func text(
        _ detail: String, at pointer: String, _ typed: TypedArguments, _ operands: [String] = []
    ) -> ProblemText {
        var (place, pointer) = ("", pointer)
        // One of several that were sent together.
        if let match = pointer.firstMatch(of: /^\/operations\/(\d+)(?:\/(?:task|changes))?/) {
            let index = Int(match.output.1) ?? 0
            place = operands.indices.contains(index) ? "\(operands[index]): " : "task \(index + 1): "
            pointer = String(pointer[match.range.upperBound...])
        } else if pointer.hasPrefix("/changes/") {
            pointer.removeFirst("/changes".count)
        }
        if pointer == "?filter" || pointer == "/filter", let text = FilterText.of(typed.values(of: "--where")) {
            return ProblemText(place + text.what, text.how)
        }
        if let text = ofRespawn(detail, typed) { return ProblemText(place + text.what, text.how) }
        let name = FieldName(pointer, typed)
        if let text = ofMissingTime(detail, name, typed) { return ProblemText(place + text.what, text.how) }
        // A series has its own first time.
        if detail.hasPrefix("must have at least one rule"), typed.command.first == "series" {
            return ProblemText("\(place)\(name.name) is for a series that goes on", "Give --repeat, too.")
        }
        let pattern = pointer.split(separator: "/").map { Int($0) == nil ? "/\($0)" : "/*" }.joined()
        if let wording = ProblemWording.of(detail, at: pointer.hasPrefix("?") ? pointer : pattern) {
            let meant = detail.firstMatch(of: /did you mean ([^?]+)\?/).map { "Did you mean \($0.output.1)?" }
            return ProblemText(place + filled(wording.what, name), meant ?? filled(wording.how, name))
        }
        let (what, how) = halves(ProblemWording.plain(detail))
        let remedy = how ?? ProblemWording.remedy(at: pattern) ?? "Run \(typed.help) for what it takes."
        return ProblemText(place + sentence(what.trimmingSpaces, of: name), remedy)
    }

    /// The text for a task that is to come at its own time and to be counted from its completion; nil for other faults.
    private static func ofRespawn(_ detail: String, _ typed: TypedArguments) -> ProblemText? {
        guard detail.hasPrefix("must be due when respawn is schedule") else { return nil }
        let (respawn, anchor) = ("--respawn schedule", "--anchor completion")
        switch (typed.has("--respawn"), typed.has("--anchor")) {
        case (true, false) where !typed.has("--repeat"):
            return ProblemText("\(respawn) cannot go with \(anchor), which this task has", "Give --anchor due, too.")
        case (false, true):
            return ProblemText(
                "\(anchor) cannot go with \(respawn), which this task has", "Give --respawn completion, too.")
        case (true, false):
            return ProblemText(
                "\(respawn) cannot go with a rule that counts from completion", "Leave one of them away.")
        default: return ProblemText("\(respawn) and \(anchor) cannot be used together", "Leave one of them away.")
        }
    }

    /// The text for a rule that counts hours or less from a day without a time; nil for other faults.
    private static func ofMissingTime(
        _ detail: String, _ name: FieldName, _ typed: TypedArguments
    ) -> ProblemText? {
        guard detail.hasPrefix("FREQ: "), detail.contains("needs a start with a time of day") else { return nil }
        let what = "\(name.given) needs a time of day to count from"
        func text(_ said: String?, _ day: String?, _ example: (String) -> String) -> ProblemText {
            let words =
                "a time of day, such as \(example(day.flatMap { CivilTime($0) }?.date.description ?? "2026-12-01"))."
            return said.map { ProblemText("\(what), and \($0) has none", "Give it \(words)") }
                ?? ProblemText(what, "Give \(words)")
        }
        for option in ["--due", "--start", "--dtstart"] where typed.has(option) {
            let isSeries = option == "--dtstart"
            return text(option, typed.values(of: option).last) {
                "\(option) \(isSeries ? "\($0)T09:00" : "'\($0) 09:00'")"
            }
        }
        if let term = typed.term(["due", "start"]), let key = term.split(separator: ":").first {
            return text(term.shown, String(term.dropFirst(key.count + 1))) { "'\(key):\($0) 09:00'" }
        }
        return typed.command.first == "series"
            ? text(nil, nil) { "--dtstart \($0)T09:00" } : text(nil, nil) { "--due '\($0) 09:00'" }
    }

    /// What is wrong, with the name in front: as its subject, where the words lack one.
    private static func sentence(_ detail: String, of name: FieldName) -> String {
        if let match = detail.firstMatch(of: /^([A-Z]{2,}):(?= (?:must|cannot|is) )/) {
            return "\(name.given): \(match.output.1)\(detail[match.range.upperBound...])"
        }
        if name.name.isEmpty { return detail }
        let isNamed = name.value.map { detail.contains("\"\($0)\"") || detail.contains("'\($0)'") } ?? true
        guard lacksSubject(detail) else {
            return "\(isNamed ? name.name : name.given): \(detail)"
        }
        guard detail.hasPrefix("must be "), !detail.contains(", not "), !isNamed, let value = name.value else {
            return "\(name.name) \(detail)"
        }
        return "\(name.name) \(detail), not \(value.quotedUnlessNumber)"
    }

    /// Whether words say what a field is or does, without naming it.
    private static func lacksSubject(_ detail: String) -> Bool {
        let verb = String(detail.prefix { $0 != " " })
        return ["must", "is", "has", "needs", "cannot", "counts", "does", "moves", "belongs"].contains(verb)
    }

    /// What is wrong with a field of something that was not typed, with dots in its name.
    static func sentence(_ detail: String, ofField pointer: String) -> String {
        let name = pointer.split(separator: "/").joined(separator: ".")
        return name.isEmpty ? detail : lacksSubject(detail) ? "\(name) \(detail)" : "\(name): \(detail)"
    }

    /// The same of one of many tasks that were to be changed: `/changes/due: must be …`.
    static func ofChange(_ text: String, _ typed: TypedArguments) -> String {
        guard let match = text.wholeMatch(of: /(?:(\d+) problems; the first is )?\/changes(\/[^: ]+)?: (.*)/) else {
            return text
        }
        let first = Self.text(String(match.output.3), at: String(match.output.2 ?? ""), typed).what
        let others = match.output.1.flatMap { Int($0) }.map { $0 - 1 } ?? 0
        return others > 0 ? "\(first) (and \(others.counted("more problem")))" : first
    }

    private static func filled(_ text: String, _ name: FieldName) -> String {
        text.replacing("{given}", with: name.given).replacing("{name}", with: name.name)
            .replacing("{value}", with: name.value.map { "\"\($0.shown)\"" } ?? "of this name")
    }

    /// What is wrong, and behind a semicolon how to mend it, which becomes a sentence of its own.
    static func halves(_ detail: String) -> (what: String, how: String?) {
        guard let range = detail.firstRange(of: "; ") else { return (detail.withoutControls, nil) }
        let rest = detail[range.upperBound...]
        return (String(detail[..<range.lowerBound]).withoutControls, String(rest).asSentence.withoutControls)
    }
}

extension String {
    /// The text between quotation marks, a number as it is.
    var quotedUnlessNumber: String { Double(self) == nil ? "\"\(shown)\"" : self }

    /// The text with a capital in front, where it begins with a plain word, and a full stop behind.
    var asSentence: String {
        guard let first else { return self }
        let word = prefix { $0 != " " }
        let isName = word.contains { !$0.isLetter } || word == "taskd"
        let end = last.map { ".?!".contains($0) } == true ? "" : "."
        return (isName ? String(first) : first.uppercased()) + dropFirst() + end
    }
}

/// A filter that cannot be read, with a mark under the place.
enum FilterText {
    /// What is wrong with what was typed for `--where`; nil where nothing is, by itself.
    static func of(_ typed: [String]) -> (what: String, how: String)? {
        guard let text = typed.last else { return nil }
        guard !text.trimmingSpaces.isEmpty else {
            return ("--where is empty", "Write it like 'tag:home and due < today'.")
        }
        do throws(FilterError) {
            _ = try TaskFilter(text)
            return nil
        } catch {
            let (what, how) = ProblemText.halves(error.reason)
            let range = error.range
            let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && text.utf8.count <= 200
            let mark =
                String(repeating: " ", count: range.lowerBound) + String(repeating: "^", count: max(range.count, 1))
            let place = isPlain ? "\n  \(text)\n  \(mark)" : ""
            let meant = error.suggestion.map { suggestion in
                let isSign = !suggestion.contains { $0.isLetter || $0.isNumber }
                return isSign ? "Write \"\(suggestion)\" there." : "Did you mean \(suggestion)?"
            }
            return ("--where: \(what)\(place)", meant ?? how ?? "taskd help filters tells how filters are written.")
        }
    }
}

extension CommandFailure {
    /// The same in the words of what was typed.
    func worded(for typed: TypedArguments) -> CommandFailure {
        guard let refusal else {
            let advice = isOfOutput ? UnwrittenOutput.advice(after: typed) : suggestion
            return CommandFailure(
                message: typed.naming(message), suggestion: advice.map(typed.naming), exitStatus: exitStatus)
        }
        guard refusal.status != 401 else { return self }
        let text = ProblemText(refusal, typed, operands)
        let what = names.reduce(text.what) { $0.replacing($1.key, with: $1.value.withoutControls) }
        var failure = CommandFailure(
            message: ([what] + refusal.candidates).joined(separator: "\n"), suggestion: betterWay ?? text.how,
            exitStatus: exitStatus)
        (failure.refusal, failure.document) = (refusal, document)
        return failure
    }
}

extension CommandFailure {
    /// A refusal by the daemon: what was typed is wrong by itself, or what was asked for is not done.
    ///
    /// - Parameters:
    ///   - problem: What the daemon says.
    ///   - message: The same in words; nil for those of the problem.
    /// - Returns: The failure, which has the problem.
    static func refused(_ problem: DaemonProblem, _ message: String? = nil) -> CommandFailure {
        let message = message ?? problem.description
        var failure = problem.isOfWhatWasTyped ? usage(message) : failed(message)
        failure.refusal = problem
        return failure
    }

    /// A refusal of what was to be done with several tasks at once, which it calls by their titles.
    init(_ problem: DaemonProblem, of tasks: [TaskView]) {
        self = .refused(problem)
        operands = tasks.map { "\"\($0.title.withoutControls)\" (\($0.shownHandle))" }
    }

    /// A refusal of tasks that were typed as a list in JSON, in whose places it tells what is wrong.
    init(ofTypedTasks problem: DaemonProblem) {
        self = .refused(problem)
        guard let bytes = problem.document, case .object(let members)? = try? JSONValue(json: bytes) else { return }
        let faults = problem.faults.map { fault -> (pointer: String, words: String, detail: String) in
            guard let match = fault.pointer.wholeMatch(of: /\/operations\/(\d+)\/task(.*)/) else {
                return (fault.pointer, "\(fault.pointer): \(fault.detail)", fault.detail)
            }
            let (number, field) = (Int(match.output.1) ?? 0, String(match.output.2))
            let words = "task \(number + 1): \(ProblemText.sentence(fault.detail, ofField: field))"
            return ("/\(number)\(field)", words, fault.detail)
        }
        guard !faults.isEmpty else { return }
        let errors = faults.map { fault in
            JSONValue.object(JSONObject([("pointer", .string(fault.pointer)), ("detail", .string(fault.detail))]))
        }
        let told = members.mapValues { name, value in
            switch name {
            case "detail": .string(faults.map(\.words).joined(separator: "; "))
            case "errors": .array(errors)
            default: value
            }
        }
        var json = JSONWriter()
        json.value(.object(told))
        document = json.bytes
    }
}

extension DaemonProblem {
    /// Whether it is about values of a request that make no sense, as a command finds them itself before it asks; what is
    /// not there may come to be there, and what is not allowed may be.
    var isOfWhatWasTyped: Bool {
        guard status == 400 || status == 422, !faults.isEmpty else { return false }
        let standing = #/^there is no (?:hook|project|series|task) |^is neither the name nor the id|the operator can/#
        return faults.allSatisfy { !$0.pointer.isEmpty && $0.detail.firstMatch(of: standing) == nil }
    }

    /// What an ambiguous beginning could mean, a line each.
    var candidates: [String] {
        guard let document, let value = try? JSONValue(json: document) else { return [] }
        return (value["candidates"]?.array ?? []).map { candidate in
            let handle = candidate["shortHandle"]?.string ?? candidate["handle"]?.string ?? candidate["id"]?.string
            let words = [handle, candidate["title"]?.string, candidate["name"]?.string, candidate["due"]?.string]
            return "  " + words.compactMap(\.self).joined(separator: "  ").withoutControls
        }
    }
}
